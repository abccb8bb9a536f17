/** Operator for a part that occurs several times in a query. Computes each block once. */
import { claimMemory } from '../../shared/query-memory.ts';
import { BlockSet } from './block-set.ts';
import type { ListShape } from './list-shape.ts';
import { LoadingOperator, type Operator } from './operator.ts';
import type { Relevance } from './relevance.ts';

/** Memory of a block's documents, in both forms of a set. */
const KEPT_BYTES = 1 << 15;

/** The documents of its only child. Caches the last block, because all parts of a query process blocks together. */
export class Repeated extends LoadingOperator {
  readonly name = 'repeated';
  readonly detail = '';
  readonly children: readonly Operator[];
  readonly cost: number;
  override readonly exactCount: number | null;
  override readonly isNothing: boolean;
  #kept: BlockSet | null = null;
  /** The cached block, and the last requested one. */
  #block = -1;
  #asked = -1;

  constructor(part: Operator) {
    super();
    this.children = [part];
    this.cost = part.cost;
    this.exactCount = part.exactCount;
    this.isNothing = part.isNothing;
  }

  override get relevance(): Relevance | null {
    return this.children[0]!.relevance;
  }

  override listShape(): ListShape {
    return this.children[0]!.listShape();
  }

  nextBlock(from: number): number {
    return this.children[0]!.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    out.copy(this.#documents(block));
  }

  override retain(block: number, set: BlockSet): void {
    if (this.#isOnce(block)) this.children[0]!.retain(block, set);
    else set.intersect(this.#documents(block));
  }

  override remove(block: number, set: BlockSet): void {
    if (this.#isOnce(block)) this.children[0]!.remove(block, set);
    else set.subtract(this.#documents(block));
  }

  override unite(block: number, words: Uint32Array, first: number): void {
    this.#documents(block).uniteInto(words, first);
  }

  /** Whether a block is requested for the first time. Then narrowing a set costs less than computing all documents. */
  #isOnce(block: number): boolean {
    const isOnce = this.#asked !== block;
    this.#asked = block;
    return isOnce;
  }

  #documents(block: number): BlockSet {
    this.#asked = block;
    if (this.#kept === null) {
      claimMemory(KEPT_BYTES, 'the parts that a query repeats');
      this.#kept = new BlockSet();
    }
    if (this.#block !== block) {
      this.children[0]!.load(block, this.#kept);
      this.#block = block;
    }
    return this.#kept;
  }
}
