/** Finds the maximal sequences of decimal digits in a sequence of character classes. */
import { BLANK, CR, LF, LINE_END, SIGN } from './identifier-classes.ts';
import { DIGITS_MIN, GAP_MAX } from './identifier-kinds.ts';
import { SequenceCutter, type SequenceSink } from './sequence-cutter.ts';

/** The characters between two digits. */
export class Gap {
  #characters = 0;
  #lines = 0;
  #last = -1;
  hasBlank = false;

  reset(): void {
    this.#characters = 0;
    this.#lines = 0;
    this.#last = -1;
    this.hasBlank = false;
  }

  /** Adds a character that may separate digits. Returns false if there are too many. */
  add(kind: number): boolean {
    const isOfLineEnd = kind === LF && this.#last === CR;
    this.#last = kind;
    if (isOfLineEnd) return true;
    this.hasBlank ||= kind >= BLANK;
    this.#characters++;
    if (kind >= LINE_END) this.#lines++;
    return this.#characters <= GAP_MAX && this.#lines <= 1;
  }
}

export class DigitSequences {
  readonly #cutter: SequenceCutter;
  readonly #gap = new Gap();

  constructor(sink: SequenceSink) {
    this.#cutter = new SequenceCutter(DIGITS_MIN.digits, sink);
  }

  get isOpen(): boolean {
    return this.#cutter.length > 0;
  }

  /** The beginning of the open sequence. */
  get start(): number {
    return this.#cutter.start;
  }

  digit(value: number, start: number, end: number): void {
    this.#gap.reset();
    this.#cutter.add(0x30 + value, start, end);
  }

  /** Handles any other character that is not ignored, while a sequence is open. */
  other(kind: number): void {
    if (kind !== SIGN && (kind < BLANK || kind > LF)) this.#cutter.close();
    else if (!this.#gap.add(kind)) this.#cutter.close();
  }

  finish(): void {
    this.#cutter.close();
  }
}
