/**
 * The thresholds of src/shared/thresholds.ts that the kernel uses. For tests, src/kernel/build-kernel.mjs replaces this file.
 * test/tidy/kernel.test.ts checks that it has the production values.
 */
export const BLOCK_BITS: u32 = 16;
export const PACK_BITS: u32 = 7;
export const SKIP_BITS: u32 = 6;
export const SKIPPED_MIN: u32 = 128;
export const READ_AHEAD: u32 = 16;
