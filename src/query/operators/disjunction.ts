import type { BlockSet } from '../block-set.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

/** Documents that any child has. */
export class Disjunction extends LoadingOperator {
  readonly name = 'disjunction';
  readonly detail = '';
  readonly children: readonly Operator[];
  readonly cost: number;

  constructor(children: readonly Operator[]) {
    super();
    this.children = children;
    this.cost = children.reduce((sum, child) => sum + child.cost, 0);
  }

  nextBlock(from: number): number {
    let block = NO_BLOCK;
    for (const child of this.children) {
      block = Math.min(block, child.nextBlock(from));
      if (block === from) return block;
    }
    return block;
  }

  load(block: number, out: BlockSet): void {
    this.unite(block, out.beginDense(), 0);
  }

  override unite(block: number, words: Uint32Array, first: number): void {
    for (const child of this.children) child.unite(block, words, first);
  }

  override remove(block: number, set: BlockSet): void {
    for (const child of this.children) {
      if (set.isEmpty()) return;
      child.remove(block, set);
    }
  }
}
