/** Writes the data of fields besides terms: columns, the documents of a field, distinct values, and headers. */
import { ByteWriter } from '../codec/byte-writer.ts';
import type { DictionaryHeader, Extent, FieldHeader } from './format.ts';
import type { FieldState } from './inversion/field-state.ts';
import { writeDocList } from './postings/doc-list-writer.ts';
import { appendPages } from './store/append-pages.ts';
import type { StoreWriter } from './store/store-writer.ts';
import type { StreamWriter } from './store/stream-writer.ts';

/** Whether a phrase of words can be searched in the field. It cannot in numbers and dates. */
export function isOfTexts(field: FieldState): boolean {
  return field.analysis === 'text' && field.typed().type === 'text';
}

/** Parts of a field's header that describe its columns. */
export type FieldColumns = Pick<FieldHeader, 'type' | 'lengths' | 'numbers'>;

/** Fields must be passed in ascending order. */
export function writeColumns(field: FieldState, columns: StreamWriter): FieldColumns {
  const { type, points } = field.typed();
  return {
    type,
    lengths: field.isUnitLength ? null : appendPages(columns, field.lengths),
    numbers: points === null ? null : points.write(columns),
  };
}

export function writeField(
  store: StoreWriter,
  field: FieldState,
  { type, lengths, numbers }: FieldColumns,
  terms: DictionaryHeader,
  pairs: DictionaryHeader | null,
): FieldHeader {
  const values = field.values();
  return {
    name: field.name,
    type,
    analysis: field.analysis,
    exists: writeDocList(store.stream('postings'), field.exists, field.docCount),
    tokenCount: field.tokenCount,
    hasSharedPositions: field.hasSharedPositions,
    longWords: field.longWords,
    ...terms,
    pairs,
    lengths,
    numbers,
    values: values === null ? null : writeValues(store, values),
    valueCount: values?.size ?? 0,
  };
}

function writeValues(store: StoreWriter, values: ReadonlyMap<string, number>): Extent {
  const out = new ByteWriter();
  for (const [value, items] of values) {
    const bytes = Buffer.from(value, 'utf8');
    out.varint(bytes.length);
    out.copy(bytes);
    out.varint(items);
  }
  return append(store.stream('values'), out);
}

function append(stream: StreamWriter, out: ByteWriter): Extent {
  const offset = stream.length;
  stream.append(out.bytes, 0, out.length);
  return { offset, length: out.length };
}
