/**
 * The inner loops that reconstruct texts from terms, compiled to WebAssembly from assembly/spelling.ts. Its memory holds one
 * stretch of documents at a time.
 */
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from '../../kernel/wasm-memory.ts';
import { code } from './spelling-code.ts';

interface Code {
  readonly memory: GrowingMemory;
  readonly term: { readonly value: number };
  readonly document: { readonly value: number };
  readonly position: { readonly value: number };
  begin(bases: number, terms: number, slots: number): void;
  fillSlots(at: number, to: number): number;
  beginText(doc: number): void;
  spell(at: number, to: number): number;
}

/** Words in a batch of collected data, and bytes in a piece of a text. No term is as long as a piece. */
const PIECE_BYTES = 1 << 17;
/** Words are copied 16 bytes at a time, because most are not longer. */
const MORE_BYTES = 16;

/**
 * Call `begin` for a stretch, then `fillSlots` for all of its words. Then, for the text of each document, call
 * `beginText`, and `spell` until it returns 0.
 */
export class SpellingKernel {
  readonly #code: Code;
  /** The whole memory. */
  bytes = new Uint8Array(0);
  /** The terms, each after its length in two bytes. Filled by the caller. */
  terms = new Uint8Array(0);
  /** The first slot of each document, and the address of the term of each slot, or 0. */
  bases = new Uint32Array(0);
  slots = new Uint32Array(0);
  /** The output of `spell`. */
  out = new Uint8Array(0);
  #words = new Uint8Array(0);

  constructor() {
    this.#code = startCode<Code>(code);
  }

  /** Allocates memory for a stretch. Throws RangeError if memory is exhausted. */
  begin(bases: Uint32Array, termBytes: number): void {
    const slotCount = bases.at(-1)!;
    const words = LAYOUT_START;
    const out = words + PIECE_BYTES;
    const basesAt = out + PIECE_BYTES + MORE_BYTES;
    const slotsAt = basesAt + 4 * bases.length;
    const termsAt = slotsAt + 4 * slotCount;
    const { memory } = this.#code;
    growTo(memory, termsAt + termBytes + MORE_BYTES);
    const { buffer } = memory;
    this.#words = new Uint8Array(buffer, words, PIECE_BYTES);
    this.out = new Uint8Array(buffer, out, PIECE_BYTES);
    this.bases = new Uint32Array(buffer, basesAt, bases.length);
    this.slots = new Uint32Array(buffer, slotsAt, slotCount);
    this.terms = new Uint8Array(buffer, termsAt, termBytes);
    this.bytes = new Uint8Array(buffer);
    this.bases.set(bases);
    this.slots.fill(0);
    this.#code.begin(basesAt, termsAt, slotsAt);
  }

  /** Returns the length of the term at `at`. Its bytes follow the two bytes of the length. */
  lengthAt(at: number): number {
    return this.bytes[at]! | (this.bytes[at + 1]! << 8);
  }

  /**
   * Puts words into slots. Calls `onOther` for a position without a free slot, with its document and the address of its
   * term.
   */
  fillSlots(
    bytes: Uint8Array,
    length: number,
    onOther: (document: number, position: number, term: number) => void,
  ): void {
    const { fillSlots, term, document, position } = this.#code;
    for (let from = 0; from < length; from += PIECE_BYTES) {
      const to = Math.min(length, from + PIECE_BYTES);
      this.#words.set(bytes.subarray(from, to));
      const end = LAYOUT_START + to - from;
      for (let at = fillSlots(LAYOUT_START, end); at < end; at = fillSlots(at + 4, end)) {
        onOther(document.value, position.value, term.value);
      }
    }
  }

  beginText(doc: number): void {
    this.#code.beginText(doc);
  }

  /** Writes more of the text to `out`. Returns the number of bytes, or 0 at the end. */
  spell(): number {
    const at = this.out.byteOffset;
    return this.#code.spell(at, at + PIECE_BYTES) - at;
  }
}
