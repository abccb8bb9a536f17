/**
 * Maps document ids to numbers, in 20 bytes per slot, by a hash of 96 bits instead of the text. Collisions are rarer than read
 * errors of a disk, and a collision only affects which item is shown as a parent.
 */
import { KEYS_MAX } from '../limits.ts';

const FIRST_SLOTS = 1024;

export class KeyTable {
  readonly #keysMax: number;
  /** Three words of a hash per slot, all 0 if it is free. */
  #hashes = new Uint32Array(FIRST_SLOTS * 3);
  #numbers = new Float64Array(FIRST_SLOTS);
  #count = 0;
  /** Keys without space in the table. */
  left = 0;

  constructor(keysMax = KEYS_MAX) {
    this.#keysMax = keysMax;
  }

  get size(): number {
    return this.#count;
  }

  /** Stores the number of a key, unless it has one. Returns the stored number. */
  add(key: string, number: number): number {
    hash(key);
    const slot = this.#find();
    if (this.#isTaken(slot)) return this.#numbers[slot]!;
    if (this.#count >= this.#keysMax) {
      this.left++;
      return number;
    }
    this.#put(slot, number);
    this.#count++;
    if (this.#count * 4 > this.#numbers.length * 3) this.#grow();
    return number;
  }

  get(key: string): number | undefined {
    hash(key);
    const slot = this.#find();
    return this.#isTaken(slot) ? this.#numbers[slot] : undefined;
  }

  #isTaken(slot: number): boolean {
    const at = slot * 3;
    return (this.#hashes[at]! | this.#hashes[at + 1]! | this.#hashes[at + 2]!) !== 0;
  }

  /** Returns the slot of the hash, or the free slot for it. */
  #find(): number {
    const mask = this.#numbers.length - 1;
    let slot = h2 & mask;
    for (;;) {
      const at = slot * 3;
      const [a, b, c] = [this.#hashes[at]!, this.#hashes[at + 1]!, this.#hashes[at + 2]!];
      if ((a === h1 && b === h2 && c === h3) || (a | b | c) === 0) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #put(slot: number, number: number): void {
    this.#hashes[slot * 3] = h1;
    this.#hashes[slot * 3 + 1] = h2;
    this.#hashes[slot * 3 + 2] = h3;
    this.#numbers[slot] = number;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const numbers = this.#numbers;
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#numbers = new Float64Array(numbers.length * 2);
    for (let slot = 0; slot < numbers.length; slot++) {
      [h1, h2, h3] = [hashes[slot * 3]!, hashes[slot * 3 + 1]!, hashes[slot * 3 + 2]!];
      if ((h1 | h2 | h3) !== 0) this.#put(this.#find(), numbers[slot]!);
    }
  }
}

// The hash of the last key: three unsigned words, never all 0.
let h1 = 0;
let h2 = 0;
let h3 = 0;

/** Hashes the units of a key, without surrounding spaces, in three lanes of multiply and mix. */
function hash(key: string): void {
  const text = key.trim();
  let a = 0x9e3779b9;
  let b = 0x85ebca6b ^ text.length;
  let c = 0xc2b2ae35;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d) + a;
    c = Math.imul(c ^ unit ^ (b >>> 15), 0x27d4eb2f);
    a ^= a >>> 13;
    c ^= c >>> 16;
  }
  h1 = mixed(a ^ (c << 7)) | 1;
  h2 = mixed(b ^ (a >>> 3));
  h3 = mixed(c ^ b);
  h1 >>>= 0;
}

function mixed(word: number): number {
  let w = word ^ (word >>> 16);
  w = Math.imul(w, 0x7feb352d);
  w ^= w >>> 15;
  w = Math.imul(w, 0x846ca68b);
  return (w ^ (w >>> 16)) >>> 0;
}
