/**
 * Sketches a text from the bytes of its words, separated by blanks. It serves the same purpose as the kernel's sketch of tokens
 * (src/engine/neardup/assembly/text-sketch.ts), but uses other hashes.
 */
import { EMPTY_BIN, SKETCH_BINS, writeSketchRow } from './sketch-row.ts';

const BLANK = 0x20;
const FIRST_HASH = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const BIN_SHIFT = 32 - Math.log2(SKETCH_BINS);
const VALUE_MASK = (1 << BIN_SHIFT) - 1;

export class WordSketch {
  readonly #bins = new Uint32Array(SKETCH_BINS);
  #hash = FIRST_HASH;

  begin(): void {
    this.#bins.fill(EMPTY_BIN);
    this.#hash = FIRST_HASH;
  }

  /** Adds `bytes[start … end)`; a word may continue in the next piece. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let hash = this.#hash;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte > BLANK) hash = Math.imul(hash ^ byte, HASH_FACTOR);
      else {
        if (hash !== FIRST_HASH) this.#take(hash);
        hash = FIRST_HASH;
      }
    }
    this.#hash = hash;
  }

  /** Writes the row (sketch-row.ts) at `at`. Returns false if the text has too few words. */
  end(rows: Uint32Array, at: number): boolean {
    if (this.#hash !== FIRST_HASH) this.#take(this.#hash);
    return writeSketchRow(this.#bins, rows, at);
  }

  #take(hash: number): void {
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed = (mixed ^ (mixed >>> 16)) >>> 0;
    const bin = mixed >>> BIN_SHIFT;
    const value = mixed & VALUE_MASK;
    if (value < this.#bins[bin]!) this.#bins[bin] = value;
  }
}
