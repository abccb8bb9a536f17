/** What is asked of the kernel that keeps lists, and what it asks for: resident-kernel.ts answers. */
import type { Norms } from './norm-codes.ts';

/** Terms that a query can have here. */
export const RESIDENT_TERMS_MAX = 24;
/** Lists whose common documents can be listed with their ranks. */
export const COMMON_LISTS_MAX = 8;
/** Elements that a phrase can have here. */
export const RESIDENT_ELEMENTS_MAX = 16;

/** What becomes of documents: they are counted, listed with their ranks in each list, listed alone, or set in bitmaps of blocks. */
export const COUNTED = 0;
export const RANKED = 1;
export const ALONE = 2;
export const BITMAPS = 3;
export type ResultForm = typeof COUNTED | typeof RANKED | typeof ALONE | typeof BITMAPS;

/** A list whose blocks can be put into the memory. */
export interface StoredList {
  /** Blocks that have documents, ascending. */
  readonly blocks: Uint32Array;
}

/** What a run wants to know, and to be given. */
export interface Selection {
  readonly lists: readonly StoredList[];
  /**
   * Documents are in all of the first `leading` lists, or if it `isUnion` in any of these, and in none of the others. With `scored`, they
   * are in all of the first `leading` lists, or if there is none of these, in any; the others only score.
   */
  readonly leading: number;
  readonly isUnion: boolean;
  /** Bounds on what each term scores, and the norms of its field; null: documents are not offered. */
  readonly weights: readonly number[];
  readonly norms: readonly Norms[] | null;
  readonly isCounted: boolean;
  /** If it is {@link RANKED}, there are no more lists than {@link COMMON_LISTS_MAX}. */
  readonly form: ResultForm;
  /** What documents of an intersection must have beside all of its terms. Then how often they have it is listed instead of ranks. */
  readonly phrase: ResidentPhrase | null;
  /** Where only the best are wanted, of documents that need not have all lists: what is asked for while they are found. */
  readonly scored: ScoredLists | null;
  /**
   * Puts the documents of a block of the t-th list there, or, if these are there, its frequencies; and those of further blocks: up to
   * `through` all are needed.
   */
  put(t: number, block: number, through: number, isThere: boolean): void;
  /** Gets a document that may be among the best, and says what others must reach. */
  offer(block: number, low: number, frequencies: Uint32Array): number;
}

/** Lists of which documents are offered by their scores alone: each has frequencies, and a weight and norms. */
export interface ScoredLists {
  /** Puts the documents of a block of the t-th list there, if they are not, and its frequencies. */
  need(t: number, block: number, isThere: boolean): void;
  /** The highest impact of each block of the t-th list plus one, in the order of its blocks; 0 where it is not known. */
  impactsOf(t: number): ArrayLike<number>;
  /** Makes that of a block known. */
  learn(t: number, block: number): void;
}

/** A phrase of single terms. */
export interface ResidentPhrase {
  /** In the order in which they are matched, up to {@link RESIDENT_ELEMENTS_MAX}: the number of a list, and the offset in the phrase. */
  readonly elements: readonly { readonly t: number; readonly offset: number }[];
  /** Whether all occurrences are counted: else that there is one. */
  readonly areCounted: boolean;
  /** Puts the positions of a block of the t-th list there, and frequencies if these are not; or says that they stay where they are. */
  keepPositions(t: number, block: number, isFirst: boolean, hasRecord: boolean): void;
  /** Finds the positions of the t-th list in the document of a rank. */
  reach(t: number, block: number, rank: number): ReachedPositions;
}

/** Positions of a document, which are not kept: the group that they are in, of bytes in the stream. */
export interface ReachedPositions {
  readonly bytes: number;
  readonly order: number;
  readonly shift: number;
  /** Numbers of the group that come before those of the document, and how many these are. */
  readonly skipped: number;
  readonly count: number;
  /** Copies the group. */
  copy(out: Uint8Array, at: number): void;
}
