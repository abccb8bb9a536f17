/**
 * Finds sequences of hexadecimal digits in a sequence of character classes. A group is a maximal run of such digits. A group
 * that touches another letter, or is longer than a piece, is a sequence by itself. Other groups join the previous one. Across a
 * gap with white space they join only if both groups have the same length, because `a`, `be` and `face` are words.
 */
import { Gap } from './digit-sequences.ts';
import { BLANK, COLON, LF, SIGN, WORD } from './identifier-classes.ts';
import { DIGITS_MIN, SEQUENCE_PIECE } from './identifier-kinds.ts';
import { SequenceCutter, type SequenceSink } from './sequence-cutter.ts';

export class HexSequences {
  /** Complete groups of the sequence, or the beginning of a long group. */
  readonly #cutter: SequenceCutter;
  readonly #gap = new Gap();
  /** The current group. */
  readonly #bytes = new Uint8Array(SEQUENCE_PIECE);
  readonly #starts = new Float64Array(SEQUENCE_PIECE);
  readonly #ends = new Float64Array(SEQUENCE_PIECE);
  #length = 0;
  #isTouched = false;
  /** Whether the current group of digits is longer than a piece. */
  #isLong = false;
  #lengthBefore = 0;

  constructor(sink: SequenceSink) {
    this.#cutter = new SequenceCutter(DIGITS_MIN.hex, sink);
  }

  get isOpen(): boolean {
    return this.#length > 0 || this.#cutter.length > 0;
  }

  /** The beginning of the open sequence or group. */
  get start(): number {
    return this.#cutter.length > 0 ? this.#cutter.start : this.#starts[0]!;
  }

  /** `isTouched`: whether a letter that is not such a digit directly precedes it. */
  digit(value: number, start: number, end: number, isTouched: boolean): void {
    const byte = value < 10 ? 0x30 + value : 0x57 + value;
    if (this.#isLong) {
      this.#cutter.add(byte, start, end);
      return;
    }
    if (this.#length === 0) this.#isTouched = isTouched;
    else if (this.#length === SEQUENCE_PIECE) {
      this.#cutter.close();
      this.#moveGroup();
      this.#isLong = true;
      this.#cutter.add(byte, start, end);
      return;
    }
    this.#bytes[this.#length] = byte;
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  #moveGroup(): void {
    for (let i = 0; i < this.#length; i++) this.#cutter.add(this.#bytes[i]!, this.#starts[i]!, this.#ends[i]!);
    this.#length = 0;
  }

  /** Handles any other character that is not ignored, while a sequence is open. */
  other(kind: number): void {
    if (this.#isLong) {
      this.finish();
      return;
    }
    if (this.#length > 0) this.#endGroup(kind === WORD);
    if (this.#cutter.length === 0) return;
    const isSeparator = kind === SIGN || kind === COLON || (kind >= BLANK && kind <= LF);
    if (!isSeparator || !this.#gap.add(kind)) this.#cutter.close();
  }

  #endGroup(isTouchedBehind: boolean): void {
    const isAlone = this.#isTouched || isTouchedBehind;
    const length = this.#length;
    if (isAlone || (this.#gap.hasBlank && length !== this.#lengthBefore)) this.#cutter.close();
    this.#moveGroup();
    if (isAlone) this.#cutter.close();
    this.#lengthBefore = length;
    this.#gap.reset();
  }

  finish(): void {
    if (this.#length > 0) this.#endGroup(false);
    this.#cutter.close();
    this.#isLong = false;
    this.#gap.reset();
  }
}
