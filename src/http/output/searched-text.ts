/**
 * The searched text of an item, as valid UTF-8 with access by bytes or by UTF-16 units, the unit of matches. Invalid text in a
 * case file is replaced while it is read, so the file must be read once from its beginning to measure it.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { repaired } from '../../export/files/repaired-text.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { abandonParts } from '../../shared/ends/abandoned-parts.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { MEASURED_TEXTS_MAX, WAITING_BYTES_MAX } from '../limits.ts';
import { noPart, openPart } from './item-parts.ts';
import { turn } from './turns.ts';

/** Length of a complete text. */
export interface TextMeasure {
  readonly bytes: number;
  readonly units: number;
}

export interface OpenText {
  readonly bytes: number | null;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Keyed by source, index and item, the most recently used last. */
const measures = new Map<string, TextMeasure>();

export class SearchedText {
  readonly #source: ReadySource;
  readonly #item: IndexedItem;
  readonly #dependencies: Pick<Dependencies, 'items'>;
  readonly #signal: AbortSignal;
  readonly #key: string;

  /** Throws AppError NOT_FOUND if the item has no text. */
  constructor(source: ReadySource, item: IndexedItem, dependencies: Pick<Dependencies, 'items'>, signal: AbortSignal) {
    if (item.text === null) throw noPart('text', source, item);
    this.#source = source;
    this.#item = item;
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#key = `${source.summary.identity} ${source.name} ${item.id}`;
  }

  /** A strong validator: the text of an item changes only with the index. */
  get tag(): string {
    return `"text:${createHash('sha256').update(this.#key).digest('base64url').slice(0, 32)}"`;
  }

  /** The complete text, to be read once and closed by the caller; the length if known. */
  async open(): Promise<OpenText> {
    const { text } = this.#item;
    if (text === 'stored') {
      const stored = await this.#dependencies.items.storedText(this.#source, this.#item.id, this.#signal);
      return { ...stored, close: () => abandonParts(stored.pieces) };
    }
    const input = await openPart('text', text!, this.#source, this.#item);
    return { bytes: null, pieces: repaired(input), close: () => input.close() };
  }

  async measure(): Promise<TextMeasure> {
    const key = await this.#measuredKey();
    const known = measures.get(key);
    measures.delete(key);
    const measure = known ?? (await this.#measured());
    measures.set(key, measure);
    if (measures.size > MEASURED_TEXTS_MAX) measures.delete(measures.keys().next().value!);
    return measure;
  }

  /** If the size of the file differs, it is a different text. */
  async #measuredKey(): Promise<string> {
    const { text } = this.#item;
    if (text === 'stored') return this.#key;
    const input = await openPart('text', text!, this.#source, this.#item);
    await input.close();
    return `${this.#key} ${input.bytes}`;
  }

  async #measured(): Promise<TextMeasure> {
    let bytes = 0;
    let units = 0;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const piece of this.#pieces()) {
      bytes += piece.length;
      units += decoder.decode(piece, { stream: true }).length;
    }
    return { bytes, units: units + decoder.decode().length };
  }

  /** Bytes from `start` to before `end`. */
  stream(start: number, end: number): Readable {
    return this.#streamed(bytesBetween(this.#pieces(), start, end));
  }

  /** Returns the characters that begin at UTF-16 units from `start` to before `end`. */
  slice(start: number, end: number): Readable {
    return this.#streamed(unitsBetween(this.#pieces(), start, end));
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    const { pieces, close } = await this.open();
    try {
      for await (const piece of pieces) {
        yield piece;
        await turn();
        this.#signal.throwIfAborted();
      }
    } finally {
      await close();
    }
  }

  #streamed(pieces: AsyncIterable<Uint8Array>): Readable {
    return Readable.from(pieces, { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
  }
}

async function* bytesBetween(pieces: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  if (start >= end) return;
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    // The buffer of a piece may be reused.
    if (part.length > 0) yield Buffer.from(part);
    at += piece.length;
    if (at >= end) return;
  }
}

/** A surrogate pair belongs to the slice where it begins, so that adjacent slices are valid together. */
async function* unitsBetween(pieces: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = 0;
  if (start >= end) return;
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    const part = text.slice(wholeAt(text, start - at), wholeAt(text, end - at));
    if (part !== '') yield Buffer.from(part);
    at += text.length;
    if (at >= end) return;
  }
}

/** Limits an offset to the text. Within a surrogate pair, returns the end of the pair. */
function wholeAt(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.max(0, offset);
  return text.codePointAt(offset - 1)! > 0xffff ? offset + 1 : offset;
}
