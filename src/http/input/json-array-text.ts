/**
 * Parses the text of a large JSON array in slices as it arrives. JSON.parse of 64 MiB at once would block every other request
 * for a second. So would joining the text into one string. So the text is cut at commas between elements. JSON.parse checks
 * every slice, so only valid JSON is accepted. The scan only chooses where to cut.
 */
import { AppError } from '../../shared/errors.ts';
import { ELEMENT_UNITS_MAX } from '../limits.ts';

const sliceUnits = 128 * 1024;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const opensArray = 0x5b;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;

export class JsonArrayText {
  /** The text that is not cut off yet, without the opening bracket of the array. */
  #text = '';
  /** Offset of `#text` in the body. */
  #from = 0;
  #units = 0;
  /** Offset in `#text` of the last character that is not white space: it may be the closing bracket. */
  #last = -1;
  #lastCode = 0;
  #scanned = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasBegun: boolean | null = null;
  #isObject: boolean | null = null;
  #isWhole = true;

  /** Characters so far. */
  get units(): number {
    return this.#units;
  }

  /** Whether the text begins like an object. */
  get isObject(): boolean {
    return this.#isObject === true;
  }

  add(piece: string): void {
    if (this.#isObject === null) {
      const rest = piece.trimStart();
      if (rest !== '') this.#isObject = rest.startsWith('{');
    }
    const begin = this.#hasBegun === null ? this.#begin(piece) : 0;
    this.#units += piece.length;
    for (let i = piece.length - 1; i >= begin; i--) {
      if (isSpace(piece.charCodeAt(i))) continue;
      this.#last = this.#text.length + i - begin;
      this.#lastCode = piece.charCodeAt(i);
      break;
    }
    if (this.#hasBegun === true) this.#text += begin === 0 ? piece : piece.slice(begin);
  }

  /** Returns the elements of the next slice, or null if more text is needed. Throws AppError INVALID_REQUEST. */
  nextSlice(): readonly unknown[] | null {
    if (this.#hasBegun !== true) return null;
    const cut = this.#nextCut();
    if (cut === null) return null;
    const elements = this.#parse(cut, false);
    this.#text = this.#text.slice(cut + 1);
    this.#from += cut + 1;
    this.#last -= cut + 1;
    this.#scanned = 0;
    this.#isWhole = false;
    return elements;
  }

  /** Discards the rest of the text except its end. */
  drop(): void {
    this.#text = '';
    this.#hasBegun &&= false;
  }

  /** Called at the end of the text. Throws AppError INVALID_REQUEST if it does not look like an array. */
  requireArray(): void {
    if (this.#from === 0) throw new AppError('INVALID_REQUEST', 'The body is not a JSON array.');
    if (this.#lastCode !== closesArray) {
      throw new AppError('INVALID_REQUEST', 'The body is not a complete JSON array.');
    }
  }

  /** Called at the end of an array: returns the remaining elements. Throws AppError INVALID_REQUEST. */
  lastSlice(): readonly unknown[] {
    if (this.#isInString) this.#requireShort(this.#last);
    return this.#parse(this.#last, this.#isWhole);
  }

  /** Searches for the opening bracket; returns the offset after it, or the end. */
  #begin(piece: string): number {
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      const isNear = this.#units + i < sliceUnits;
      if (isNear && isSpace(code)) continue;
      this.#hasBegun = isNear && code === opensArray;
      if (!this.#hasBegun) return piece.length;
      this.#from = this.#units + i + 1;
      return i + 1;
    }
    return piece.length;
  }

  /**
   * Returns the offset of a comma between elements, at least a slice after the last one. A possible end of the array is not
   * scanned.
   */
  #nextCut(): number | null {
    const text = this.#text;
    const end = this.#last;
    for (let i = this.#scanned; i < end; i++) {
      const code = text.charCodeAt(i);
      if (this.#isInString) this.#scanString(code);
      else if (code === quote) this.#isInString = true;
      else if (code === comma && this.#depth === 0 && i >= sliceUnits) return i;
      else if (code === opensArray || code === opensObject) this.#depth++;
      else if (code === closesArray || code === closesObject) this.#depth--;
      this.#requireShort(i);
    }
    this.#scanned = Math.max(this.#scanned, end);
    return null;
  }

  #scanString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInString = false;
  }

  #requireShort(offset: number): void {
    if (offset > sliceUnits + ELEMENT_UNITS_MAX) {
      throw new AppError('INVALID_REQUEST', `The body has an element of more than ${ELEMENT_UNITS_MAX} characters.`);
    }
  }

  #parse(to: number, mayBeEmpty: boolean): readonly unknown[] {
    const where = `after character ${this.#from}`;
    let elements: unknown[];
    try {
      elements = JSON.parse(`[${this.#text.slice(0, to)}]`) as unknown[];
    } catch (cause) {
      throw new AppError('INVALID_REQUEST', `The body is not valid JSON ${where}: ${(cause as Error).message}`, {
        cause,
      });
    }
    if (elements.length === 0 && !mayBeEmpty) {
      throw new AppError('INVALID_REQUEST', `The body is not valid JSON: an element is missing ${where}.`);
    }
    return elements;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
