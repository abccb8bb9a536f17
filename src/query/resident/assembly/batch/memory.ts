/**
 * The memory layout of postings whose positions are compared together. src/query/resident/phrase-batch.ts documents the parts.
 * A column has a 32-bit number for each of up to 256 postings, in the order of the remaining candidates.
 */
import { BATCH } from '../memory';

export const FROMS: usize = BATCH;
export const TOS: usize = BATCH + 1024;
export const SKIPS: usize = BATCH + 2048;
export const COUNTS: usize = BATCH + 3072;
export const ALIVE: usize = BATCH + 4096;
export const ENDS: usize = BATCH + 5120;
export const ORDINALS: usize = BATCH + 6144;
export const PACKS: usize = BATCH + 7168;
/** Positions decoded ahead: up to 64. */
export const POSITIONS: usize = BATCH + 8192;
/** A bitmap of a block that is counted or listed. */
export const SCRATCH: usize = POSITIONS + 256;
/** Possible starts of a phrase: up to 65,536 positions. */
export const STARTS: usize = SCRATCH + 8192;
/** Input bytes: 512 KiB. A decoder may read a few bytes past them. */
export const BYTES: usize = STARTS + 262144;
export const BYTES_END: usize = BYTES + 524288;
/** From here on: tables, codes of norms and blocks of lists. */
export const RESIDENT: usize = BYTES_END + 1024;
