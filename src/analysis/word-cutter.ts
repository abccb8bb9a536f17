/**
 * Tokenizes folded text and reports the offsets of tokens in the original text. The kernel of builds implements the same rules
 * without offsets (`engine/inversion/assembly/word-cutter.ts`).
 */
import { FIRST, JOINED, PIECE, type PlacedTokenSink, type TokenKind } from './analyzer.ts';
import { type FoldedCodePoint, foldedCodePoint } from './code-points.ts';
import { hashUnits } from './term-hash.ts';
import type { TextCutter } from './text-feed.ts';
import { BLANK, BREAK, EMOJI, ESCAPE, HANGUL, HYPHEN, LETTER, LOWER, MARK, SOFT_HYPHEN, UNIT } from './unit-classes.ts';
import { CLASSES, FOLDS } from './unit-tables.ts';

/** Length of the pieces of a long word in units, and the distance between their beginnings. */
export const PIECE_UNITS = 255;
export const PIECE_STRIDE = 128;
/** Maximum pieces at one position. After a million units a word continues at the next position. */
export const PIECES_MAX = 8192;
/** Maximum units of a letter with its marks, in a script without spaces. Further marks are dropped. */
export const UNIT_UNITS_MAX = 100;

/** State of the cutter: in a word, in a series, or in white space after a series that may continue. */
const IDLE = 0;
const WORD = 1;
const SERIES = 2;
const SERIES_BLANK = 3;
const SERIES_BREAK = 4;
const AFTER_HYPHEN = 5;
const AFTER_BREAK = 6;

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Folded units with their offsets. */
class PlacedUnits {
  readonly units = new Uint16Array(3 * PIECE_UNITS);
  readonly starts = new Float64Array(3 * PIECE_UNITS);
  readonly ends = new Float64Array(3 * PIECE_UNITS);
  length = 0;

  add(unit: number, start: number, end: number): void {
    const n = this.length++;
    this.units[n] = unit;
    this.starts[n] = start;
    this.ends[n] = end;
  }

  /** Drops the first units. */
  drop(count: number): void {
    this.units.copyWithin(0, count, this.length);
    this.starts.copyWithin(0, count, this.length);
    this.ends.copyWithin(0, count, this.length);
    this.length -= count;
  }

  copyTo(other: PlacedUnits, at: number): void {
    other.units.set(this.units.subarray(0, this.length), at);
    other.starts.set(this.starts.subarray(0, this.length), at);
    other.ends.set(this.ends.subarray(0, this.length), at);
    other.length = at + this.length;
  }
}

export class WordCutter implements TextCutter {
  readonly #sink: PlacedTokenSink;
  #state = IDLE;
  /** The current word, or the last two units of the current series. */
  readonly #current = new PlacedUnits();
  /**
   * Number of pieces of the current word that were emitted at its position, and how many units before its nominal beginning the
   * rest of the word begins.
   */
  #pieces = 0;
  #skew = 0;
  /** The word before a hyphen and a line break, and the current word after it; empty if there is none. */
  readonly #joined = new PlacedUnits();
  #prefix = 0;
  /**
   * State of a series: length of the first of its last two letters, 0 if there is only one letter; and whether the last letter
   * is Hangul.
   */
  #first = 0;
  #isHangul = false;
  /** The last white space unit. */
  #white = 0;

  constructor(sink: PlacedTokenSink) {
    this.#sink = sink;
  }

  cutText(text: string, from: number, to: number, offset: number): void {
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      const kind = CLASSES[unit]!;
      if (kind === ESCAPE) {
        const codePoint = text.codePointAt(i)!;
        const width = codePoint > 0xffff ? 2 : 1;
        this.cutSequence(foldedCodePoint(codePoint), offset + i, offset + i + width);
        i += width - 1;
      } else if ((kind === LETTER || kind === LOWER) && this.#state === WORD) {
        this.#current.add(FOLDS[unit]!, offset + i, offset + i + 1);
        if (this.#current.length > PIECE_UNITS + this.#skew) this.#givePiece();
      } else this.#take(kind, FOLDS[unit]!, offset + i, offset + i + 1);
    }
  }

  cutSequence(folded: readonly FoldedCodePoint[], start: number, end: number): void {
    for (const { text, class: kind } of folded) {
      if (kind === EMOJI) {
        this.#endAll();
        this.#giveText(text, start, end);
        continue;
      }
      this.#take(kind, text.charCodeAt(0), start, end);
      for (let n = 1; n < text.length; n++) this.#append(text.charCodeAt(n), start, end);
    }
  }

  end(): void {
    this.#endAll();
  }

  /** Whether the next unit may belong to an open token. */
  get isOpen(): boolean {
    return this.#state !== IDLE;
  }

  #take(kind: number, unit: number, start: number, end: number): void {
    if (kind === LETTER || kind === LOWER) this.#takeLetter(kind === LOWER, unit, start, end);
    else if (kind === MARK) this.#takeMark(unit, start, end);
    else if (kind === UNIT || kind === HANGUL) this.#takeUnit(kind === HANGUL, unit, start, end);
    else this.#takeSeparator(kind, unit);
  }

  #takeLetter(isLower: boolean, unit: number, start: number, end: number): void {
    if (this.#state !== WORD) {
      const isJoined = this.#state === AFTER_BREAK && isLower;
      if (this.#state >= SERIES && this.#state <= SERIES_BREAK) this.#endSeries();
      if (isJoined) {
        this.#current.copyTo(this.#joined, 0);
        this.#prefix = this.#current.length;
      }
      this.#state = WORD;
      this.#current.length = 0;
    }
    this.#current.add(unit, start, end);
    if (this.#current.length > PIECE_UNITS + this.#skew) this.#givePiece();
  }

  /** Adds a further unit of the current character. */
  #append(unit: number, start: number, end: number): void {
    if (this.#state === WORD) this.#takeLetter(false, unit, start, end);
    else if (this.#state === SERIES) this.#addToUnit(unit, start, end);
  }

  /** Marks after a digit are dropped. */
  #takeMark(unit: number, start: number, end: number): void {
    const isLetter = this.#state === WORD && !isDigit(this.#current.units[this.#current.length - 1]!);
    if (isLetter) this.#takeLetter(false, unit, start, end);
    else if (this.#state === SERIES) this.#addToUnit(unit, start, end);
    else this.#endAll();
  }

  #addToUnit(unit: number, start: number, end: number): void {
    if (this.#current.length - this.#first < UNIT_UNITS_MAX) this.#current.add(unit, start, end);
    else this.#current.ends[this.#current.length - 1] = end;
  }

  #takeUnit(isHangul: boolean, unit: number, start: number, end: number): void {
    const continues = this.#state === SERIES || (this.#state === SERIES_BREAK && !isHangul && !this.#isHangul);
    if (!continues) this.#endAll();
    else if (this.#first === 0) this.#first = this.#current.length;
    else {
      this.#givePair();
      this.#current.drop(this.#first);
      this.#first = this.#current.length;
    }
    if (!continues) {
      this.#current.length = 0;
      this.#first = 0;
    }
    this.#state = SERIES;
    this.#isHangul = isHangul;
    this.#current.add(unit, start, end);
  }

  #takeSeparator(kind: number, unit: number): void {
    switch (this.#state) {
      case WORD: {
        const isDivided = (kind === HYPHEN || kind === SOFT_HYPHEN) && this.#pieces === 0;
        this.#endWord();
        this.#state = isDivided ? AFTER_HYPHEN : IDLE;
        break;
      }
      case SERIES:
      case SERIES_BLANK:
        if (kind === SOFT_HYPHEN) return;
        if (kind === BLANK) this.#state = SERIES_BLANK;
        else if (kind === BREAK) this.#state = SERIES_BREAK;
        else this.#endAll();
        break;
      case AFTER_HYPHEN:
        if (kind === BREAK) this.#state = AFTER_BREAK;
        else if (kind !== BLANK && kind !== SOFT_HYPHEN) this.#state = IDLE;
        break;
      case SERIES_BREAK:
      case AFTER_BREAK:
        if (kind !== BLANK && !(unit === LINE_FEED && this.#white === CARRIAGE_RETURN)) this.#endAll();
        break;
      default:
        break;
    }
    this.#white = unit;
  }

  #endAll(): void {
    if (this.#state === WORD) this.#endWord();
    else if (this.#state >= SERIES && this.#state <= SERIES_BREAK) this.#endSeries();
    this.#state = IDLE;
  }

  #endSeries(): void {
    const { length } = this.#current;
    if (this.#first > 0) {
      this.#givePair();
      this.#give(this.#current, this.#first, length, FIRST);
    } else this.#give(this.#current, 0, length, FIRST);
    this.#first = 0;
  }

  /** Emits the last two letters of the series. */
  #givePair(): void {
    this.#give(this.#current, 0, this.#current.length, FIRST, this.#first);
  }

  #endWord(): void {
    const current = this.#current;
    if (this.#pieces > 0) this.#givePart(current.length);
    else if (this.#prefix === 0) this.#give(current, 0, current.length, FIRST);
    else {
      current.copyTo(this.#joined, this.#prefix);
      this.#giveJoined();
      this.#give(current, 0, current.length, FIRST);
      this.#giveJoined();
    }
    this.#prefix = 0;
    this.#pieces = 0;
    this.#skew = 0;
  }

  #giveJoined(): void {
    const { length, units } = this.#joined;
    for (let nominal = 0; ; nominal += PIECE_STRIDE) {
      const end = nominal + PIECE_UNITS;
      const isLast = end >= length;
      const from = nominal - (dividesPair(units, nominal) ? 1 : 0);
      this.#give(this.#joined, from, isLast ? length : end - (dividesPair(units, end) ? 1 : 0), JOINED);
      if (isLast) return;
    }
  }

  /** The word continues after a full piece. */
  #givePiece(): void {
    const current = this.#current;
    const end = PIECE_UNITS + this.#skew;
    this.#givePart(end - (dividesPair(current.units, end) ? 1 : 0));
    const nominal = PIECE_STRIDE + this.#skew;
    this.#skew = dividesPair(current.units, nominal) ? 1 : 0;
    current.drop(nominal - this.#skew);
  }

  /** Emits a piece at the position of the previous ones, unless there are too many. */
  #givePart(end: number): void {
    const isFirst = this.#pieces === 0 || this.#pieces === PIECES_MAX;
    this.#give(this.#current, 0, end, isFirst ? FIRST : PIECE);
    this.#pieces = isFirst ? 1 : this.#pieces + 1;
  }

  #giveText(text: string, start: number, end: number): void {
    for (let n = 0; n < text.length; n++) single[n] = text.charCodeAt(n);
    this.#sink.placedToken(single, text.length, hashUnits(single, text.length), start, end, FIRST, end);
  }

  #give(from: PlacedUnits, begin: number, end: number, kind: TokenKind, first = end): void {
    const units = begin === 0 ? from.units : from.units.subarray(begin, end);
    const { starts, ends } = from;
    const length = end - begin;
    this.#sink.placedToken(
      units,
      length,
      hashUnits(units, length),
      starts[begin]!,
      ends[end - 1]!,
      kind,
      ends[first - 1]!,
    );
  }
}

/** Whether a unit is an ASCII digit. Digits of all scripts fold to these. */
function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const single = new Uint16Array(8);

/** Whether an index is within a surrogate pair. */
function dividesPair(units: Uint16Array, index: number): boolean {
  return index > 0 && (units[index]! & 0xfc00) === 0xdc00 && (units[index - 1]! & 0xfc00) === 0xd800;
}
