/** Operator AND NOT: subtracts clauses from the first one, or the struck documents of an index from a plan. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ResultForm } from '../resident/resident-selection.ts';
import type { BlockSet } from './block-set.ts';
import { differenceOf, type ListShape, unionOf } from './list-shape.ts';
import { LoadingOperator, type Operator } from './operator.ts';
import type { ResidentLists } from './resident-lists.ts';
import { TermOperator } from './term.ts';

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

  selected(form: ResultForm): ResidentLists | null {
    const whole = this.children[0]!.selected?.(form) ?? null;
    const shape = unionOf(this.children.slice(1).map((child) => child.listShape()));
    return whole !== null && shape.isUnion ? whole.without(shape.alternatives!) : null;
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

/** Returns the operator of the documents that are not struck. */
export function withoutStruck({ struck }: IndexReader, operator: Operator): Operator {
  if (struck.count === 0 || operator.isNothing) return operator;
  return new Exclusion(operator, [new TermOperator(struck.list, 'struck', '')]);
}
