/** Operator: at least a number of its clauses (minimum should match). */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { BlockSet } from './block-set.ts';
import { type ListShape, partOf, unionOf } from './list-shape.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

/** Documents that at least `minimum` of the children have. */
export class AtLeast extends LoadingOperator {
  readonly name = 'at least';
  readonly detail: string;
  readonly children: readonly Operator[];
  readonly cost: number;
  readonly #minimum: number;
  #counts: Uint32Array | null = null;

  constructor(children: readonly Operator[], minimum: number) {
    super();
    this.children = children;
    this.#minimum = minimum;
    this.detail = String(minimum);
    this.cost = Math.ceil(children.reduce((sum, child) => sum + child.cost, 0) / minimum);
  }

  override listShape(): ListShape {
    return partOf(unionOf(this.children.map((child) => child.listShape())));
  }

  nextBlock(from: number): number {
    return this.children.reduce((block, child) => Math.min(block, child.nextBlock(from)), NO_BLOCK);
  }

  load(block: number, out: BlockSet): void {
    this.#counts ??= new Uint32Array(BLOCK_SIZE);
    const counts = this.#counts.fill(0);
    const docs = new Uint16Array(BLOCK_SIZE);
    const found = BlockSet.take();
    for (const child of this.children) {
      child.load(block, found);
      const length = found.collect(0, docs, 0);
      for (let i = 0; i < length; i++) counts[docs[i]!]!++;
    }
    found.release();
    const words = out.beginDense();
    for (let low = 0; low < BLOCK_SIZE; low++) {
      if (counts[low]! >= this.#minimum) words[low >>> 5]! |= 1 << (low & 31);
    }
  }
}
