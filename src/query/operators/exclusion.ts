/** Operator AND NOT: subtracts clauses from the first one, or the struck documents of an index from a plan. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StruckDocuments } from '../../engine/postings/struck-documents.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type BlockSet, SPARSE_MAX } from './block-set.ts';
import { DocBitmap } from './doc-bitmap.ts';
import { differenceOf, type ListShape } from './list-shape.ts';
import { LoadingOperator, type Operator } from './operator.ts';
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
export function withoutStruck({ struck, bitmapWords }: IndexReader, operator: Operator): Operator {
  if (struck.count === 0 || operator.isNothing) return operator;
  // All may be in one block, and the operator of a list loads them as an array.
  const areFew = struck.count <= SPARSE_MAX && struck.count * tuning.wordsPerPoint < bitmapWords;
  const excluded = areFew ? new TermOperator(struck.list, 'struck', '') : new StruckBitmap(struck);
  return new Exclusion(operator, [excluded]);
}

/** Most blocks have no struck document. */
class StruckBitmap extends DocBitmap {
  readonly #struck: StruckDocuments;

  constructor(struck: StruckDocuments) {
    super(struck.words, 'struck', '', struck.count);
    this.#struck = struck;
  }

  override remove(block: number, set: BlockSet): void {
    if (this.#struck.areIn(block)) super.remove(block, set);
  }
}
