/**
 * The distinct spellings of values in memory, by column, numbered in order of arrival. All but long ones are kept as bytes and found by a
 * hash, because a million strings keep the collector of garbage busy.
 */

import { randomBytes } from 'node:crypto';
import { lengthened } from '../../shared/longer-arrays.ts';

/** Longer texts are kept as strings: so are their folded forms cut. */
export const SHORT_UNITS = 1000;

/** UTF-8 of a unit, at most. */
const UNIT_BYTES = 3;
/** What stands for half of a surrogate pair. */
const REPLACEMENT = 0xfffd;

/** Another one in each process, so that nobody can write values that all have one hash. */
const HASH_SEED = randomBytes(4).readInt32LE();
const HASH_FACTOR = 0x01000193;
const SLOTS_FIRST = 1 << 6;

/** The texts alone, which another thread can have. */
export interface TextsInMemory {
  readonly count: number;
  /** UTF-8 of text t: `bytes[starts[t] … starts[t + 1])`; nothing of a string. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The column of each. */
  readonly columns: Uint32Array<ArrayBuffer>;
  /** Those that are strings, well formed, by their number. */
  readonly strings: ReadonlyMap<number, string>;
}

/** The text of a number if it is a string. One of bytes need not be looked up, unless it is empty. */
export function stringOf({ starts, strings }: TextsInMemory, number: number): string | undefined {
  return starts[number + 1] === starts[number] ? strings.get(number) : undefined;
}

export class HeldTexts implements TextsInMemory {
  count = 0;
  bytes = new Uint8Array(1 << 10);
  starts = new Uint32Array(16);
  columns = new Uint32Array(16);
  readonly strings = new Map<number, string>();
  #hashes = new Uint32Array(16);
  /** The number of each plus one; 0 is free. */
  #slots = new Uint32Array(SLOTS_FIRST);
  #ofStrings: Map<string, number>[] = [];

  /** The number of a text, which is added if it is new. A lone surrogate has no UTF-8 encoding: it becomes U+FFFD. */
  numberOf(column: number, text: string): number {
    const { length } = text;
    if (length > SHORT_UNITS) return this.#ofString(column, text);
    const start = this.starts[this.count]!;
    if (start + UNIT_BYTES * length > this.bytes.length) this.#growBytes(UNIT_BYTES * length);
    const { bytes } = this;
    let hash = HASH_SEED ^ column;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      // The rest is encoded by itself.
      if (unit >= 0x80) return this.#encoded(column, text, i, hash);
      bytes[start + i] = unit;
      hash = Math.imul(hash ^ unit, HASH_FACTOR);
    }
    return this.#ofBytes(column, start, length, finished(hash));
  }

  /** The first units are there already. */
  #encoded(column: number, text: string, from: number, hashed: number): number {
    const { bytes } = this;
    const start = this.starts[this.count]!;
    let at = start + from;
    let hash = hashed;
    for (let i = from; i < text.length; i++) {
      let point = text.charCodeAt(i);
      if (point >= 0xd800 && point < 0xe000) {
        point = text.codePointAt(i)!;
        if (point >= 0x10000) i++;
        else point = REPLACEMENT;
      }
      if (point < 0x80) bytes[at++] = point;
      else if (point < 0x800) {
        bytes[at++] = 0xc0 | (point >> 6);
        bytes[at++] = 0x80 | (point & 0x3f);
      } else {
        if (point < 0x10000) bytes[at++] = 0xe0 | (point >> 12);
        else {
          bytes[at++] = 0xf0 | (point >> 18);
          bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
        }
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[at++] = 0x80 | (point & 0x3f);
      }
      hash = Math.imul(hash ^ point, HASH_FACTOR);
    }
    return this.#ofBytes(column, start, at - start, finished(hash));
  }

  /** Goes on in the memory of other texts, since its own was given away. `clear` comes next. */
  moveTo({ bytes, starts, columns }: TextsInMemory): void {
    this.bytes = bytes;
    this.starts = starts;
    this.columns = columns;
    this.#hashes = new Uint32Array(starts.length);
  }

  clear(): void {
    this.count = 0;
    this.#slots.fill(0);
    this.strings.clear();
    this.#ofStrings = [];
  }

  /** The text is behind the last one. */
  #ofBytes(column: number, start: number, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let entry = slots[slot]!; entry !== 0; slot = (slot + 1) & mask, entry = slots[slot]!) {
      const number = entry - 1;
      if (this.#hashes[number] === hash && this.#isText(number, column, start, length)) return number;
    }
    const number = this.#add(column, start + length);
    this.#hashes[number] = hash;
    slots[slot] = number + 1;
    // Never more than half full.
    if (2 * this.count > slots.length) this.#growSlots();
    return number;
  }

  #isText(number: number, column: number, start: number, length: number): boolean {
    const { bytes, starts } = this;
    const from = starts[number]!;
    if (this.columns[number] !== column || starts[number + 1]! - from !== length) return false;
    // The empty text is not told from a string by its bytes.
    if (length === 0) return stringOf(this, number) === undefined;
    for (let i = 0; i < length; i++) if (bytes[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #ofString(column: number, text: string): number {
    const spelling = text.isWellFormed() ? text : text.toWellFormed();
    while (this.#ofStrings.length <= column) this.#ofStrings.push(new Map());
    const numbers = this.#ofStrings[column]!;
    let number = numbers.get(spelling);
    if (number === undefined) {
      number = this.#add(column, this.starts[this.count]!);
      numbers.set(spelling, number);
      this.strings.set(number, spelling);
    }
    return number;
  }

  #add(column: number, end: number): number {
    const number = this.count++;
    if (number + 1 === this.starts.length) {
      this.starts = lengthened(this.starts, 2 * this.starts.length);
      this.columns = lengthened(this.columns, 2 * this.columns.length);
      this.#hashes = lengthened(this.#hashes, 2 * this.#hashes.length);
    }
    this.columns[number] = column;
    this.starts[number + 1] = end;
    return number;
  }

  #growBytes(more: number): void {
    const grown = new Uint8Array(2 * this.bytes.length + more);
    grown.set(this.bytes);
    this.bytes = grown;
  }

  #growSlots(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      if (stringOf(this, number) !== undefined) continue;
      let slot = this.#hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function finished(state: number): number {
  const hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
