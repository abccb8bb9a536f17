/** The contract of all operators of a query plan, and the base class of those that need only `load`. */
import { BLOCK_WORDS } from '../../codec/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { ResultForm } from '../../kernel/resident-selection.ts';
import { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import type { Relevance } from './relevance.ts';
import type { ResidentLists } from './resident-lists.ts';

/** No block: larger than every block number. */
export const NO_BLOCK = 0x7fff_ffff;

/**
 * A set of documents that is computed block by block. All operators of the engine implement this and are built from each
 * other; test/unit/query compares each with the obvious way to compute the same set.
 *
 * Blocks may be requested in any order; ascending is cheapest.
 *
 * Planner and ranking know no operator by its class: an operator states its properties itself. A new one extends
 * {@link LoadingOperator}, states what it can in `exactCount`, `isNothing`, `listShape` and `relevance`, and overrides
 * what it can do faster than with `load`.
 */
export interface Operator {
  /** For people: name and operand. */
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[];
  /** Upper bound on the number of documents: used to order operators, never as an answer. */
  readonly cost: number;
  /** The number of documents, if it is known before they are computed; else null. */
  readonly exactCount: number | null;
  /** What the kernel finds its documents by, in one call for many blocks, if it can, though they are not those of lists alone. */
  selected?(form: ResultForm): ResidentLists | null;
  /**
   * Leaves out documents that are not in all of several lists, where it finds those that are by itself; returns whether it does. Before it is
   * asked for any.
   */
  narrowTo?(lists: readonly PostingList[]): boolean;
  /** All of its documents, where it keeps them as a bitmap anyway, which must not be changed. */
  madeBitmap?(): MadeBitmap | null;
  /** Whether it stands for something that the index lacks, such as a term: the planner omits it from a list of clauses. */
  readonly isNothing: boolean;
  /** How its documents are scored as a leaf of a query; null if only by the boost, as for a pattern. */
  readonly relevance: Relevance | null;
  /** The posting lists that its documents are in: computed again at every call. */
  listShape(): ListShape;
  /** The first block at or after `from` that may have documents, or {@link NO_BLOCK}. */
  nextBlock(from: number): number;
  /** Sets `out` to the documents of a block. */
  load(block: number, out: BlockSet): void;
  /**
   * Sets `out` to the documents of a block whose bits are not set in `closed`, a bitmap of that block. Only where that costs less the
   * fewer documents are left: where each is looked at.
   */
  loadOpen?: LoadOpen | undefined;
  /** About how many postings and positions it reads, beside its children, to find which of `most` documents it has; absent: too few to count. */
  work?(most: number): number;
  /** Which children look only at documents that the others leave to them: all, or those that look at each one; absent: none. */
  readonly narrows?: 'all' | 'examined';
  /** Keeps in `set` only what this also has: like `load` and `intersect`, but mostly cheaper. */
  retain(block: number, set: BlockSet): void;
  /** Removes from `set` what this has. */
  remove(block: number, set: BlockSet): void;
  /** Sets the bits of a block's documents in `words`, where the block begins at word `first`. */
  unite(block: number, words: Uint32Array, first: number): void;
}

/** Takes the steps of a plan: see ranking/query-work.ts. */
export interface WorkSink {
  /** An operator that is asked about so many documents, all by default, and everything below it. */
  addDocs(operator: Operator, most?: number): void;
  /** The name and detail tell people which part takes the steps. */
  add(steps: number, part: Pick<Operator, 'name' | 'detail'>): void;
  /** The same at most, for documents that are looked at if no other part decides them. */
  addExamined(steps: number, part: Pick<Operator, 'name' | 'detail'>): void;
}

export type LoadOpen = (block: number, out: BlockSet, closed: Uint32Array) => void;

/** Whole blocks over the index, and how many bits of them are set. */
export interface MadeBitmap {
  readonly words: Uint32Array;
  readonly count: number;
}

/** Keeps in `set` what an operator has that looks at each document: only those of the set are looked at. */
export function retainExamined(loadOpen: LoadOpen, block: number, set: BlockSet): void {
  const closed = new Uint32Array(BLOCK_WORDS);
  set.uniteInto(closed, 0);
  for (let i = 0; i < closed.length; i++) closed[i] = ~closed[i]!;
  const found = BlockSet.take();
  loadOpen(block, found, closed);
  set.intersect(found);
  found.release();
}

/** The minimum that an operator must implement; everything else follows from `load`. */
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
