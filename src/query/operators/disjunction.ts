/** Operator OR: unites its clauses, block by block. */
import type { BlockSet } from './block-set.ts';
import { type ListShape, unionOf } from './list-shape.ts';
import { LoadingOperator, type LoadOpen, NO_BLOCK, type Operator, retainExamined } from './operator.ts';

/** Documents that any child has. A disjunction of one child has that child's properties. */
export class Disjunction extends LoadingOperator {
  readonly name = 'disjunction';
  readonly detail = '';
  readonly narrows = 'examined';
  readonly children: readonly Operator[];
  readonly cost: number;
  override readonly exactCount: number | null;
  /** Defined if any child checks each document. */
  readonly loadOpen: LoadOpen | undefined;

  constructor(children: readonly Operator[]) {
    super();
    this.children = children;
    this.cost = children.reduce((sum, child) => sum + child.cost, 0);
    this.exactCount = children.length === 1 ? children[0]!.exactCount : null;
    const isLookedAt = children.some(({ loadOpen }) => loadOpen !== undefined);
    this.loadOpen = isLookedAt ? (block, out, closed) => this.#loadOpen(block, out, closed) : undefined;
  }

  get united(): readonly Operator[] {
    return this.children;
  }

  override listShape(): ListShape {
    return unionOf(this.children.map((child) => child.listShape()));
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
    if (this.children.length === 1) this.children[0]!.load(block, out);
    else this.unite(block, out.beginDense(), 0);
  }

  #loadOpen(block: number, out: BlockSet, closed: Uint32Array): void {
    out.isSparse = false;
    out.words.set(closed);
    this.unite(block, out.words, 0);
    out.subtractWords(closed, 0);
  }

  override retain(block: number, set: BlockSet): void {
    if (this.children.length === 1) this.children[0]!.retain(block, set);
    else if (this.loadOpen !== undefined) retainExamined(this.loadOpen, block, set);
    else super.retain(block, set);
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
