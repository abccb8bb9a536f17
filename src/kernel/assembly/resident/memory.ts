/**
 * The memory layout of the module of resident lists; ../../resident-kernel.ts says what each part is for. What is read through
 * ranking/lists.ts and ranking/packs.ts lies where ranking/memory.ts has it; the rest is in room that these do not use here.
 */
import { BEST, CANDIDATES as LISTED_CANDIDATES, SUMS } from '../ranking/memory';

/** Up to 1,024 candidates at a time: documents of 16 bits, and the number that each had among the documents of the leading list. */
export const CANDIDATES: usize = LISTED_CANDIDATES;
export const NUMBERS: usize = SUMS;
/** Of each posting of a pack: the norm of its document, then its score. 32-bit floats. */
export const PACK_SCORES: usize = BEST;
/** The sum of each so far, a 32-bit float. */
export const SCORES: usize = NUMBERS + 2048;
/** The terms of the query by rising count in the block: where each is in the block, and its number. */
export const ORDER: usize = SCORES + 4096;
/** Where those of other lists are that have the block. */
export const OTHERS: usize = ORDER + 512;
/** 16 bytes for each of up to 24 terms: where its table is, its weight, where the codes of its norms begin, and the blocks of the table. */
export const QUERY: usize = ORDER + 1024;
/** Behind it, for each of them: where its bounds by block are; in the order of a block: its bound there, and from it on those of all together. */
export const BOUNDS_BY_BLOCK: usize = QUERY + 512;
export const ORDER_BOUNDS: usize = QUERY + 640;
export const RESTS: usize = QUERY + 768;
/** The frequency of each term in the document that is offered. */
export const OFFERED: usize = QUERY + 1024;
/** A bitmap of documents of the block, and the documents of each byte of one. */
export const SET: usize = OFFERED + 1024;
export const BYTE_BITS: usize = SET + 8192;
/** 8 bytes for each of up to 16 elements of a phrase, in the order in which they are matched: the number of its term, its offset. */
export const ELEMENTS: usize = BYTE_BITS + 2048;
/** For each element 64 bytes: a cursor over its positions in a document. */
export const CURSORS: usize = ELEMENTS + 128;
/**
 * A group of positions that was reached for: where it is, where it ends, the order of its numbers and its shift, how many of its numbers come
 * before those of the document, and how many these are.
 */
export const REACHED: usize = CURSORS + 1024;
/** How often a phrase occurs in each of the candidates that have it. */
export const OCCURRENCES: usize = REACHED + 32;
/** For every byte value, the indexes of its set bits. */
export const SELECT: usize = OCCURRENCES + 4096;
/** 20 bytes for each of up to 64 blocks that are put here together: its number, where its bytes begin among those of all, form, length, count. */
export const PUT: usize = SELECT + 2048;
/** For each of the terms but the first, in their order in the block: its rank, or its frequency, by number. 4,096 bytes each. */
export const COLUMNS: usize = 1280256;
export const COLUMN_SHIFT: usize = 12;
/**
 * Up to 65,536 documents that are listed, and for each of up to 8 lists their ranks, by number of the list. 32 bits each. Or bitmaps
 * of blocks.
 */
export const COMMON: usize = COLUMNS + 24 * 4096;
export const COMMON_RANKS: usize = COMMON + 262144;
/** From here on: tables, codes of norms and blocks of lists. */
export const RESIDENT: usize = COMMON_RANKS + 8 * 262144;
