/** The contract of all operators of a query plan, and the base class of those that need only `load`. */
import { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import type { Relevance } from './relevance.ts';

/** No block: larger than every block number. */
export const NO_BLOCK = 0x7fff_ffff;

/**
 * A set of documents that is worked out block by block. Every operator of the engine is one of these and is built from
 * others; test/unit/query holds each against the obvious way to get the same set.
 *
 * Blocks may be asked for in any order; ascending is cheapest.
 *
 * Planner and ranking know no operator by its class: what they may make use of, an operator says of itself. A new one
 * extends {@link LoadingOperator}, says what it can in `exactCount`, `isNothing`, `listShape` and `relevance`, and overrides what it
 * does faster than by `load`.
 */
export interface Operator {
  /** For people: what it is, and on what. */
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[];
  /** Upper bound on the documents: orders operators, answers nothing. */
  readonly cost: number;
  /** The number of documents, where it is known before they are worked out; else null. */
  readonly exactCount: number | null;
  /** Whether it stands for something that the index lacks, as a term: the planner leaves it out of a list of clauses. */
  readonly isNothing: boolean;
  /** What its documents are scored by as a leaf of a query; null for the boost alone, as of a pattern. */
  readonly relevance: Relevance | null;
  /** What posting lists its documents are in: worked out anew with every call. */
  listShape(): ListShape;
  /** The first block at or after `from` that may have documents, or {@link NO_BLOCK}. */
  nextBlock(from: number): number;
  /** Makes `out` the documents of a block. */
  load(block: number, out: BlockSet): void;
  /** Keeps in `set` what this has too: `load` and `intersect`, mostly cheaper. */
  retain(block: number, set: BlockSet): void;
  /** Drops from `set` what this has. */
  remove(block: number, set: BlockSet): void;
  /** Sets the bits of a block's documents in `words`, of which the block begins at word `first`. */
  unite(block: number, words: Uint32Array, first: number): void;
}

/** What an operator has to say itself; the rest follows from `load`. */
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
