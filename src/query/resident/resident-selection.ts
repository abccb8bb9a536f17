/** Requests to the resident kernel, and its callbacks. resident-kernel.ts answers them. */
import type { Norms } from '../../engine/postings/document-lengths.ts';

/** Maximum number of terms of a query in this kernel. */
export const RESIDENT_TERMS_MAX = 24;
/** Maximum number of lists whose common documents can be listed with their ranks. */
export const COMMON_LISTS_MAX = 8;
/** Maximum number of elements of a phrase in this kernel. */
export const RESIDENT_ELEMENTS_MAX = 16;

/** Forms of results: documents are counted, listed with their ranks in each list, listed alone, or set in bitmaps of blocks. */
export const COUNTED = 0;
export const RANKED = 1;
export const ALONE = 2;
export const BITMAPS = 3;
export type ResultForm = typeof COUNTED | typeof RANKED | typeof ALONE | typeof BITMAPS;

/** A list whose blocks can be made resident. */
export interface StoredList {
  /** Blocks that have documents, ascending. */
  readonly blocks: Uint32Array;
}

/** The parameters and callbacks of a run. */
export interface Selection {
  readonly lists: readonly StoredList[];
  /**
   * Documents must be in all of the first `leading` lists (with `isUnion`, in any of them) and in none of the others.
   * With `scored`, they must be in all of the first `leading` lists (if it is 0, in any list), and the other lists only
   * add to scores.
   */
  readonly leading: number;
  readonly isUnion: boolean;
  /** Upper bounds of the score of each term, and the norms of its field. If null, documents are not offered. */
  readonly weights: readonly number[];
  readonly norms: readonly Norms[] | null;
  readonly isCounted: boolean;
  /** With {@link RANKED}, there are at most {@link COMMON_LISTS_MAX} lists. */
  readonly form: ResultForm;
  /** A phrase that documents of an intersection must also have. Its number of occurrences is then listed instead of ranks. */
  readonly phrase: ResidentPhrase | null;
  /** NEAR. It then decides which lists documents must have. They are never listed with ranks. */
  readonly near: ResidentNear | null;
  /** For the top k of documents that need not have all lists: the callbacks of that search. */
  readonly scored: ScoredLists | null;
  /**
   * Makes the documents of a block of the t-th list resident. If they already are, makes its frequencies resident. May
   * include further blocks. All blocks up to `through` are needed.
   */
  put(t: number, block: number, through: number, isThere: boolean): void;
  /** Receives a document that may be in the top k, and returns the score that others must reach. */
  offer(block: number, low: number, frequencies: Uint32Array): number;
}

/** Lists whose documents are offered by their scores alone. Each has frequencies, a weight and norms. */
export interface ScoredLists {
  /** Makes the documents and frequencies of a block of the t-th list resident, unless they already are. */
  need(t: number, block: number, isThere: boolean): void;
  /** Returns one plus the highest impact of each block of the t-th list, in order of its blocks. 0 means unknown. */
  impactsOf(t: number): ArrayLike<number>;
  /** Determines the highest impact of a block. */
  learn(t: number, block: number): void;
}

/** The result of a run. */
export interface Selected {
  /** Number of counted documents. */
  count: number;
  /** The block to continue with. */
  next: number;
  /** For NEAR: documents whose positions were compared, and positions read. */
  compared: number;
  positions: number;
}

/** Callbacks for the positions of lists. */
export interface ResidentPositions {
  /**
   * Makes the positions of a block of the t-th list resident, with its frequencies if needed, or decides not to keep
   * them.
   */
  keepPositions(t: number, block: number, isFirst: boolean, hasRecord: boolean): void;
  /** Finds the positions of the t-th list in the document with this rank. */
  reach(t: number, block: number, rank: number): ReachedPositions;
}

/** An element of a phrase or sequence of words: the number of its list, and its offset. */
export interface ResidentElement {
  readonly t: number;
  readonly offset: number;
}

/** A phrase of single terms. */
export interface ResidentPhrase extends ResidentPositions {
  /** The elements in matching order, up to {@link RESIDENT_ELEMENTS_MAX}. */
  readonly elements: readonly ResidentElement[];
  /** Whether to count all occurrences, or only to find out whether there is one. */
  readonly areCounted: boolean;
}

/**
 * A side of NEAR: any of its elements or, if `isRow`, all of them at their offsets. `length` is the distance from its
 * first position to its last.
 */
export interface ResidentSide {
  readonly elements: readonly ResidentElement[];
  readonly isRow: boolean;
  readonly length: number;
}

/**
 * Documents with an occurrence of the left side near one of the right side or, with `isNot`, near none. Near means at most
 * `distance` from the last word of one to the first of the other. If `isOrdered`, the left one comes first.
 */
export interface ResidentNear extends ResidentPositions {
  /**
   * The lists of each clause. A document must be in one list of each. The lists of the run begin with those of the
   * first clause, then those of the second, and so on. Other words may be missing.
   */
  readonly clauses: readonly (readonly StoredList[])[];
  /** There are at most {@link RESIDENT_ELEMENTS_MAX} elements in total, where the right side counts twice. */
  readonly left: ResidentSide;
  readonly right: ResidentSide;
  readonly isNot: boolean;
  readonly isOrdered: boolean;
  readonly distance: number;
}

/** Positions that are not kept for one document, found by the group that contains them, as bytes of the stream. */
export interface ReachedPositions {
  readonly bytes: number;
  readonly order: number;
  readonly shift: number;
  /** Number of positions in the group before those of the document, and number of positions in the document. */
  readonly skipped: number;
  readonly count: number;
  /** Copies the group. */
  copy(out: Uint8Array, at: number): void;
}
