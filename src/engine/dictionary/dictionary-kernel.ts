/**
 * Splits pieces of encoded lists into the bytes of streams, and makes the dictionaries of their terms; compiled to WebAssembly
 * from assembly/dictionary.ts. ../inversion/encoded-lists.ts describes the format of pieces.
 */
import { type GrowingMemory, LAYOUT_START, startCode } from '../../kernel/wasm-memory.ts';
import { format } from '../../shared/thresholds.ts';
import { code } from './dictionary-code.ts';

interface Value {
  readonly value: number;
}

/** The exports. Numbers that may have more than 32 bits are bigints. */
interface Code {
  readonly memory: GrowingMemory;
  lay(
    start: number,
    termsPerBucket: number,
    shortListMax: number,
    inlinePositionsMax: number,
    gramRows: number,
    chunkBytes: number,
    termBytes: number,
    pieceBytes: number,
  ): void;
  setLength(stream: number, length: number): void;
  beginField(field: number, frequentMin: number): void;
  begin(bytes: number, isEnd: number): void;
  play(): number;
  takeFull(): number;
  setOwnPostings(bytes: number): void;
  takeHeld(): void;
  endHeld(): void;
  endBucket(): void;
  partAt(stream: number): number;
  partEnd(stream: number): number;
  clearPart(stream: number): void;
  readonly pieceAt: Value;
  readonly at: Value;
  readonly field: Value;
  readonly occurrences: Value;
  readonly terms: Value;
  readonly buckets: Value;
  readonly last: Value;
  readonly lastBytes: Value;
  readonly docFreq: Value;
  readonly doc: Value;
  readonly tf: Value;
  readonly gapsAt: Value;
  readonly heldAt: Value;
  readonly heldBytes: Value;
  readonly ownPostings: { readonly value: bigint };
  readonly ownFrequencies: { readonly value: bigint };
  readonly ownPositions: { readonly value: bigint };
}

/** Receives bytes, valid only during the call. */
export type TakeBytes = (bytes: Uint8Array, start: number, end: number) => void;

/** The number of the stream of lists in the code. The stream of terms has the next number. */
export const POSTINGS = 0;

/** Receivers of the output: lists, buckets of terms, and the index entries and pairs of buckets. */
export type DictionaryParts = readonly TakeBytes[];

/** Reasons for the code to stop; see assembly/dictionary.ts. */
export const ALL = 0;
export const FIELD = 1;
export const FREQUENT = 2;
export const LARGE = 3;
const FULL = 4;

/** A threshold at which no term is frequent. */
export const NONE_FREQUENT = 0xffff_ffff;

/** Bytes of a piece processed at a time. */
const PIECE_BYTES = 1 << 18;
/** More bytes than any term has. */
const TERM_BYTES = 1 << 16;

export class DictionaryKernel {
  readonly code = startCode<Code>(code);
  readonly #parts: DictionaryParts;
  /** Number of occurrences in the pieces so far. */
  occurrences = 0;

  constructor(hasGrams: boolean, parts: DictionaryParts) {
    this.#parts = parts;
    const { termsPerBucket, shortListMax, inlinePositionsMax, gramRows, chunkBytes } = format;
    const rows = hasGrams ? gramRows : 0;
    this.code.lay(
      LAYOUT_START,
      termsPerBucket,
      shortListMax,
      inlinePositionsMax,
      rows,
      chunkBytes,
      TERM_BYTES,
      PIECE_BYTES,
    );
  }

  /** Returns the current memory. It grows only when a layout is made. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.code.memory.buffer);
  }

  /** Passes the next bytes of a piece to the code. */
  give(piece: Uint8Array, from: number): void {
    const end = Math.min(piece.length, from + PIECE_BYTES);
    this.bytes.set(piece.subarray(from, end), this.code.pieceAt.value);
    this.code.begin(end - from, end === piece.length ? 1 : 0);
  }

  /** Processes records until it stops, and passes on the output. Returns the reason for stopping. */
  play(): number {
    const { code } = this;
    for (;;) {
      const found = code.play();
      this.occurrences += code.occurrences.value;
      if (found !== FULL) {
        this.drain();
        return found;
      }
      this.#give(code.takeFull());
    }
  }

  /**
   * Returns frequencies buffered until the documents of their list arrive, for a caller that takes the whole list. Valid until
   * processing continues.
   */
  takeHeld(): Uint8Array {
    const { heldAt, heldBytes } = this.code;
    const held = this.bytes.subarray(heldAt.value, heldAt.value + heldBytes.value);
    this.code.takeHeld();
    return held;
  }

  /** Returns how many of the passed bytes were processed. */
  get taken(): number {
    return this.code.at.value - this.code.pieceAt.value;
  }

  /** Returns the field of the term before which it stopped. */
  get field(): number {
    return this.code.field.value;
  }

  /** Passes on all output so far. */
  drain(): void {
    // At most one stream has a full chunk.
    const full = this.code.takeFull();
    if (full >= 0) this.#give(full);
    for (const n of this.#parts.keys()) this.#give(n);
  }

  #give(n: number): void {
    const { code } = this;
    this.#parts[n]!(this.bytes, code.partAt(n), code.partEnd(n));
    code.clearPart(n);
  }
}
