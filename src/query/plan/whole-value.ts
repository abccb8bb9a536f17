/**
 * Plans `field:="text"`: items with a value that equals the text after folding. Looks the text up in the column that
 * facets count, so that both agree, whatever the type and analysis of the field.
 */
import type { WholeQuery } from '../../../grammar/ast.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import { columnOf } from '../../engine/columns/column-rule.ts';
import { ValueColumnReader } from '../../engine/columns/values/value-column-reader.ts';
import { foldedOf } from '../../engine/columns/values/value-run.ts';
import { SPELLINGS_PER_GROUP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { lengthenedInQuery } from '../../shared/longer-arrays.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import { tuning } from '../../shared/thresholds.ts';
import { refusalOf } from '../columns/field-columns.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { operatorOfDocs } from './docs-operator.ts';

const DOCS_PER_SLICE = tuning.columnDocs;

/** Throws AppError QUERY_INVALID for a field without a column. */
export function* planWhole(index: IndexReader, { field, text }: WholeQuery): Generator<void, Operator> {
  const reason = refusalOf(index, field);
  if (reason !== null)
    throw new AppError('QUERY_INVALID', `${reason} Search for its words instead: remove the = after the :.`);
  const folded = foldWhole(text);
  const shown = `${field}:=${JSON.stringify(text)}`;
  const header = index.fields.get(field);
  // If a whole value is one term with the same folding, its list is shorter to read.
  if (header?.analysis === 'whole' && index.header.origin === undefined && folded !== '') {
    const info = index.dictionary(header).find(folded);
    // Created without the field, so that it scores 1 like every whole value.
    return info === null ? new Nothing(shown) : new TermOperator(index.list(info), 'whole value', shown);
  }
  const column = index.valueColumns.get(columnOf(field)!);
  if (column === undefined) return new Nothing(shown);
  const reader = new ValueColumnReader(index.columns, column);
  const first = firstSpelling(reader, folded);
  let end = first;
  while (end < column.spellingCount && foldedOf(reader.spelling(end)) === folded) end++;
  if (end === first) return new Nothing(shown);
  return operatorOfDocs(index, yield* docsOf(reader, first, end), 'whole value', shown);
}

/** Returns the first spelling whose folded value is not less than a text. */
function firstSpelling(reader: ValueColumnReader, folded: string): number {
  const wanted = Buffer.from(folded);
  const isFrom = (n: number): boolean => Buffer.compare(Buffer.from(foldedOf(reader.spelling(n))), wanted) >= 0;
  return leastPassing(reader.column.spellingCount, isFrom);
}

/** Returns the documents of some spellings, ascending, without repeats. */
function* docsOf(reader: ValueColumnReader, first: number, end: number): Generator<void, Uint32Array> {
  const group = Math.floor(first / SPELLINGS_PER_GROUP);
  const documents = reader.documents(group);
  let docs = new Uint32Array(64);
  let count = 0;
  let read = 0;
  for (let spelling = group * SPELLINGS_PER_GROUP; spelling < end; spelling++) {
    for (let doc = documents.first(); doc >= 0; doc = documents.next()) {
      if (++read % DOCS_PER_SLICE === 0) yield;
      if (spelling < first) continue;
      if (count === docs.length) docs = lengthenedInQuery(docs, 2 * count, 'the items of a value');
      docs[count++] = doc;
    }
  }
  const found = docs.subarray(0, count);
  return end - first === 1 ? found : withoutRepeats(found.sort());
}

function withoutRepeats(docs: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < docs.length; i++) if (i === 0 || docs[i] !== docs[i - 1]) docs[count++] = docs[i]!;
  return docs.subarray(0, count);
}
