/** The memory layout of ranked blocks and decoded lists. src/query/resident/ranked-block.ts documents the parts. */

/** For each of 256 codes, its least norm; for each impact of a directory, its bound. 32-bit floats. */
export const NORMS: usize = 1024;
export const BOUNDS: usize = 2048;
/** 64 bytes for each of up to 64 terms. */
export const TERMS: usize = 3072;
/** The documents of up to 256 candidates that are scored together. */
export const SLOTS: usize = 7168;
/** Frequencies of a pack. */
export const PACK: usize = 8448;
/** Shuffles from bytes of gaps to lanes, and eight lanes of distances, 16 bits each. */
export const SHUFFLES: usize = 8960;
export const DISTANCES: usize = 11008;
/** Histogram of candidates over 256 levels of score. */
export const LEVELS: usize = 12288;
/** The top scores of a term so far, up to 256. */
export const BEST: usize = 13312;
/** Bitmaps of a block: documents offered already, and allowed documents. */
export const DONE: usize = 14336;
export const ALLOWED: usize = 22528;
/** For each term, its frequency in each of the candidates that are scored together. */
export const FREQUENCIES: usize = 30720;
/** Before candidates are taken: the packs of a term, 16 bits each. */
export const ORDER: usize = FREQUENCIES;
/** For each 16 documents of a block: whether any of them has a sum. */
export const TOUCHED: usize = 96256;
/** A sum for each document of a block: 32-bit floats, 0 between blocks. */
export const SUMS: usize = 100352;
/** Documents of a list, 16 bits each. */
export const LOWS: usize = 362496;
/** Candidates, 16 bits each, with some space after them; the sum of each; and its rank in a list, or -1. */
export const CANDIDATES: usize = 493696;
export const SCORES: usize = 624832;
export const RANKS: usize = 887040;
/** For each term, documents and frequencies of up to 256 candidates, 32 bits each. */
export const HITS: usize = 1149184;
/** Where resident/memory.ts continues. */
export const RANKING_END: usize = 1280256;
