/** Reads texts in pieces and passes their sequences of digits to sinks. */
import { DigitSequences } from './digit-sequences.ts';
import { HexSequences } from './hex-sequences.ts';
import { classOf, DIGIT, HALF, HEX_LETTER, IGNORED, identifierClasses, OTHER, WORD } from './identifier-classes.ts';
import { DIGITS_MIN, type IdentifierKind } from './identifier-kinds.ts';
import type { SequenceSink } from './sequence-cutter.ts';

/** A sink for each requested kind. */
export type IdentifierSinks = Partial<Readonly<Record<IdentifierKind, SequenceSink>>>;

/** Units of a text that are copied at a time, because a typed array is read faster than a string. */
const COPIED_UNITS = 1 << 12;

export class IdentifierScanner {
  readonly #copied: Uint16Array;
  readonly #copiedBytes: Buffer;
  readonly #classes = identifierClasses();
  readonly #digits: DigitSequences | null;
  readonly #hex: HexSequences | null;
  /** The class of the last character that is not ignored. */
  #last = OTHER;
  /** Units of the text before the next piece. */
  #offset = 0;
  /** The first half of a surrogate pair at the end of a piece. */
  #half = 0;

  constructor({ digits, hex }: IdentifierSinks, copiedUnits = COPIED_UNITS) {
    this.#copied = new Uint16Array(copiedUnits);
    this.#copiedBytes = Buffer.from(this.#copied.buffer);
    this.#digits = digits === undefined ? null : new DigitSequences(digits);
    this.#hex = hex === undefined ? null : new HexSequences(hex);
  }

  feed(piece: string): void {
    const most = this.#copied.length;
    for (let from = 0; from < piece.length; from += most) {
      const part = piece.length <= most ? piece : piece.slice(from, from + most);
      this.#copiedBytes.write(part, 'utf16le');
      this.#scan(this.#copied, 0, part.length);
    }
  }

  /** Like `feed`, for the ASCII bytes `bytes[from … to)`. */
  feedAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#scan(bytes, from, to);
  }

  /** Takes `units[from … to)` as the next piece: UTF-16 units, or ASCII bytes. */
  #scan(units: Uint16Array | Uint8Array, from: number, to: number): void {
    const classes = this.#classes;
    const offset = this.#offset - from;
    let i = this.#half === 0 || from === to ? from : from + this.#endPair(units[from]!);
    while (i < to) {
      const end = this.#plainEnd(units, i, to);
      if (end > i) {
        i = end;
        continue;
      }
      const unit = units[i]!;
      const kind = classes[unit]!;
      if (kind !== HALF) this.#take(kind, offset + i, offset + i + 1);
      else if (i + 1 === to) this.#half = unit;
      else i += this.#takePair(unit, units[i + 1]!, offset + i);
      i++;
    }
    this.#offset = offset + to;
  }

  /** Returns how many units of the piece belong to a pair that began in the previous piece. */
  #endPair(unit: number): number {
    const first = this.#half;
    this.#half = 0;
    return this.#takePair(first, unit, this.#offset - 1);
  }

  /** Takes two units of which the first begins a pair at `offset`. Returns 1 if the second one ends it, otherwise 0. */
  #takePair(first: number, second: number, offset: number): number {
    const codePoint = String.fromCharCode(first, second).codePointAt(0)!;
    const isPair = codePoint > 0xffff;
    this.#take(isPair ? classOf(codePoint) : OTHER, offset, offset + 2);
    return isPair ? 1 : 0;
  }

  /**
   * Returns the end of the words from `from` on that cannot be part of a sequence, and of the characters after each. Such a word
   * has no decimal digit, a letter that is not hexadecimal, and too few hexadecimal letters in a row. If no sequence is open,
   * only the last character of them has an effect.
   */
  #plainEnd(units: Uint16Array | Uint8Array, from: number, to: number): number {
    const before = this.#last;
    if (before === WORD || before >= DIGIT || this.#digits?.isOpen === true || this.#hex?.isOpen === true) return from;
    const classes = this.#classes;
    let last = before;
    let end = from;
    /** Hexadecimal letters in a row, and whether the word has only such letters. */
    let row = 0;
    let isHex = false;
    for (let i = from; i < to; i++) {
      const kind = classes[units[i]!]!;
      if (kind === WORD) {
        row = -1;
        isHex = false;
      } else if (kind >= HEX_LETTER) {
        isHex ||= row === 0;
        row = Math.max(row, 0) + 1;
        if (row >= DIGITS_MIN.hex) break;
      } else {
        if (kind >= DIGIT || kind === IGNORED || kind === HALF || isHex) break;
        last = kind;
        end = i + 1;
        row = 0;
      }
    }
    this.#last = last;
    return end;
  }

  #take(kind: number, start: number, end: number): void {
    if (kind === IGNORED) return;
    const digits = this.#digits;
    const hex = this.#hex;
    if (kind >= DIGIT) {
      if (hex !== null) hex.digit(kind - DIGIT, start, end, this.#last === WORD);
      if (digits !== null) {
        if (kind < HEX_LETTER) digits.digit(kind - DIGIT, start, end);
        else if (digits.isOpen) digits.other(WORD);
      }
    } else {
      if (digits?.isOpen === true) digits.other(kind);
      if (hex?.isOpen === true) hex.other(kind);
    }
    this.#last = kind;
  }

  /** No later sequence begins before this offset. */
  get settledTo(): number {
    let settled = this.#half === 0 ? this.#offset : this.#offset - 1;
    if (this.#digits?.isOpen === true) settled = Math.min(settled, this.#digits.start);
    if (this.#hex?.isOpen === true) settled = Math.min(settled, this.#hex.start);
    return settled;
  }

  /** Ends the text. */
  finish(): void {
    this.#digits?.finish();
    this.#hex?.finish();
    this.#last = OTHER;
    this.#offset = 0;
    this.#half = 0;
  }
}
