/** Makes the operators for all documents with a field, or with a token in it. */
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';

export function existsOf(index: IndexReader, field: FieldHeader): Operator {
  return new TermOperator(index.exists(field), 'exists', field.name);
}

/** Returns the documents with at least one token in the field. */
export function anyTokenOf(index: IndexReader, field: FieldHeader): Operator {
  if (field.termCount === 0) return new Nothing(`${field.name}:*`);
  if (field.lengths === null) return existsOf(index, field);
  const { numbers } = index.lengths(field);
  claimMemory(4 * index.bitmapWords, 'the documents of a field');
  const words = new Uint32Array(index.bitmapWords);
  for (let doc = 0; doc < numbers.length; doc++) if (numbers[doc]! > 0) words[doc >>> 5]! |= 1 << (doc & 31);
  return new DocBitmap(words, 'any token', field.name);
}
