/** The memory layout of resident lists. ../resident-kernel.ts documents the parts. */
import { BEST, RANKING_END } from './ranking/memory';

/** For each posting of a pack: the norm of its document, then its score. 32-bit floats. */
export const PACK_SCORES: usize = BEST;
/** Up to 1,024 candidates at a time: documents of 16 bits, and the number of each among the documents of the leading list. */
export const CANDIDATES: usize = RANKING_END;
export const NUMBERS: usize = CANDIDATES + 4096;
/** The sum of each candidate so far, a 32-bit float. */
export const SCORES: usize = NUMBERS + 2048;
/** The terms of the query by ascending count in the block: the address of each block, and the term's number. */
export const ORDER: usize = SCORES + 4096;
/** The addresses of the blocks of the other lists that have the block. */
export const OTHERS: usize = ORDER + 512;
/**
 * 16 bytes for each of up to 24 terms: the address of its table, its weight, the address of the codes of its norms, and the
 * blocks of the table.
 */
export const QUERY: usize = ORDER + 1024;
/** Next, for each term: the address of its bounds by block; in the order of a block: its bound there, and the sum from it on. */
export const BOUNDS_BY_BLOCK: usize = QUERY + 512;
export const ORDER_BOUNDS: usize = QUERY + 640;
export const RESTS: usize = QUERY + 768;
/** The frequency of each term in the offered document. */
export const OFFERED: usize = QUERY + 1024;
/** A bitmap of documents of the block, and the documents of each byte of one. */
export const SET: usize = OFFERED + 1024;
export const BYTE_BITS: usize = SET + 8192;
/** 8 bytes for each of up to 16 elements of a phrase, in matching order: the number of its term, its offset. */
export const ELEMENTS: usize = BYTE_BITS + 2048;
/** 64 bytes for each element: a cursor over its positions in a document. */
export const CURSORS: usize = ELEMENTS + 128;
/**
 * A group of positions fetched for one document: its address, its end, the order of its numbers and its shift, the number of
 * positions before those of the document, and the number of these.
 */
export const REACHED: usize = CURSORS + 1024;
/** 16 bytes for each of 3 cursors over the occurrences of a side of NEAR: spans.ts. */
export const SIDES: usize = REACHED + 32;
/** 8 bytes for each of up to 24 clauses of NEAR: its first list, and the end of its lists. */
export const CLAUSES: usize = SIDES + 64;
/** For each list of NEAR: the address of its block, or 0. */
export const BLOCKS: usize = CLAUSES + 192;
/** The number of occurrences of a phrase in each of the candidates that have it. */
export const OCCURRENCES: usize = BLOCKS + 128;
/** For every byte value, the indexes of its set bits. */
export const SELECT: usize = OCCURRENCES + 4096;
/**
 * 20 bytes for each of up to 64 blocks that are copied in together: its number, the offset of its bytes in the copy, form,
 * length, count.
 */
export const PUT: usize = SELECT + 2048;
/** For each of the terms but the first, in their order in the block: its rank, or its frequency, by number. 4,096 bytes each. */
export const COLUMNS: usize = PUT + 1280;
export const COLUMN_SHIFT: usize = 12;
/** Up to 65,536 listed documents, and for each of up to 8 lists their ranks, by number of the list. 32 bits each. Or bitmaps of blocks. */
export const COMMON: usize = COLUMNS + 24 * 4096;
export const COMMON_RANKS: usize = COMMON + 262144;
/** Used by NEAR, which lists no ranks, for a bitmap of documents and for documents of 32 bits. */
export const OTHER_SET: usize = COMMON_RANKS;
export const UNITED: usize = COMMON_RANKS + 8192;
/** Where ./batch/memory.ts continues. */
export const BATCH: usize = COMMON_RANKS + 8 * 262144;
