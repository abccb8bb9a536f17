/** Writes the rows of a request. Chooses the writer, and processes items until a part is full. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { StoredItemCursor } from '../../engine/store/stored-item-cursor.ts';
import type { RowForm, RowsRequest } from '../../search/rows.ts';
import { AppError } from '../../shared/errors.ts';
import { CellRows } from './cell-rows.ts';
import { type CellStyle, csvCells, DAT_CELLS } from './cell-styles.ts';
import { JsonRowWriter } from './json-rows.ts';
import { RowBytes } from './row-bytes.ts';
import type { RowWriter } from './row-writer.ts';
import { surveyedCells } from './surveyed-cells.ts';
import { XLSX_CELLS } from './xlsx-cells.ts';

/** A part is full above this size. */
const PART_BYTES = 256 * 1024;
/** A row that would exceed this is split, and its rest follows. */
const PART_BYTES_MAX = 512 * 1024;
/** Cached writers of an index: each export has one or two. */
const WRITERS_KEPT = 8;

const NO_NOTES = Buffer.alloc(0);

/** The rest of the last row, not split into pieces yet. */
export interface WrittenRows {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly rest: Uint8Array | null;
}

/** Throws AppError CONFLICT for an unknown id. Such an id comes from another index. */
export function* writeRows(index: IndexReader, request: RowsRequest): Generator<void, WrittenRows> {
  const { ids, bookmarks, notes, reviewed, hashsets } = request;
  const writer = writerOf(index, request);
  const texts = bookmarks === null ? [] : writer.nameTexts(bookmarks.lists);
  const reviewers = reviewed === null ? [] : writer.nameTexts(reviewed.lists);
  const sets = hashsets === null ? [] : writer.nameTexts(hashsets.lists);
  const out = new RowBytes();
  const item = new StoredItemCursor();
  const ends = new Uint32Array(ids.length);
  let count = 0;
  let noted = 0;
  while (count < ids.length && (count === 0 || out.length < PART_BYTES)) {
    const id = ids[count]!;
    const doc = index.docOf(id);
    if (doc < 0) throw gone(id, request.label);
    index.walkItem(doc, item);
    const hasNotes = notes !== null && notes.at[noted] === count;
    const own = hasNotes ? Buffer.from(notes.texts[noted++]!) : NO_NOTES;
    writer.write(out, item, id, {
      bookmarks: bookmarks === null ? writer.noNames : texts[bookmarks.of[count]!]!,
      notes: notes === null ? null : own,
      reviewed: reviewed === null ? null : reviewers[reviewed.of[count]!]!,
      hashsets: hashsets === null ? null : sets[hashsets.of[count]!]!,
    });
    ends[count++] = out.length;
    yield;
  }
  const bytes = out.bytes.subarray(0, out.length);
  if (out.length <= PART_BYTES_MAX) return { bytes, ends: ends.subarray(0, count), rest: null };
  return {
    bytes: bytes.subarray(0, PART_BYTES_MAX),
    ends: ends.subarray(0, count),
    rest: bytes.subarray(PART_BYTES_MAX),
  };
}

const writers = new WeakMap<IndexReader, Map<string, RowWriter>>();

function writerOf(index: IndexReader, { label, form }: RowsRequest): RowWriter {
  let kept = writers.get(index);
  if (kept === undefined) {
    kept = new Map();
    writers.set(index, kept);
  }
  const key = JSON.stringify([label, form]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= WRITERS_KEPT) kept.delete(kept.keys().next().value!);
  const writer = newWriter(index, label, form);
  kept.set(key, writer);
  return writer;
}

function newWriter(index: IndexReader, label: string, form: RowForm): RowWriter {
  if (form.kind === 'json') return new JsonRowWriter(index, label, form.properties);
  return new CellRows(index, label, form.columns, styleOf(form));
}

function styleOf(form: Exclude<RowForm, { kind: 'json' }>): CellStyle {
  switch (form.kind) {
    case 'csv':
      return csvCells(form.style);
    case 'dat':
      return DAT_CELLS;
    case 'survey':
      return surveyedCells(form.isGuarded);
    case 'xlsx':
      return XLSX_CELLS;
  }
}

function gone(id: number, label: string): AppError {
  return new AppError(
    'CONFLICT',
    `The item ${id} of the source ${JSON.stringify(label)} is no longer in its index. Start again.`,
  );
}
