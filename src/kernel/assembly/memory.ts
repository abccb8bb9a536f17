/**
 * The memory layout. A column has a 32-bit number for each of up to 256 postings, in the order of the remaining candidates.
 * ../kernel.ts documents the parts.
 */
export const FROMS: usize = 1024;
export const TOS: usize = 2048;
export const SKIPS: usize = 3072;
export const COUNTS: usize = 4096;
export const ALIVE: usize = 5120;
export const ENDS: usize = 6144;
export const ORDINALS: usize = 7168;
export const PACKS: usize = 8192;
/** For every byte value, the indexes of its set bits: 256 times 8 bytes. */
export const SELECT: usize = 9216;
/** Prefix sums of the frequencies of a pack: 129 numbers. */
export const SUMS: usize = 11264;
/** Positions decoded ahead, up to 64. */
export const POSITIONS: usize = 11904;
/** 16 bytes of 0xff, then 16 of zeros. */
export const MASKS: usize = 12160;
/** A block of documents, as a bitmap of 8 KiB. */
export const SET: usize = 12288;
/** The bitmap that is counted or listed. */
export const SCRATCH: usize = 20480;
/** A bitmap for each of eight lists, and one for lookups. */
export const LISTS: usize = 28672;
/** For each of eight lists: the number of set bits before each of its 1,024 64-bit words, in 16 bits. */
export const RANKS: usize = 102400;
/** Documents collected from the set: up to 65,536, of 16 bits. */
export const CANDIDATES: usize = 118784;
/** Possible starts of a phrase: up to 65,536 positions. */
export const STARTS: usize = 249856;
/** Input bytes: 512 KiB, and some slack after them. */
export const BYTES: usize = 512000;
/** Within the input bytes: documents to look up, up to 65,536 of 16 bits, and their ranks, of 32 bits. */
export const LOWS: usize = 643072;
export const FOUND: usize = 774144;
/** The end. A decoder may read a few bytes more. */
export const BYTES_END: usize = 1036288;
/** For every byte value, the indexes of its set bits from the lowest up. */
export const BYTE_BITS: usize = 1046528;
