/**
 * Writes items as JSON Lines: `{"source","id","parentId","properties","bookmarks","notes","reviewed","hashsets"}`. The
 * last three are present only if there are any.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StoredItemCursor } from '../../engine/store/stored-item-cursor.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { RowBytes } from './row-bytes.ts';
import type { RowMarks, RowWriter } from './row-writer.ts';
import { dateNames, renderedDate } from './stored-dates.ts';

const COMMA = 0x2c;
const CLOSE_LIST = 0x5d;
const PARENT = Buffer.from(',"parentId":');
const PROPERTIES = Buffer.from(',"properties":{');
const BOOKMARKS = Buffer.from('},"bookmarks":');
const NOTES = Buffer.from(',"notes":');
const REVIEWED = Buffer.from(',"reviewed":');
const HASHSETS = Buffer.from(',"hashsets":');
/** The bytes of an empty list. */
const NO_NAMES = Buffer.from('[]');
const END = Buffer.from('}\n');

/** Writes a member with names, if there are any. */
function putNames(out: RowBytes, member: Uint8Array, names: Uint8Array | null): void {
  if (names === null || names.length <= NO_NAMES.length) return;
  out.putAll(member);
  out.putAll(names);
}

export class JsonRowWriter implements RowWriter {
  readonly noNames = NO_NAMES;
  readonly #start: Buffer;
  readonly #names: readonly string[];
  /** Indexed by number of a name: `"name":[`, made on first use. */
  readonly #texts: (Buffer | undefined)[] = [];
  readonly #isDate: Uint8Array;
  /** Indexed by number of a name; null: all are shown. */
  readonly #isShown: Uint8Array | null;

  constructor(index: IndexReader, label: string, properties: readonly string[] | null) {
    this.#start = Buffer.from(`{"source":${JSON.stringify(label)},"id":`);
    this.#names = index.names;
    this.#isDate = dateNames(index);
    const shown = new Set(properties?.flatMap((name) => aliasesOf(index.ownName(name))));
    this.#isShown = properties === null ? null : Uint8Array.from(index.names, (name) => (shown.has(name) ? 1 : 0));
  }

  nameTexts(lists: readonly (readonly string[])[]): readonly Uint8Array[] {
    return lists.map((names) => Buffer.from(JSON.stringify(names)));
  }

  write(out: RowBytes, item: StoredItemCursor, id: number, { bookmarks, notes, reviewed, hashsets }: RowMarks): void {
    out.putAll(this.#start);
    out.putNumber(id);
    if (item.parentId >= 0) {
      out.putAll(PARENT);
      out.putNumber(item.parentId);
    }
    out.putAll(PROPERTIES);
    const isShown = this.#isShown;
    let isFirst = true;
    while (item.nextProperty()) {
      if (isShown !== null && isShown[item.name] !== 1) continue;
      if (!isFirst) out.put(COMMA);
      isFirst = false;
      this.#writeProperty(out, item);
    }
    out.putAll(BOOKMARKS);
    out.putAll(bookmarks);
    if (notes !== null && notes.length > 0) {
      out.putAll(NOTES);
      out.putAll(notes);
    }
    putNames(out, REVIEWED, reviewed);
    putNames(out, HASHSETS, hashsets);
    out.putAll(END);
  }

  #writeProperty(out: RowBytes, item: StoredItemCursor): void {
    const { name, valueCount } = item;
    this.#texts[name] ??= Buffer.from(`${JSON.stringify(this.#names[name])}:[`);
    out.putAll(this.#texts[name]);
    const isDate = this.#isDate[name] === 1;
    item.seek(item.values);
    for (let i = 0; i < valueCount; i++) {
      if (i > 0) out.put(COMMA);
      item.nextValue();
      const date = isDate ? renderedDate(item.bytes, item.valueStart, item.valueEnd) : null;
      if (date === null) out.putJson(item.bytes, item.valueStart, item.valueEnd);
      else out.putJson(date, 0, date.length);
    }
    out.put(CLOSE_LIST);
  }
}
