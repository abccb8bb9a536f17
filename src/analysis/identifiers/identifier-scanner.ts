/** Reads texts in pieces and passes their sequences of digits to sinks. */
import { DigitSequences } from './digit-sequences.ts';
import { HexSequences } from './hex-sequences.ts';
import { classOf, DIGIT, HALF, HEX_LETTER, IGNORED, identifierClasses, OTHER, WORD } from './identifier-classes.ts';
import { DIGITS_MIN, type IdentifierKind } from './identifier-kinds.ts';
import type { SequenceSink } from './sequence-cutter.ts';

/** A sink for each requested kind. */
export type IdentifierSinks = Partial<Readonly<Record<IdentifierKind, SequenceSink>>>;

export class IdentifierScanner {
  readonly #classes = identifierClasses();
  readonly #digits: DigitSequences | null;
  readonly #hex: HexSequences | null;
  /** The class of the last character that is not ignored. */
  #last = OTHER;
  /** Units of the text before the next piece. */
  #offset = 0;
  /** The first half of a surrogate pair at the end of a piece. */
  #half = 0;

  constructor({ digits, hex }: IdentifierSinks) {
    this.#digits = digits === undefined ? null : new DigitSequences(digits);
    this.#hex = hex === undefined ? null : new HexSequences(hex);
  }

  feed(piece: string): void {
    const classes = this.#classes;
    const offset = this.#offset;
    let i = this.#half === 0 ? 0 : this.#endPair(piece);
    for (; i < piece.length; i++) {
      const kind = classes[piece.charCodeAt(i)]!;
      if (kind !== HALF) this.#take(kind, offset + i, offset + i + 1);
      else if (i + 1 === piece.length) this.#half = piece.charCodeAt(i);
      else {
        const codePoint = piece.codePointAt(i)!;
        const isPair = codePoint > 0xffff;
        this.#take(isPair ? classOf(codePoint) : OTHER, offset + i, offset + i + 2);
        if (isPair) i++;
      }
    }
    this.#offset = offset + piece.length;
  }

  /** Returns how many units of the piece belong to a pair that began in the previous piece. */
  #endPair(piece: string): number {
    if (piece === '') return 0;
    const codePoint = (String.fromCharCode(this.#half) + piece.charAt(0)).codePointAt(0)!;
    this.#half = 0;
    const isPair = codePoint > 0xffff;
    this.#take(isPair ? classOf(codePoint) : OTHER, this.#offset - 1, this.#offset + 1);
    return isPair ? 1 : 0;
  }

  /** Like `feed`, for the ASCII bytes `bytes[from … to)`. */
  feedAscii(bytes: Uint8Array, from: number, to: number): void {
    if (this.#half !== 0 && from < to) this.#endPair(' ');
    const classes = this.#classes;
    const offset = this.#offset - from;
    for (let i = from; i < to; ) {
      const end = this.#plainEnd(bytes, i, to);
      if (end === i) this.#take(classes[bytes[i++]!]!, offset + end, offset + i);
      else i = end;
    }
    this.#offset = offset + to;
  }

  /**
   * Returns the end of the words from `from` on that cannot be part of a sequence, and of the characters after each. Such a word
   * has no decimal digit, a letter that is not hexadecimal, and too few hexadecimal letters in a row. If no sequence is open,
   * only the last character of them has an effect.
   */
  #plainEnd(bytes: Uint8Array, from: number, to: number): number {
    const before = this.#last;
    if (before === WORD || before >= DIGIT || this.#digits?.isOpen === true || this.#hex?.isOpen === true) return from;
    const classes = this.#classes;
    let last = before;
    let end = from;
    /** Hexadecimal letters in a row, and whether the word has only such letters. */
    let row = 0;
    let isHex = false;
    for (let i = from; i < to; i++) {
      const kind = classes[bytes[i]!]!;
      if (kind === WORD) {
        row = -1;
        isHex = false;
      } else if (kind >= HEX_LETTER) {
        isHex ||= row === 0;
        row = Math.max(row, 0) + 1;
        if (row >= DIGITS_MIN.hex) break;
      } else {
        if (kind >= DIGIT || kind === IGNORED || isHex) break;
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
