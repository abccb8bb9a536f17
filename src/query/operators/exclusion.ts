/** Operator AND NOT: subtracts clauses from the first one. */
import type { BlockSet } from './block-set.ts';
import { differenceOf, type ListShape } from './list-shape.ts';
import { LoadingOperator, type Operator } from './operator.ts';

/** Documents of the first child that no other child has. */
export class Exclusion extends LoadingOperator {
  readonly name = 'exclusion';
  readonly detail = '';
  readonly narrows = 'all';
  readonly children: readonly Operator[];
  readonly cost: number;

  constructor(included: Operator, excluded: readonly Operator[]) {
    super();
    this.children = [included, ...excluded];
    this.cost = included.cost;
  }

  override listShape(): ListShape {
    const [whole, ...others] = this.children.map((child) => child.listShape());
    return differenceOf(whole!, others);
  }

  nextBlock(from: number): number {
    return this.children[0]!.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.children[0]!.load(block, out);
    this.#exclude(block, out);
  }

  override retain(block: number, set: BlockSet): void {
    this.children[0]!.retain(block, set);
    this.#exclude(block, set);
  }

  #exclude(block: number, set: BlockSet): void {
    for (let i = 1; i < this.children.length; i++) {
      if (set.isEmpty()) return;
      this.children[i]!.remove(block, set);
    }
  }
}
