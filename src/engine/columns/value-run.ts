/**
 * A sorted run of whole values, between a build's items and its columns:
 *
 *   run   := {column + 1, bytes of the folded value, UTF-8, bytes of the spelling + 1, UTF-8, documents}, 0
 *            where the spelling is the folded value: 0 and no bytes
 *   documents := first document + 1, {distance to the one before}, 0
 */

import { FOLDED_BYTES_FACTOR, foldBytes } from '../../analysis/fold-bytes.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { ByteWriter } from '../../codec/byte-writer.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { VarintInput, type VarintSource } from '../store/varint-input.ts';
import { SHORT_UNITS, stringOf, type TextsInMemory } from './held-texts.ts';
import { sortTexts } from './sort-texts.ts';

/** Values in memory, and each occurrence of one with its document, ascending. */
export interface HeldValues {
  readonly texts: TextsInMemory;
  readonly occurrences: number;
  readonly values: Uint32Array<ArrayBuffer>;
  readonly docs: Uint32Array<ArrayBuffer>;
}

const ASCII = /^[\0-\x7f]*$/;

/** A value as it is sorted and compared. Most are of characters for which that is their lower case. */
export function foldedOf(spelling: string): string {
  return spelling.length <= SHORT_UNITS && ASCII.test(spelling) ? spelling.toLowerCase() : foldWhole(spelling);
}

/** Writes values as a run; `onBytes` is called often, and may empty `out`. */
export function writeValueRun(held: HeldValues, out: ByteWriter, onBytes: () => void): void {
  const folded = encodeFolded(held.texts);
  const { starts, docs } = docsByValue(held);
  for (const [column, order] of byColumn(held.texts)) {
    sortTexts(folded, order);
    sortSpellings(folded, order, held.texts);
    for (const value of order) {
      out.varint(column + 1);
      const length = folded.starts[value + 1]! - folded.starts[value]!;
      out.varint(length);
      out.copy(folded.bytes, folded.starts[value]!, folded.starts[value + 1]!);
      if (folded.isSpelling[value] === 1) out.varint(0);
      else writeSpelling(out, held.texts, value);
      for (let i = starts[value]!, before = -1; i < starts[value + 1]!; i++) {
        out.varint(docs[i]! - before);
        before = docs[i]!;
        onBytes();
      }
      out.varint(0);
      onBytes();
    }
  }
  out.varint(0);
}

function writeSpelling(out: ByteWriter, texts: TextsInMemory, value: number): void {
  const string = stringOf(texts, value);
  if (string !== undefined) {
    const encoded = Buffer.from(string);
    out.varint(encoded.length + 1);
    out.copy(encoded);
    return;
  }
  const { bytes, starts } = texts;
  out.varint(starts[value + 1]! - starts[value]! + 1);
  out.copy(bytes, starts[value]!, starts[value + 1]!);
}

interface FoldedTexts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  /** 1 where the value is spelled as it is folded. */
  readonly isSpelling: Uint8Array;
}

/** The folded values, in the order of their numbers. */
function encodeFolded(texts: TextsInMemory): FoldedTexts {
  const { count, bytes: all } = texts;
  let bytes = Buffer.allocUnsafe(texts.starts[count]! + 1024);
  const isSpelling = new Uint8Array(count);
  const starts = new Uint32Array(count + 1);
  let at = 0;
  for (let value = 0; value < count; value++) {
    starts[value] = at;
    const start = texts.starts[value]!;
    const end = texts.starts[value + 1]!;
    const string = stringOf(texts, value);
    if (string === undefined) {
      const most = FOLDED_BYTES_FACTOR * (end - start);
      if (at + most > bytes.length) bytes = grown(bytes, most);
      const folded = foldBytes(all, start, end, bytes, at);
      if (folded >= 0) {
        if (compareBytes(all, start, end, bytes, at, folded) === 0) isSpelling[value] = 1;
        at = folded;
        continue;
      }
    }
    const spelling = string ?? textOf(all, start, end);
    const folded = foldWhole(spelling);
    if (folded === spelling) isSpelling[value] = 1;
    if (at + 3 * folded.length > bytes.length) bytes = grown(bytes, 3 * folded.length);
    at += bytes.write(folded, at);
  }
  starts[count] = at;
  return { bytes, starts, isSpelling };
}

function textOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString('utf8');
}

function grown(bytes: Buffer<ArrayBuffer>, more: number): Buffer<ArrayBuffer> {
  const result = Buffer.allocUnsafe(bytes.length * 2 + more);
  result.set(bytes);
  return result;
}

function docsByValue({ texts, occurrences, values, docs }: HeldValues): { starts: Uint32Array; docs: Uint32Array } {
  const { count } = texts;
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < occurrences; i++) starts[values[i]! + 1]!++;
  for (let value = 0; value < count; value++) starts[value + 1]! += starts[value]!;
  const next = starts.slice();
  const sorted = new Uint32Array(occurrences);
  for (let i = 0; i < occurrences; i++) sorted[next[values[i]!]!++] = docs[i]!;
  return { starts, docs: sorted };
}

/** The values of each column, columns ascending. */
function byColumn({ columns, count }: TextsInMemory): readonly (readonly [column: number, values: Uint32Array])[] {
  let last = -1;
  for (let value = 0; value < count; value++) if (columns[value]! > last) last = columns[value]!;
  const starts = new Uint32Array(last + 2);
  for (let value = 0; value < count; value++) starts[columns[value]! + 1]!++;
  for (let column = 0; column <= last; column++) starts[column + 1]! += starts[column]!;
  const next = starts.slice();
  const sorted = new Uint32Array(count);
  for (let value = 0; value < count; value++) sorted[next[columns[value]!]!++] = value;
  const lists: [column: number, values: Uint32Array][] = [];
  for (let column = 0; column <= last; column++) {
    const values = sorted.subarray(starts[column], starts[column + 1]);
    if (values.length > 0) lists.push([column, values]);
  }
  return lists;
}

/** Puts values that fold alike in order of their spellings. */
function sortSpellings({ bytes, starts, isSpelling }: FoldedTexts, order: Uint32Array, texts: TextsInMemory): void {
  const spelling = (value: number): Uint8Array => {
    const string = texts.strings.get(value);
    return string === undefined
      ? texts.bytes.subarray(texts.starts[value], texts.starts[value + 1])
      : Buffer.from(string);
  };
  // Of values that fold alike, one at most is spelled as it is folded.
  const areAlike = (a: number, b: number): boolean =>
    (isSpelling[a] === 0 || isSpelling[b] === 0) &&
    compareBytes(bytes, starts[a]!, starts[a + 1]!, bytes, starts[b]!, starts[b + 1]!) === 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && areAlike(order[from]!, order[to]!)) to++;
    if (to - from > 1) {
      const some = Array.from(order.subarray(from, to), (value) => ({ value, bytes: spelling(value) }));
      some.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
      for (const [i, { value }] of some.entries()) order[from + i] = value;
    }
    from = to;
  }
}

/** Reads a run from its beginning to its end. */
export class ValueRunReader {
  column = 0;
  readonly folded: Bytes = { bytes: new Uint8Array(64), length: 0 };
  readonly spelling: Bytes = { bytes: new Uint8Array(64), length: 0 };
  readonly #input: VarintInput;
  #doc = -1;
  #hasMore = false;

  constructor(run: VarintSource, readBytes: number) {
    this.#input = new VarintInput(run, readBytes);
  }

  /** Moves to the next value; what is left of the current one is skipped. */
  next(): boolean {
    while (this.nextDoc() >= 0);
    const column = this.#input.varint();
    if (column === 0) return false;
    this.column = column - 1;
    this.#copy(this.folded, this.#input.varint());
    const length = this.#input.varint();
    if (length > 0) this.#copy(this.spelling, length - 1);
    else {
      if (this.spelling.bytes.length < this.folded.length) this.spelling.bytes = new Uint8Array(2 * this.folded.length);
      this.spelling.bytes.set(this.folded.bytes.subarray(0, this.folded.length));
      this.spelling.length = this.folded.length;
    }
    this.#doc = -1;
    this.#hasMore = true;
    return true;
  }

  /** The next document of the current value, or -1. */
  nextDoc(): number {
    if (!this.#hasMore) return -1;
    const distance = this.#input.varint();
    this.#hasMore = distance > 0;
    if (distance === 0) return -1;
    this.#doc += distance;
    return this.#doc;
  }

  #copy(to: Bytes, length: number): void {
    if (to.bytes.length < length) to.bytes = new Uint8Array(length * 2);
    this.#input.copy(to.bytes, length);
    to.length = length;
  }
}

export interface Bytes {
  bytes: Uint8Array;
  length: number;
}
