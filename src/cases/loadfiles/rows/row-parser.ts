/**
 * Splits delimited text into rows, piece by piece. A quote closes a value only if a delimiter or the end of the row follows.
 * Two quotes stand for one, and any other quote is part of the value. Memory stays within the limits, whatever the text
 * contains.
 */
import { COLUMNS_MAX, ROW_UNITS_MAX, VALUE_UNITS_MAX } from '../limits.ts';
import type { Dialect } from './dialect.ts';
import { GrowingValue } from './growing-value.ts';

/** A position at which reading can resume: an offset in the file, and its line. */
export interface Checkpoint {
  readonly offset: number;
  readonly line: number;
}

export interface ParsedRow {
  readonly values: readonly string[];
  /** 1-based line in which it begins. */
  readonly line: number;
  /** The piece that contains its beginning. */
  readonly from: Checkpoint;
  readonly units: number;
  /** Truncated values, by index. */
  readonly cut: readonly number[];
  /** Number of values beyond `COLUMNS_MAX`. */
  readonly left: number;
  readonly isTooLong: boolean;
  /** Quotes inside quoted values that are not doubled. */
  readonly strayQuotes: number;
  /** Stray quotes at the beginning of a line, where a new row could begin. */
  readonly lineQuotes: number;
}

export interface RowLimits {
  readonly valueUnits: number;
  readonly rowUnits: number;
  readonly columns: number;
}

const defaultLimits: RowLimits = { valueUnits: VALUE_UNITS_MAX, rowUnits: ROW_UNITS_MAX, columns: COLUMNS_MAX };

const START = 0;
const PLAIN = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;
const AFTER_QUOTE_RETURN = 4;
const RETURN = 0x0d;

/** Usage: `feed` a piece, then `take` its rows. At the end `finish`, and `take` again. */
export class RowParser {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #quoteText: string;
  readonly #newline: string | null;
  readonly #terminator: number;
  readonly #terminatorText: string;
  readonly #limits: RowLimits;
  #rows: ParsedRow[] = [];
  #state = START;
  /** The current line, and the number of lines to skip. */
  #line: number;
  #skip: number;
  #piece: Checkpoint = { offset: 0, line: 1 };
  // The row so far.
  #values: string[] = [];
  #from: Checkpoint = this.#piece;
  #rowLine: number;
  #units = 0;
  #cut: number[] = [];
  #left = 0;
  #strayQuotes = 0;
  #lineQuotes = 0;
  #isBegun = false;
  // The value so far.
  readonly #value = new GrowingValue();
  #isCut = false;
  /** The last unit of a quoted value so far, and whether its last quote was at the beginning of a line. */
  #before = -1;
  #isLineQuote = false;

  /** The first piece begins with line `line`. Its first `skip` lines are skipped. */
  constructor(dialect: Dialect, line = 1, skip = 0, limits = defaultLimits) {
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    this.#quoteText = dialect.quote ?? '';
    this.#quote = dialect.quote === null ? -1 : dialect.quote.charCodeAt(0);
    this.#newline = dialect.newline;
    this.#terminator = dialect.terminator.charCodeAt(0);
    this.#terminatorText = dialect.terminator;
    this.#limits = limits;
    this.#line = line;
    this.#rowLine = line;
    this.#skip = skip;
  }

  take(): readonly ParsedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** `offset` is the offset of the piece in the file. */
  feed(text: string, offset: number): void {
    this.#piece = { offset, line: this.#line };
    for (let i = this.#skipLines(text); i < text.length; ) {
      if (this.#state === START) i = this.#begin(text, i);
      else if (this.#state === PLAIN) i = this.#readPlain(text, i);
      else if (this.#state === QUOTED) i = this.#readQuoted(text, i);
      else i = this.#readAfterQuote(text, i);
    }
  }

  /** Ends the last row. If a quote is open, abandons the row and returns its beginning. Otherwise returns null. */
  finish(): { readonly line: number; readonly from: Checkpoint } | null {
    if (this.#state === QUOTED) return { line: this.#rowLine, from: this.#from };
    if (this.#isBegun) this.#endRow();
    return null;
  }

  #skipLines(text: string): number {
    let i = 0;
    for (; this.#skip > 0; this.#skip--) {
      const end = text.indexOf(this.#terminatorText, i);
      if (end < 0) return text.length;
      this.#line++;
      i = end + 1;
    }
    return i;
  }

  #begin(text: string, i: number): number {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#from = this.#piece;
      this.#rowLine = this.#line;
    }
    if (text.charCodeAt(i) !== this.#quote) {
      this.#state = PLAIN;
      return i;
    }
    this.#state = QUOTED;
    this.#before = -1;
    return i + 1;
  }

  #readPlain(text: string, from: number): number {
    const delimiter = this.#delimiter;
    const terminator = this.#terminator;
    let start = from;
    let i = from;
    let unit = 0;
    for (; i < text.length; i++) {
      unit = text.charCodeAt(i);
      if (unit === terminator) break;
      if (unit !== delimiter) continue;
      if (!this.#takeWhole(text, start, i)) break;
      start = i + 1;
      if (start < text.length && text.charCodeAt(start) !== this.#quote) continue;
      this.#state = START;
      return start;
    }
    if (i > start) this.#add(text, start, i);
    if (i === text.length) return i;
    if (unit === delimiter) this.#endValue();
    else {
      this.#endRow(terminator !== RETURN);
      this.#line++;
    }
    return i + 1;
  }

  /** Takes a value that is in one piece. Returns false if a limit or a line break needs special handling. */
  #takeWhole(text: string, from: number, to: number): boolean {
    const { valueUnits, rowUnits, columns } = this.#limits;
    const isOther = this.#newline !== null || this.#value.length > 0 || this.#isCut || this.#values.length >= columns;
    if (isOther || to - from > valueUnits || this.#units + to - from > rowUnits) return false;
    this.#units += to - from;
    this.#values.push(text.slice(from, to));
    return true;
  }

  #readQuoted(text: string, from: number): number {
    const found = text.indexOf(this.#quoteText, from);
    const end = found < 0 ? text.length : found;
    if (end > from) {
      this.#add(text, from, end);
      const terminator = this.#terminatorText;
      for (let i = text.indexOf(terminator, from); i >= 0 && i < end; i = text.indexOf(terminator, i + 1)) this.#line++;
    }
    const before = end > from ? text.charCodeAt(end - 1) : this.#before;
    this.#before = found < 0 ? before : this.#quote;
    if (found < 0) return end;
    this.#isLineQuote = before === this.#terminator;
    this.#state = AFTER_QUOTE;
    return end + 1;
  }

  #readAfterQuote(text: string, i: number): number {
    const unit = text.charCodeAt(i);
    if (unit === this.#terminator) {
      this.#endRow();
      this.#line++;
      return i + 1;
    }
    if (this.#state === AFTER_QUOTE) {
      if (unit === this.#delimiter) {
        this.#endValue();
        return i + 1;
      }
      if (unit === RETURN) {
        this.#state = AFTER_QUOTE_RETURN;
        return i + 1;
      }
    }
    // Two quotes stand for one. A single quote that closes nothing is also kept.
    this.#add(this.#quoteText, 0, 1);
    const isReturn = this.#state === AFTER_QUOTE_RETURN;
    if (isReturn) this.#add('\r', 0, 1);
    this.#state = QUOTED;
    if (unit === this.#quote && !isReturn) return i + 1;
    this.#strayQuotes++;
    if (this.#isLineQuote) this.#lineQuotes++;
    return i;
  }

  #add(text: string, from: number, to: number): void {
    this.#units += to - from;
    if (this.#isCut || this.#units > this.#limits.rowUnits) return;
    const room = this.#limits.valueUnits - this.#value.length;
    if (to - from > room) {
      this.#isCut = true;
      this.#cut.push(this.#values.length);
    }
    const piece = text.slice(from, Math.min(to, from + room));
    this.#value.add(piece);
  }

  /** `isLineEnd`: a trailing carriage return belongs to the line break. */
  #endValue(isLineEnd = false): void {
    const taken = this.#value.take();
    if (this.#values.length >= this.#limits.columns) this.#left++;
    else if (this.#units <= this.#limits.rowUnits) {
      const newline = this.#newline;
      const value = isLineEnd && taken.endsWith('\r') ? taken.slice(0, -1) : taken;
      this.#values.push(newline !== null && value.includes(newline) ? value.replaceAll(newline, '\n') : value);
    }
    this.#isCut = false;
    this.#state = START;
  }

  #endRow(isLineEnd = false): void {
    this.#endValue(isLineEnd);
    const isTooLong = this.#units > this.#limits.rowUnits;
    this.#rows.push({
      values: isTooLong ? [] : this.#values,
      line: this.#rowLine,
      from: this.#from,
      units: this.#units,
      cut: this.#cut,
      left: this.#left,
      isTooLong,
      strayQuotes: this.#strayQuotes,
      lineQuotes: this.#lineQuotes,
    });
    this.#values = [];
    this.#units = 0;
    this.#left = 0;
    this.#strayQuotes = 0;
    this.#lineQuotes = 0;
    this.#isBegun = false;
    if (this.#cut.length > 0) this.#cut = [];
  }
}
