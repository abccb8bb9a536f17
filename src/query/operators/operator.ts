/** The contract of all operators of a query plan, and the base class of those that need only `load`. */
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { ResultForm } from '../resident/resident-selection.ts';
import { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import type { Relevance } from './relevance.ts';
import type { ResidentLists } from './resident-lists.ts';

/** Means that there is no block. Larger than every block number. */
export const NO_BLOCK = 0x7fff_ffff;

/**
 * A set of documents that is computed block by block. All operators of the engine implement this, and are combined with each
 * other. test/unit/query compares each with a naive computation of the same set.
 *
 * Blocks may be requested in any order, but ascending order is cheapest.
 *
 * The planner and ranking do not depend on operator classes: an operator states its own properties. A new operator extends {@link
 * LoadingOperator}, states what is known in `exactCount`, `isNothing`, `listShape` and `relevance`, and overrides methods that
 * it can implement faster than with `load`.
 */
export interface Operator {
  /** Name and operand for display. */
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[];
  /** Upper bound on the number of documents. Used to order operators, never as an answer. */
  readonly cost: number;
  /** The number of documents, if known in advance; otherwise null. */
  readonly exactCount: number | null;
  /**
   * Returns the kernel selection that finds its documents, many blocks in one call. Null if there is none. The
   * documents may depend on more than lists.
   */
  selected?(form: ResultForm): ResidentLists | null;
  /**
   * Drops documents that are not in all of several lists, if it intersects lists anyway. Returns whether it dropped
   * them. Must be called before any document is requested.
   */
  narrowTo?(lists: readonly PostingList[]): boolean;
  /** Returns all of its documents if it already has them as a bitmap, which must not be changed. */
  madeBitmap?(): MadeBitmap | null;
  /** Whether it represents something that the index lacks, such as a term. The planner omits it from a list of clauses. */
  readonly isNothing: boolean;
  /** How its documents are scored as a leaf of a query. Null if only the boost counts, as for a pattern. */
  readonly relevance: Relevance | null;
  /** Returns the posting lists that contain its documents. Computed at every call. */
  listShape(): ListShape;
  /** Operators whose union is exactly its documents. Absent if it is not a union. */
  readonly united?: readonly Operator[];
  /** Returns the first block at or after `from` that may have documents, or {@link NO_BLOCK}. */
  nextBlock(from: number): number;
  /** Sets `out` to the documents of a block. */
  load(block: number, out: BlockSet): void;
  /**
   * Sets `out` to the documents of a block whose bits are not set in `closed`, a bitmap of that block. Present only if each
   * document is checked, so that the cost falls with the number of open documents.
   */
  loadOpen?: LoadOpen | undefined;
  /**
   * Approximate number of postings and positions that it reads to check `most` documents, without those that its
   * children read. Absent if negligible.
   */
  work?(most: number): number;
  /** Which children check only documents that the others leave: all, or those that check each document. Absent if none do. */
  readonly narrows?: 'all' | 'examined';
  /** Intersects `set` with its documents: like `load` and `intersect`, but usually cheaper. */
  retain(block: number, set: BlockSet): void;
  /** Subtracts its documents from `set`. */
  remove(block: number, set: BlockSet): void;
  /** Sets the bits of a block's documents in `words`. The block's first word is `first`. */
  unite(block: number, words: Uint32Array, first: number): void;
}

/** Receives the steps of a plan: see ranking/query-work.ts. */
export interface WorkSink {
  /** Adds an operator that checks this many documents (by default all), and everything below it. */
  addDocs(operator: Operator, most?: number): void;
  /** Name and detail show users which part takes these steps. */
  add(steps: number, part: Pick<Operator, 'name' | 'detail'>): void;
  /** Adds an upper bound for the steps of documents that no other part decides. */
  addExamined(steps: number, part: Pick<Operator, 'name' | 'detail'>): void;
}

export type LoadOpen = (block: number, out: BlockSet, closed: Uint32Array) => void;

/** A bitmap of whole blocks over the index, and the number of set bits. */
export interface MadeBitmap {
  readonly words: Uint32Array;
  readonly count: number;
}

/** Intersects `set` with an operator that checks each document: only documents of the set are checked. */
export function retainExamined(loadOpen: LoadOpen, block: number, set: BlockSet): void {
  const closed = new Uint32Array(BLOCK_WORDS);
  set.uniteInto(closed, 0);
  for (let i = 0; i < closed.length; i++) closed[i] = ~closed[i]!;
  const found = BlockSet.take();
  loadOpen(block, found, closed);
  set.intersect(found);
  found.release();
}

/** The minimum that an operator must implement. Everything else is derived from `load`. */
export abstract class LoadingOperator implements Operator {
  abstract readonly name: string;
  abstract readonly detail: string;
  abstract readonly children: readonly Operator[];
  abstract readonly cost: number;
  readonly exactCount: number | null = null;
  readonly isNothing: boolean = false;
  abstract nextBlock(from: number): number;
  abstract load(block: number, out: BlockSet): void;

  get relevance(): Relevance | null {
    return null;
  }

  listShape(): ListShape {
    return UNKNOWN_SHAPE;
  }

  retain(block: number, set: BlockSet): void {
    const loaded = BlockSet.take();
    this.load(block, loaded);
    set.intersect(loaded);
    loaded.release();
  }

  remove(block: number, set: BlockSet): void {
    const loaded = BlockSet.take();
    this.load(block, loaded);
    set.subtract(loaded);
    loaded.release();
  }

  unite(block: number, words: Uint32Array, first: number): void {
    const loaded = BlockSet.take();
    this.load(block, loaded);
    loaded.uniteInto(words, first);
    loaded.release();
  }
}
