/**
 * External merge sort of the hashes of one kind. One run is in memory while reading, and a piece of each run while merging.
 * Removes duplicates.
 */
import { readSync, writeSync } from 'node:fs';
import { atOnce, STRIDE, type Work } from '../shared/slices.ts';
import { writeHex } from './hash-kinds.ts';

/**
 * A run has two to the power of this many hashes. A sort key has this many bits for the number of the hash, and the rest of its
 * 53 bits for the first bits of the hash.
 */
const STRETCH_BITS = 20;
export const STRETCH_HASHES = 2 ** STRETCH_BITS;
/** Number of hashes that are sorted without a pause. */
const SORTED_AT_ONCE = 16_384;
const PIECE_BYTES = 64 * 1024;
const OUT_BYTES = 1024 * 1024;
const PREFIX_BYTES = 6;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The file of sorted runs, and the offset for the next one. */
export interface SpillFile {
  readonly descriptor: number;
  bytes: number;
}

export class SortedHashes {
  readonly #width: number;
  readonly #spill: SpillFile;
  readonly #stretchHashes: number;
  readonly #stretches: Stretch[] = [];
  #keys: Buffer | null = null;
  #count = 0;

  /** `stretchHashes` is at most STRETCH_HASHES. Tests use smaller numbers. */
  constructor(width: number, spill: SpillFile, stretchHashes = STRETCH_HASHES) {
    this.#width = width;
    this.#spill = spill;
    this.#stretchHashes = stretchHashes;
  }

  /** Adds a hash in hexadecimal digits of the right length. Returns false if it is invalid. */
  add(digits: string): boolean {
    this.#keys ??= Buffer.alloc(this.#stretchHashes * this.#width);
    if (!writeHex(digits, this.#keys, this.#count * this.#width)) return false;
    if (++this.#count === this.#stretchHashes) this.#endStretch();
    return true;
  }

  /** Yields all hashes, ascending and distinct, in byte pieces that are reused. Nothing can be added afterwards. */
  *merged(): Generator<Uint8Array, void> {
    if (this.#count > 0) this.#endStretch();
    this.#keys = null;
    const heap = this.#stretches.map((stretch) => new StretchCursor(stretch, this.#spill.descriptor, this.#width));
    for (let i = (heap.length >> 1) - 1; i >= 0; i--) siftDown(heap, i);
    const width = this.#width;
    const out = Buffer.allocUnsafe(OUT_BYTES - (OUT_BYTES % width));
    const last = Buffer.alloc(width);
    let isFirst = true;
    let at = 0;
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      if (isFirst || top.compareTo(last) !== 0) {
        isFirst = false;
        top.copyTo(last, 0);
        top.copyTo(out, at);
        at += width;
        if (at === out.length) {
          yield out;
          at = 0;
        }
      }
      if (!top.next()) {
        const end = heap.pop()!;
        if (heap.length === 0) break;
        if (end !== top) heap[0] = end;
      }
      siftDown(heap, 0);
    }
    if (at > 0) yield out.subarray(0, at);
  }

  #endStretch(): void {
    const width = this.#width;
    const order = atOnce(sortedOrder(this.#keys!, this.#count, width));
    const sorted = atOnce(inOrder(this.#keys!, order, width));
    const bytes = withoutRepeats(sorted, width);
    for (let done = 0; done < bytes; ) {
      done += writeSync(this.#spill.descriptor, sorted, done, bytes - done, this.#spill.bytes + done);
    }
    this.#stretches.push({ start: this.#spill.bytes, end: this.#spill.bytes + bytes });
    this.#spill.bytes += bytes;
    this.#count = 0;
  }
}

/**
 * Sorts the numbers of at most STRETCH_HASHES hashes by hash. The first 33 bits of a hash and its number form one float, which
 * sorts fast.
 */
export function* sortedOrder(keys: Buffer, count: number, width: number): Work<Uint32Array> {
  const given = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    if (i % STRIDE === 0) yield;
    const at = i * width;
    given[i] = (keys.readUInt32BE(at) * 2 + (keys[at + 4]! >> 7)) * STRETCH_HASHES + i;
  }
  const order = yield* sorting(given, (a, b) => a - b);
  const prefixes = new Float64Array(count);
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    if (i % STRIDE === 0) yield;
    prefixes[i] = Math.floor(order[i]! / STRETCH_HASHES);
    numbers[i] = order[i]! - prefixes[i]! * STRETCH_HASHES;
  }
  for (let start = 0, turns = 0; start < count; turns++) {
    if (turns % STRIDE === 0) yield;
    let end = start + 1;
    while (end < count && prefixes[end] === prefixes[start]) end++;
    if (end - start > 1) {
      const equal = numbers.subarray(start, end);
      const byAll = (a: number, b: number): number =>
        keys.compare(keys, b * width, (b + 1) * width, a * width, (a + 1) * width);
      equal.set(yield* sorting(equal.slice(), byAll));
    }
    start = end;
  }
  return numbers;
}

/** Sorts parts, then merges them pairwise. */
function* sorting<T extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  given: T,
  compare: (a: number, b: number) => number,
): Work<T> {
  const { length } = given;
  for (let at = 0; at < length; at += SORTED_AT_ONCE) {
    const part = given.subarray(at, at + SORTED_AT_ONCE);
    // Numbers sort much faster without a comparison function.
    if (given instanceof Float64Array) part.sort();
    else part.sort(compare);
    if (length > SORTED_AT_ONCE) yield;
  }
  let from = given;
  let to = given.slice(0, length > SORTED_AT_ONCE ? length : 0) as T;
  for (let size = SORTED_AT_ONCE; size < length; size *= 2) {
    for (let at = 0; at < length; at += 2 * size) {
      const [middle, end] = [Math.min(length, at + size), Math.min(length, at + 2 * size)];
      let [left, right] = [at, middle];
      for (let next = at; next < end; next++) {
        if (next % STRIDE === 0) yield;
        const isLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0);
        to[next] = isLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Copies the hashes with these numbers. The width of every kind is a multiple of four, and `keys` is aligned to four. */
export function* inOrder(keys: Buffer, numbers: Uint32Array, width: number): Work<Buffer> {
  const hashes = Buffer.alloc(numbers.length * width);
  const words = width / 4;
  const from = new Uint32Array(keys.buffer, keys.byteOffset, keys.length / 4);
  const to = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length / 4);
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (i % STRIDE === 0) yield;
    const number = numbers[i]!;
    const end = (number + 1) * words;
    for (let word = number * words; word < end; word++) to[at++] = from[word]!;
  }
  return hashes;
}

/** Removes repeats from sorted hashes in place; returns the remaining bytes. */
function withoutRepeats(hashes: Buffer, width: number): number {
  let bytes = Math.min(width, hashes.length);
  for (let at = width; at < hashes.length; at += width) {
    const isRepeat =
      hashes.readUInt32LE(at) === hashes.readUInt32LE(bytes - width) &&
      hashes.compare(hashes, bytes - width, bytes, at, at + width) === 0;
    if (isRepeat) continue;
    if (bytes !== at) hashes.copyWithin(bytes, at, at + width);
    bytes += width;
  }
  return bytes;
}

class StretchCursor {
  readonly #descriptor: number;
  readonly #width: number;
  readonly #piece: Buffer;
  #position: number;
  readonly #end: number;
  #at = 0;
  #filled = 0;
  /** The first bits of the hash as a number. */
  prefix = 0;

  constructor({ start, end }: Stretch, descriptor: number, width: number) {
    this.#descriptor = descriptor;
    this.#width = width;
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES - (PIECE_BYTES % width));
    this.#position = start;
    this.#end = end;
    this.#at = -width;
    this.next();
  }

  /** False at the end. */
  next(): boolean {
    this.#at += this.#width;
    if (this.#at >= this.#filled) {
      const wanted = Math.min(this.#piece.length, this.#end - this.#position);
      if (wanted === 0) return false;
      for (let done = 0; done < wanted; ) {
        const read = readSync(this.#descriptor, this.#piece, done, wanted - done, this.#position + done);
        if (read === 0) throw new Error('the temporary file of a hash set was cut');
        done += read;
      }
      this.#position += wanted;
      this.#filled = wanted;
      this.#at = 0;
    }
    this.prefix = this.#piece.readUIntBE(this.#at, PREFIX_BYTES);
    return true;
  }

  copyTo(target: Buffer, at: number): void {
    this.#piece.copy(target, at, this.#at, this.#at + this.#width);
  }

  compareTo(other: Buffer): number {
    return this.#piece.compare(other, 0, this.#width, this.#at, this.#at + this.#width);
  }

  isBefore(other: StretchCursor): boolean {
    if (this.prefix !== other.prefix) return this.prefix < other.prefix;
    const width = this.#width;
    return this.#piece.compare(other.#piece, other.#at, other.#at + width, this.#at, this.#at + width) < 0;
  }
}

function siftDown(heap: StretchCursor[], from: number): void {
  const moved = heap[from]!;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]!.isBefore(heap[child]!)) child++;
    if (!heap[child]!.isBefore(moved)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
}
