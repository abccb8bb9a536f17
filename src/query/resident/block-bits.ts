/** Counts and lists the documents of bitmaps of blocks, in the memory of the resident kernel. */
import { format } from '../../shared/thresholds.ts';

const BLOCK_SIZE = 2 ** format.blockBits;
const BLOCK_WORDS = BLOCK_SIZE / 32;

export interface BitsCode extends Record<'SCRATCH' | 'BYTES', { readonly value: number }> {
  countBits(bits: number): number;
  listBits(bits: number, base: number, out: number): number;
}

/** Its calls keep no state for other calls. */
export class BlockBits {
  readonly #code: BitsCode;
  #scratch = new Uint32Array(0);
  #docs = new Uint32Array(0);

  constructor(code: BitsCode) {
    this.#code = code;
  }

  /** Creates the views again after the memory has grown. */
  look(buffer: ArrayBuffer): void {
    this.#scratch = new Uint32Array(buffer, this.#code.SCRATCH.value, BLOCK_WORDS);
    this.#docs = new Uint32Array(buffer, this.#code.BYTES.value, BLOCK_SIZE);
  }

  /** Returns the number of bits set in the bitmap of a block. */
  count(words: Uint32Array): number {
    this.#scratch.set(words);
    return this.#code.countBits(this.#code.SCRATCH.value);
  }

  /** Writes the documents of a bitmap, each plus `base`, into `out` from `at`. Returns the index after the last. */
  list(words: Uint32Array, base: number, out: Uint32Array | Uint16Array, at: number): number {
    this.#scratch.set(words);
    const { BYTES, SCRATCH } = this.#code;
    const count = (this.#code.listBits(SCRATCH.value, base, BYTES.value) - BYTES.value) / 4;
    out.set(this.#docs.subarray(0, count), at);
    return at + count;
  }

  /**
   * Writes the documents of one block of a longer bitmap into `out` from `at`. `word`: the first word of the block. Returns the
   * index after the last.
   */
  listBlock(words: Uint32Array, word: number, out: Uint32Array, at: number): number {
    return this.list(words.subarray(word, word + BLOCK_WORDS), 32 * word, out, at);
  }
}
