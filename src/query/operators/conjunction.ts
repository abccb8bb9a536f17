/** Operator AND: intersects its clauses, block by block. */
import type { BlockSet } from './block-set.ts';
import { intersectionOf, type ListShape } from './list-shape.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

/** Documents that every child has. The cheapest child leads; the others narrow its result. */
export class Conjunction extends LoadingOperator {
  readonly name = 'conjunction';
  readonly detail = '';
  readonly children: readonly Operator[];
  readonly cost: number;

  constructor(children: readonly Operator[]) {
    super();
    this.children = [...children].sort((a, b) => a.cost - b.cost);
    this.cost = this.children[0]!.cost;
  }

  override listShape(): ListShape {
    return intersectionOf(this.children.map((child) => child.listShape()));
  }

  nextBlock(from: number): number {
    let block = from;
    for (let agreed = 0, i = 0; agreed < this.children.length; i = (i + 1) % this.children.length) {
      const next = this.children[i]!.nextBlock(block);
      if (next === NO_BLOCK) return NO_BLOCK;
      agreed = next === block ? agreed + 1 : 1;
      block = next;
    }
    return block;
  }

  load(block: number, out: BlockSet): void {
    this.children[0]!.load(block, out);
    for (let i = 1; i < this.children.length; i++) {
      if (out.isEmpty()) return;
      this.children[i]!.retain(block, out);
    }
  }

  override retain(block: number, set: BlockSet): void {
    for (const child of this.children) {
      if (set.isEmpty()) return;
      child.retain(block, set);
    }
  }
}
