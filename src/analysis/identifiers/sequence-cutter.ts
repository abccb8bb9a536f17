/** Collects the digits of one sequence and emits it as a term. A long one is emitted in overlapping pieces. */
import { CONTINUED, CONTINUES, SEQUENCE_PIECE, SEQUENCE_STEP } from './identifier-kinds.ts';

/** Receives a term, the ASCII bytes `bytes[from … to)`, valid only during the call, and the extent of its digits. */
export type SequenceSink = (bytes: Uint8Array, from: number, to: number, start: number, end: number) => void;

const BEFORE = CONTINUED.charCodeAt(0);
const BEHIND = CONTINUES.charCodeAt(0);

export class SequenceCutter {
  readonly #least: number;
  readonly #sink: SequenceSink;
  /** The digits, after a byte for a sign. */
  readonly #bytes = new Uint8Array(SEQUENCE_PIECE + 2);
  readonly #starts = new Float64Array(SEQUENCE_PIECE);
  /** The end of the last digit. */
  #end = 0;
  #isContinued = false;
  /** Digits of the sequence in the buffer; 0 if none has begun. */
  length = 0;

  /** `least` is the minimum length; shorter sequences are dropped. */
  constructor(least: number, sink: SequenceSink) {
    this.#least = least;
    this.#sink = sink;
  }

  /** The beginning of the sequence, or of its buffered part. */
  get start(): number {
    return this.#starts[0]!;
  }

  add(byte: number, start: number, end: number): void {
    if (this.length === SEQUENCE_PIECE) this.#cut();
    this.#starts[this.length++] = start;
    this.#bytes[this.length] = byte;
    this.#end = end;
  }

  #cut(): void {
    this.#bytes[SEQUENCE_PIECE + 1] = BEHIND;
    this.#give(SEQUENCE_PIECE + 2);
    this.#isContinued = true;
    this.#bytes.copyWithin(1, 1 + SEQUENCE_STEP, 1 + SEQUENCE_PIECE);
    this.#starts.copyWithin(0, SEQUENCE_STEP);
    this.length = SEQUENCE_PIECE - SEQUENCE_STEP;
  }

  /** Ends the sequence. */
  close(): void {
    if (this.#isContinued || this.length >= this.#least) this.#give(this.length + 1);
    this.length = 0;
    this.#isContinued = false;
  }

  #give(to: number): void {
    if (this.#isContinued) this.#bytes[0] = BEFORE;
    this.#sink(this.#bytes, this.#isContinued ? 0 : 1, to, this.start, this.#end);
  }
}
