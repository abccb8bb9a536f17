/** Takes the struck documents of an index out of a plan. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StruckDocuments } from '../../engine/postings/struck-documents.ts';
import type { BlockSet } from '../operators/block-set.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import { Exclusion } from '../operators/exclusion.ts';
import type { Operator } from '../operators/operator.ts';

/** Returns the operator of the documents that are not struck. */
export function withoutStruck({ struck, bitmapWords }: IndexReader, operator: Operator): Operator {
  if (struck.count === 0 || operator.isNothing) return operator;
  return new Exclusion(operator, [new StruckBitmap(struck, bitmapWords)]);
}

/** Most blocks have no struck document. */
class StruckBitmap extends DocBitmap {
  readonly #struck: StruckDocuments;

  constructor(struck: StruckDocuments, bitmapWords: number) {
    super(struck.bitmap(bitmapWords), 'struck', '', struck.count);
    this.#struck = struck;
  }

  override remove(block: number, set: BlockSet): void {
    if (this.#struck.areIn(block)) super.remove(block, set);
  }
}
