/** Operator AND: intersects its clauses, block by block. */
import type { ResultForm } from '../resident/resident-selection.ts';
import type { BlockSet } from './block-set.ts';
import { intersectionOf, type ListShape } from './list-shape.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';
import type { ResidentLists } from './resident-lists.ts';

/** Documents that every child has. The cheapest child leads, and the others narrow its result. */
export class Conjunction extends LoadingOperator {
  readonly name = 'conjunction';
  readonly detail = '';
  readonly narrows = 'all';
  readonly children: readonly Operator[];
  readonly cost: number;
  /** The child that was narrowed to the documents of the others, or null. */
  readonly #narrowed: Operator | null;

  constructor(children: readonly Operator[]) {
    super();
    this.children = [...children].sort((a, b) => a.cost - b.cost);
    this.cost = this.children[0]!.cost;
    this.#narrowed = narrowed(this.children);
  }

  selected(form: ResultForm): ResidentLists | null {
    return this.#narrowed?.selected?.(form) ?? null;
  }

  override listShape(): ListShape {
    return intersectionOf(this.children.map((child) => child.listShape()));
  }

  nextBlock(from: number): number {
    if (this.#narrowed !== null) return this.#narrowed.nextBlock(from);
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
    if (this.#narrowed !== null) {
      this.#narrowed.load(block, out);
      return;
    }
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

/** Narrows a child to the documents of the others, if these are lists and the child supports it. */
function narrowed(children: readonly Operator[]): Operator | null {
  const child = children.find(({ narrowTo }) => narrowTo !== undefined);
  if (child === undefined) return null;
  const others = intersectionOf(children.flatMap((other) => (other === child ? [] : [other.listShape()])));
  return others.isIntersection && child.narrowTo!(others.requiredLists) ? child : null;
}
