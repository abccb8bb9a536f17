/** Verifies item ids, their order, stored items and the extents of inline texts. */
import { readU32, readU40 } from '../../codec/byte-reader.ts';
import { decodePartRef, type PartRef } from '../../shared/part-ref.ts';
import { type IndexHeader, TEXT_FRAME_BYTES } from '../format.ts';
import type { IndexReader } from '../index-reader.ts';
import type { StoredItem } from '../store/stored-item.ts';
import { TreeCheck } from '../structure/verify-tree.ts';
import type { Pause, Verification } from '../verify-findings.ts';

const TEXT_EXTENT_BYTES = 14;
/** Items between two pauses. */
const SLICE = 1024;

/** Checks ids, their order, stored items and the extents of inline texts. */
export class ItemCheck {
  readonly #verification: Verification<IndexReader>;
  readonly #header: IndexHeader;
  readonly #names: number;

  constructor(verification: Verification<IndexReader>, names: number) {
    this.#verification = verification;
    this.#header = verification.index.header;
    this.#names = names;
  }

  async check(pause: Pause): Promise<void> {
    const { findings } = this.#verification;
    findings.attempt(
      () => 'columns, ids',
      () => this.#ids(),
    );
    const texts = new TextExtents(this.#verification);
    findings.attempt(
      () => 'columns, item offsets',
      () => this.#offsets(),
    );
    const tree = new TreeCheck(this.#verification);
    let withText = 0;
    for (let doc = 0; doc < this.#header.documentCount; doc++) {
      findings.attempt(
        () => `items, document ${doc}`,
        () => {
          const item = this.#verification.index.item(doc);
          holdItem(item, this.#names, this.#header.originNumbers !== undefined);
          if (item.text !== null) withText++;
          texts.expect(doc, item.text === 'stored');
          tree.item(doc, item);
          findings.checked('items');
        },
      );
      if (doc % SLICE === 0) {
        const itemsTotal = this.#header.documentCount;
        await pause({ phase: 'items', items: doc, itemsTotal, bytes: 0, bytesTotal: 0 });
      }
    }
    findings.attempt(
      () => 'columns, text extents',
      () => texts.end(),
    );
    await tree.end();
    const { textCount } = this.#header;
    if (withText !== textCount) findings.add('header', `${withText} items have a text, expected ${textCount}`);
  }

  #ids(): void {
    const { index } = this.#verification;
    const ids = index.storedIds();
    const order = index.idOrder?.docs ?? null;
    const { documentCount } = this.#header;
    const seen = order === null ? null : new Uint8Array(documentCount);
    for (let rank = 0, before = -1; rank < documentCount; rank++) {
      const doc = order === null ? rank : order[rank]!;
      if (doc >= documentCount) throw new RangeError(`rank ${rank} is document ${doc}, which does not exist`);
      if (seen !== null && seen[doc] === 1) throw new RangeError(`document ${doc} has two ranks`);
      if (seen !== null) seen[doc] = 1;
      const id = ids[doc]!;
      if (id === before) throw new RangeError(`id ${id} occurs twice`);
      if (id < before) throw new RangeError(`id ${id} is out of order`);
      before = id;
    }
  }

  #offsets(): void {
    const stream = this.#verification.index.stream('items');
    const { itemOffsets, documentCount, frames } = this.#header;
    for (let doc = 0, before = -1; doc <= documentCount; doc++) {
      stream.fetch(itemOffsets.offset + doc * 5, 5);
      const offset = readU40(stream.bytes, stream.start);
      if (doc === 0 ? offset !== 0 : offset <= before)
        throw new RangeError(`the item of document ${doc} has no beginning`);
      if (doc === documentCount && offset !== frames.items.bytes)
        throw new RangeError('items do not end with their frames');
      before = offset;
    }
  }
}

/** Reads the extents of inline texts, in order of documents. */
class TextExtents {
  readonly #verification: Verification<IndexReader>;
  readonly #count: number;
  #next = 0;
  #end = 0;

  constructor(verification: Verification<IndexReader>) {
    this.#verification = verification;
    this.#count = verification.index.header.textPlaces.length / TEXT_EXTENT_BYTES;
  }

  /**
   * Checks the next extent against a document with or without an inline text. Each text begins at the end of the
   * previous one, or with the next frame.
   */
  expect(doc: number, hasText: boolean): void {
    const { index, findings } = this.#verification;
    const stream = index.stream('texts');
    const at = index.header.textPlaces.offset + this.#next * TEXT_EXTENT_BYTES;
    let located = -1;
    if (this.#next < this.#count) {
      stream.fetch(at, TEXT_EXTENT_BYTES);
      located = readU32(stream.bytes, stream.start);
    }
    if ((located === doc) !== hasText)
      throw new RangeError(hasText ? 'its text has no extent' : 'it refers to a text that it does not have');
    if (!hasText) return;
    const offset = readU40(stream.bytes, stream.start + 4);
    const length = readU40(stream.bytes, stream.start + 9);
    this.#next++;
    findings.checked('texts');
    // Some reconstructed texts begin with a frame.
    const frame = Math.ceil(this.#end / TEXT_FRAME_BYTES) * TEXT_FRAME_BYTES;
    if (offset !== this.#end && offset !== frame) {
      throw new RangeError(`its text begins at ${offset} and not at ${this.#end}`);
    }
    const end = this.#end;
    this.#end = offset + length;
    this.#holdFree(end, offset);
  }

  /** Gaps between two texts are zeros. */
  #holdFree(from: number, to: number): void {
    if (from === to) return;
    const { texts } = this.#verification.index;
    texts.fetch(from, to - from);
    if (texts.bytes.subarray(texts.start, texts.start + to - from).some((byte) => byte !== 0)) {
      throw new RangeError(`bytes ${from} to ${to} before its text belong to no text`);
    }
  }

  end(): void {
    if (this.#next !== this.#count) throw new RangeError('more extents of texts than texts');
    const { bytes } = this.#verification.index.header.frames.texts;
    if (this.#end !== bytes) throw new RangeError(`texts end at ${this.#end} and their frames at ${bytes}`);
  }
}

/** Throws unless a decoded item has the shape that answers require. */
function holdItem(item: StoredItem, names: number, mayBeEmpty: boolean): void {
  const { parentId, text, content, thumb, properties } = item;
  if (parentId !== null && !isCount(parentId)) throw new RangeError('the parent id is not a number');
  if (text !== 'stored') holdRef(text, 'text');
  holdRef(content, 'content');
  holdRef(thumb, 'thumb');
  const seen = new Set<string>();
  for (const [name, values] of properties) {
    if (typeof name !== 'string') throw new RangeError(`a property has none of the ${names} names`);
    if (seen.has(name)) throw new RangeError(`property ${JSON.stringify(name)} occurs twice`);
    seen.add(name);
    // A property with bytes instead of text has an empty list of values.
    const isEmpty = !Array.isArray(values) || (values.length === 0 && !mayBeEmpty);
    if (isEmpty || !values.every((value) => typeof value === 'string')) {
      throw new RangeError(`property ${JSON.stringify(name)} has no values`);
    }
  }
}

function holdRef(ref: PartRef | null, what: string): void {
  if (ref !== null && decodePartRef(ref) === null) throw new RangeError(`the reference to its ${what} is invalid`);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
