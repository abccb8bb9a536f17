/**
 * The thresholds of ../../shared/thresholds.ts that the kernel knows. ../build-kernel.mjs puts others in place of this file for
 * tests; test/tidy/kernel.test.ts sees that these are those of production.
 */
export const BLOCK_BITS: u32 = 16;
export const RUN_BITS: u32 = 7;
export const SKIP_BITS: u32 = 6;
export const SKIPPED_MIN: u32 = 128;
export const READ_AHEAD: u32 = 16;
