/**
 * The rows of a set in order. Some windows are requested ahead, so that several processes write rows while others are sent.
 * Their number bounds the memory, whatever the size of the set.
 */
import { printItemNotes } from '../search/notes/item-note.ts';
import type { RowBookmarks, RowForm, RowNotes, Rows } from '../search/rows.ts';
import type { ExportSet, ExportSource, Pieces } from './export-set.ts';
import { type Window, windowsOf } from './windows.ts';

/** Windows that are requested before the current one has been read. */
const WINDOWS_AHEAD = 3;
/** Short pieces from several sources are joined up to about this many bytes. */
const JOINED_BYTES = 64 * 1024;

/** UTF-16 units of notes that are sent at once with their items. The notes of a single item may exceed it. */
const NOTED_UNITS_AT_ONCE = 2 ** 20;

/** A row. A long row continues in `rest`. */
export interface ExportRow<T> {
  readonly source: T;
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly rest: Rows['rest'];
}

/** All rows, concatenated. */
export async function* rowPieces<T extends ExportSource>(set: ExportSet<T>, form: RowForm): Pieces {
  for await (const { window, parts } of windowsAhead(set, form)) {
    if (window.order === null) yield* parts[0]!.pieces();
    else yield* joined(rowsIn(window, parts));
  }
}

/** Yields the rows one by one, in batches. */
export async function* singleRows<T extends ExportSource>(
  set: ExportSet<T>,
  form: RowForm,
): AsyncGenerator<readonly ExportRow<T>[], void, undefined> {
  for await (const { window, parts } of windowsAhead(set, form)) yield* rowsIn(window, parts);
}

interface AskedWindow<T extends ExportSource> {
  readonly window: Window<T>;
  readonly parts: readonly PartRows<T>[];
}

async function* windowsAhead<T extends ExportSource>(
  set: ExportSet<T>,
  form: RowForm,
): AsyncGenerator<AskedWindow<T>, void, undefined> {
  const asked: AskedWindow<T>[] = [];
  for await (const window of windowsOf(await set.hits())) {
    asked.push({ window, parts: window.parts.map(({ source, ids }) => new PartRows(set, form, source, ids)) });
    if (asked.length > WINDOWS_AHEAD) yield asked.shift()!;
  }
  yield* asked;
}

/** Yields rows of some items of one source. The first rows are requested immediately. */
class PartRows<T extends ExportSource> {
  readonly source: T;
  readonly #set: ExportSet<T>;
  readonly #form: RowForm;
  readonly #ids: Uint32Array;
  readonly #bookmarks: Promise<RowBookmarks | null>;
  readonly #reviewed: Promise<RowBookmarks | null>;
  readonly #hashsets: Promise<RowBookmarks | null>;
  readonly #first: Promise<Rows>;

  constructor(set: ExportSet<T>, form: RowForm, source: T, ids: Uint32Array) {
    this.source = source;
    this.#set = set;
    this.#form = form;
    this.#ids = ids;
    this.#bookmarks = set.bookmarksOf(source, ids);
    this.#reviewed = namesOf(set.reviewed, source, ids);
    this.#hashsets = namesOf(set.hashsets, source, ids);
    for (const names of [this.#reviewed, this.#hashsets]) names.catch(() => undefined);
    this.#first = this.#ask(0);
    // It is awaited when its turn comes. Until then, an error must not count as unhandled.
    this.#first.catch(() => undefined);
  }

  async #ask(from: number): Promise<Rows> {
    const bookmarks = rest(await this.#bookmarks, from);
    const reviewed = rest(await this.#reviewed, from);
    const hashsets = rest(await this.#hashsets, from);
    const { notes, count } = this.#notesFrom(from);
    const ids = this.#ids.subarray(from, from + count);
    const request = { ids, form: this.#form, bookmarks, notes, reviewed, hashsets };
    return this.#set.items.rows(this.source, request, this.#set.signal);
  }

  /** Returns how many items to request so that their notes fit in one message; at least one. */
  #notesFrom(from: number): { readonly notes: RowNotes | null; readonly count: number } {
    const { notes: notesOf } = this.#set;
    const left = this.#ids.length - from;
    if (notesOf === null) return { notes: null, count: left };
    const at: number[] = [];
    const texts: string[] = [];
    let units = 0;
    for (let i = 0; i < left; i++) {
      const notes = notesOf(this.source, this.#ids[from + i]!);
      if (notes.length === 0) continue;
      const text = this.#form.kind === 'json' ? JSON.stringify(notes) : printItemNotes(notes);
      units += text.length;
      if (texts.length > 0 && units > NOTED_UNITS_AT_ONCE)
        return { notes: { at: Uint32Array.from(at), texts }, count: i };
      at.push(i);
      texts.push(text);
    }
    return { notes: { at: Uint32Array.from(at), texts }, count: left };
  }

  async *#batches(): AsyncGenerator<{ readonly from: number; readonly rows: Rows }, void, undefined> {
    let rows = await this.#first;
    for (let from = 0; ; ) {
      yield { from, rows };
      from += rows.ends.length;
      if (from === this.#ids.length) return;
      rows = await this.#ask(from);
    }
  }

  async *pieces(): Pieces {
    for await (const { rows } of this.#batches()) {
      yield rows.bytes;
      if (rows.rest !== null) yield* rows.rest;
    }
  }

  async *rows(): AsyncGenerator<ExportRow<T>, void, undefined> {
    for await (const { from, rows } of this.#batches()) {
      let start = 0;
      for (const [i, end] of rows.ends.entries()) {
        const isLast = i === rows.ends.length - 1;
        const bytes = rows.bytes.subarray(start, end);
        yield { source: this.source, id: this.#ids[from + i]!, bytes, rest: isLast ? rows.rest : null };
        start = end;
      }
    }
  }
}

/** Returns the names of each item, or an empty list. Null if rows have no column for names. */
async function namesOf<T>(
  find: ((source: T, ids: Uint32Array) => Promise<RowBookmarks | null>) | null,
  source: T,
  ids: Uint32Array,
): Promise<RowBookmarks | null> {
  return find === null ? null : ((await find(source, ids)) ?? { lists: [[]], of: new Uint32Array(ids.length) });
}

function rest(names: RowBookmarks | null, from: number): RowBookmarks | null {
  return names === null ? null : { lists: names.lists, of: names.of.subarray(from) };
}

async function* rowsIn<T extends ExportSource>(
  { order }: Window<T>,
  parts: readonly PartRows<T>[],
): AsyncGenerator<readonly ExportRow<T>[], void, undefined> {
  const readers = parts.map((part) => part.rows());
  let rows: ExportRow<T>[] = [];
  let bytes = 0;
  const take = async (part: number): Promise<boolean> => {
    const next = await readers[part]!.next();
    if (next.done === true) return false;
    rows.push(next.value);
    bytes += next.value.bytes.length;
    return true;
  };
  for (let i = 0; order === null || i < order.length; i++) {
    if (!(await take(order === null ? 0 : order[i]!))) break;
    // The rest of a long row is read before later rows are requested.
    if (bytes < JOINED_BYTES && rows.at(-1)!.rest === null) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

async function* joined<T>(lists: AsyncIterable<readonly ExportRow<T>[]>): Pieces {
  for await (const rows of lists) {
    yield Buffer.concat(rows.map(({ bytes }) => bytes));
    const rest = rows.at(-1)?.rest ?? null;
    if (rest !== null) yield* rest;
  }
}
