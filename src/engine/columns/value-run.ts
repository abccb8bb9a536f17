/**
 * A sorted run of whole values, between a build's items and its columns:
 *
 *   run   := {column + 1, bytes of the folded value, UTF-8, bytes of the spelling + 1, UTF-8, documents}, 0
 *            where the spelling is the folded value: 0 and no bytes
 *   documents := first document + 1, {distance to the one before}, 0
 */

import { foldWhole } from '../../analysis/whole-value.ts';
import type { ByteWriter } from '../../codec/byte-writer.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { VarintInput, type VarintSource } from '../store/varint-input.ts';
import { sortTexts } from './sort-texts.ts';

/** Values in memory: of each its column, and how the case spells it; each occurrence with its document, ascending. */
export interface HeldValues {
  readonly columns: readonly number[];
  readonly spellings: readonly string[];
  readonly occurrences: number;
  readonly values: Uint32Array;
  readonly docs: Uint32Array;
}

const ASCII = /^[\0-\x7f]*$/;

/** A value as it is sorted and compared. Most are of characters for which that is their lower case. */
export function foldedOf(spelling: string): string {
  return spelling.length <= SHORT_UNITS && ASCII.test(spelling) ? spelling.toLowerCase() : foldWhole(spelling);
}

const SHORT_UNITS = 1000;

/** Writes values as a run; `onBytes` is called often, and may empty `out`. */
export function writeValueRun(held: HeldValues, out: ByteWriter, onBytes: () => void): void {
  const texts = encodeFolded(held.spellings);
  const { starts, docs } = docsByValue(held);
  for (const [column, order] of byColumn(held.columns)) {
    sortTexts(texts, order, 0, order.length);
    sortSpellings(texts, order, held.spellings);
    for (const value of order) {
      out.varint(column + 1);
      const length = texts.starts[value + 1]! - texts.starts[value]!;
      out.varint(length);
      out.copy(texts.bytes, texts.starts[value]!, texts.starts[value + 1]!);
      writeSpelling(out, held.spellings[value]!, texts.kinds[value]!);
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

/** How a value is spelled: as it is folded, in ASCII, or otherwise. */
const FOLDED = 1;
const IN_ASCII = 2;
const OTHERWISE = 0;

function writeSpelling(out: ByteWriter, spelling: string, kind: number): void {
  if (kind === FOLDED) {
    out.varint(0);
    return;
  }
  if (kind === OTHERWISE) {
    const encoded = Buffer.from(spelling);
    out.varint(encoded.length + 1);
    out.copy(encoded);
    return;
  }
  const { length } = spelling;
  out.varint(length + 1);
  out.reserve(length);
  const { bytes } = out;
  for (let i = 0, at = out.length; i < length; i++, at++) bytes[at] = spelling.charCodeAt(i);
  out.length += length;
}

interface EncodedTexts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly kinds: Uint8Array;
}

/** Writes the folded value of a spelling that is short and ASCII, and says how that is spelled; OTHERWISE for any other. */
function writeFolded(spelling: string, bytes: Uint8Array, start: number): number {
  const { length } = spelling;
  if (length > SHORT_UNITS) return OTHERWISE;
  let kind = FOLDED;
  for (let i = 0, at = start; i < length; i++, at++) {
    const unit = spelling.charCodeAt(i);
    if (unit >= 0x80) return OTHERWISE;
    const isUpper = unit >= 0x41 && unit <= 0x5a;
    if (isUpper) kind = IN_ASCII;
    bytes[at] = isUpper ? unit + 0x20 : unit;
  }
  return kind;
}

function encodeFolded(spellings: readonly string[]): EncodedTexts {
  let units = 0;
  for (let value = 0; value < spellings.length; value++) units += spellings[value]!.length;
  let bytes = Buffer.allocUnsafe(units + 1024);
  const kinds = new Uint8Array(spellings.length);
  const starts = new Uint32Array(spellings.length + 1);
  let at = 0;
  for (let value = 0; value < spellings.length; value++) {
    const spelling = spellings[value]!;
    starts[value] = at;
    if (at + spelling.length > bytes.length) bytes = grown(bytes, spelling.length);
    const kind = writeFolded(spelling, bytes, at);
    kinds[value] = kind;
    if (kind !== OTHERWISE) {
      at += spelling.length;
      continue;
    }
    const folded = foldWhole(spelling);
    if (folded === spelling) kinds[value] = FOLDED;
    if (at + 3 * folded.length > bytes.length) bytes = grown(bytes, 3 * folded.length);
    at += bytes.write(folded, at);
  }
  starts[spellings.length] = at;
  return { bytes, starts, kinds };
}

function grown(bytes: Buffer<ArrayBuffer>, more: number): Buffer<ArrayBuffer> {
  const result = Buffer.allocUnsafe(bytes.length * 2 + more);
  result.set(bytes);
  return result;
}

function docsByValue({ spellings, occurrences, values, docs }: HeldValues): { starts: Uint32Array; docs: Uint32Array } {
  const starts = new Uint32Array(spellings.length + 1);
  for (let i = 0; i < occurrences; i++) starts[values[i]! + 1]!++;
  for (let value = 0; value < spellings.length; value++) starts[value + 1]! += starts[value]!;
  const next = starts.slice();
  const sorted = new Uint32Array(occurrences);
  for (let i = 0; i < occurrences; i++) sorted[next[values[i]!]!++] = docs[i]!;
  return { starts, docs: sorted };
}

/** The values of each column, columns ascending. */
function byColumn(columns: readonly number[]): readonly (readonly [column: number, values: Uint32Array])[] {
  let last = -1;
  for (let value = 0; value < columns.length; value++) if (columns[value]! > last) last = columns[value]!;
  const starts = new Uint32Array(last + 2);
  for (let value = 0; value < columns.length; value++) starts[columns[value]! + 1]!++;
  for (let column = 0; column <= last; column++) starts[column + 1]! += starts[column]!;
  const next = starts.slice();
  const sorted = new Uint32Array(columns.length);
  for (let value = 0; value < columns.length; value++) sorted[next[columns[value]!]!++] = value;
  const lists: [column: number, values: Uint32Array][] = [];
  for (let column = 0; column <= last; column++) {
    const values = sorted.subarray(starts[column], starts[column + 1]);
    if (values.length > 0) lists.push([column, values]);
  }
  return lists;
}

/** Puts values that fold alike in order of their spellings. */
function sortSpellings({ bytes, starts }: EncodedTexts, order: Uint32Array, spellings: readonly string[]): void {
  const isSame = (a: number, b: number): boolean =>
    compareBytes(bytes, starts[a]!, starts[a + 1]!, bytes, starts[b]!, starts[b + 1]!) === 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && isSame(order[from]!, order[to]!)) to++;
    if (to - from > 1) {
      const some = Array.from(order.subarray(from, to), (value) => ({ value, bytes: Buffer.from(spellings[value]!) }));
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
