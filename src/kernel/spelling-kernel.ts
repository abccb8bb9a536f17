/**
 * The inner loops that put texts together from terms, compiled to WebAssembly from assembly/indexing/spelling.ts, and the memory that they work
 * in, which holds one stretch of documents at a time.
 */
import { code } from './spelling-code.ts';
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from './wasm-memory.ts';

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

/** Words of a piece of what was collected, and bytes of a piece of a text: more than a term has. */
const PIECE_BYTES = 1 << 17;
/** A word is copied 16 bytes at a time: most have no more. */
const MORE_BYTES = 16;

/** `begin` a stretch, then `fillSlots` all of its words, then the text of each document: `beginText`, and `spell` until it gives 0. */
export class SpellingKernel {
  readonly #code: Code;
  /** All of the memory. */
  bytes = new Uint8Array(0);
  /** The terms, each behind its length, in two bytes. Filled by the caller. */
  terms = new Uint8Array(0);
  /** Where the slots of each document begin, and where in memory the term of each slot is, or 0. */
  bases = new Uint32Array(0);
  slots = new Uint32Array(0);
  /** What `spell` wrote. */
  out = new Uint8Array(0);
  #words = new Uint8Array(0);

  constructor() {
    this.#code = startCode<Code>(code);
  }

  /** Makes room for a stretch. Throws RangeError where it does not fit into the memory that there is. */
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

  /** The length of the term that is at `at`; its bytes are behind these two. */
  lengthAt(at: number): number {
    return this.bytes[at]! | (this.bytes[at + 1]! << 8);
  }

  /** Takes words; `onOther` is called with a position that has no slot, or one that is taken, its document, and where its term is. */
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

  /** Writes more of the text to `out`; returns how many bytes, or 0 at the end. */
  spell(): number {
    const at = this.out.byteOffset;
    return this.#code.spell(at, at + PIECE_BYTES) - at;
  }
}
