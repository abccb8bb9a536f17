/**
 * Splits JSON into the texts of its objects, piece by piece. JSON Lines are split at line ends. Elements of an array and
 * consecutive objects are split by their brackets. Memory is limited by the longest object.
 */
import { JSON_NESTING_MAX, JSON_RESCANNED_UNITS_MAX } from '../limits.ts';
import { GrowingValue } from './growing-value.ts';

export interface JsonElement {
  /** 1-based line in which it begins. */
  readonly line: number;
  /** Its JSON, or null if it was abandoned. */
  readonly text: string | null;
  readonly fault: string | null;
  readonly isTooLong?: true;
}

export interface JsonElements {
  /** Returns the elements that were completed since the last call. */
  take(): readonly JsonElement[];
  feed(text: string): void;
  /** Ends the last element. Returns the fault of the whole file, or null. */
  finish(): string | null;
}

export class JsonLines implements JsonElements {
  readonly #unitsMax: number;
  #elements: JsonElement[] = [];
  readonly #begun = new GrowingValue();
  #isTooLong = false;
  #line = 1;

  constructor(unitsMax: number) {
    this.#unitsMax = unitsMax;
  }

  take(): readonly JsonElement[] {
    const elements = this.#elements;
    this.#elements = [];
    return elements;
  }

  feed(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#add(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(text.slice(from));
  }

  finish(): null {
    this.#endLine();
    return null;
  }

  #add(piece: string): void {
    if (this.#begun.length + piece.length > this.#unitsMax) {
      this.#isTooLong = true;
      this.#begun.take();
    }
    if (!this.#isTooLong && piece !== '') this.#begun.add(piece);
  }

  #endLine(): void {
    const line = this.#line++;
    const text = this.#begun.take();
    if (this.#isTooLong) this.#elements.push(tooLong(line, this.#unitsMax));
    else if (/\S/.test(text)) this.#elements.push({ line, text, fault: null });
    this.#isTooLong = false;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;

/**
 * States: between elements, in an element, in a string of an element, after a fault (until an element begins on its own line),
 * after the only array.
 */
type State = 'between' | 'in' | 'in string' | 'lost' | 'done';

/**
 * An object with a missing bracket or quote would swallow the following ones. So the first line in it that looks like the
 * beginning of an element is remembered. If the object turns out to be faulty, reading resumes there.
 */
export class JsonValues implements JsonElements {
  readonly #unitsMax: number;
  #elements: JsonElement[] = [];
  /** Unread text after the beginning of the current element. */
  #text = '';
  #at = 0;
  #state: State = 'between';
  #line = 1;
  /** The start of the line, if it has only blanks and commas so far. */
  #lineStart = 0;
  /** The column at which elements begin that are on their own lines. -1 if unknown. */
  #column = -1;
  #open: number[] = [];
  /** The start of the element. */
  #start = 0;
  #startLine = 1;
  #isDropped = false;
  #restart: { readonly at: number; readonly line: number; readonly column: number } | null = null;
  #rescanned = 0;
  #arrays = 0;
  readonly #isInside: boolean;
  #isGivenUp = false;

  /** `isInside`: whether the array is inside another value, of which nothing else is read. */
  constructor(unitsMax: number, isInside: boolean) {
    this.#unitsMax = unitsMax;
    this.#isInside = isInside;
  }

  take(): readonly JsonElement[] {
    const elements = this.#elements;
    this.#elements = [];
    return elements;
  }

  feed(text: string): void {
    if (this.#isGivenUp || this.#state === 'done') return;
    this.#forget();
    this.#text += text;
    this.#scan();
    const isOver = this.#at - this.#start > this.#unitsMax && this.#state !== 'between' && this.#state !== 'lost';
    if (!isOver || this.#isDropped) return;
    if (this.#restart !== null) this.#fail('the object does not end');
    else {
      this.#elements.push(tooLong(this.#startLine, this.#unitsMax));
      this.#isDropped = true;
    }
    this.#scan();
  }

  finish(): string | null {
    while (!this.#isGivenUp && (this.#state === 'in' || this.#state === 'in string')) {
      this.#fail('the object does not end');
      this.#scan();
    }
    if (this.#isGivenUp) return `too much of it is damaged: nothing after line ${this.#line} was read`;
    if (this.#state === 'lost') return `nothing after line ${this.#startLine} was read`;
    return this.#arrays > 0 ? 'the array does not end: the file may have been cut off' : null;
  }

  /** Drops text that no element needs now. */
  #forget(): void {
    const isNeeded = (this.#state === 'in' || this.#state === 'in string') && !this.#isDropped;
    const from = isNeeded ? this.#start : Math.min(this.#at, Math.max(0, this.#lineStart));
    const cut = isNeeded ? from : this.#at - from > this.#unitsMax ? this.#at : from;
    this.#text = this.#text.slice(cut);
    this.#at -= cut;
    this.#lineStart -= cut;
    this.#start -= cut;
    if (this.#restart !== null) this.#restart = { ...this.#restart, at: this.#restart.at - cut };
  }

  #scan(): void {
    const text = this.#text;
    while (this.#at < text.length && !this.#isGivenUp && this.#state !== 'done') {
      const { at, state } = { at: this.#at, state: this.#state };
      if (this.#state === 'between') this.#readBetween(text);
      else if (this.#state === 'in') this.#readIn(text);
      else if (this.#state === 'in string') this.#readString(text);
      else this.#seek(text);
      // The rest of an escape is in the next piece.
      if (this.#at === at && this.#state === state) return;
    }
  }

  #readBetween(text: string): void {
    const unit = text.charCodeAt(this.#at);
    if (unit === NEWLINE) this.#beginLine();
    else if (unit === OPEN_ARRAY) this.#arrays++;
    else if (unit === CLOSE_ARRAY) {
      this.#arrays--;
      if (this.#isInside && this.#arrays === 0) this.#state = 'done';
    } else if (unit === OPEN_OBJECT) {
      this.#begin();
      return;
    } else if (unit > 0x20 && unit !== COMMA) {
      // This is not an element. Skips to the next place at which an element may begin.
      const rest = /[\n,\]{]/g;
      rest.lastIndex = this.#at + 1;
      const end = rest.exec(text)?.index ?? text.length;
      this.#elements.push({ line: this.#line, text: null, fault: 'there is no object here' });
      this.#at = end;
      this.#lineStart = Number.NEGATIVE_INFINITY;
      return;
    }
    if (unit > 0x20 && unit !== COMMA) this.#lineStart = Number.NEGATIVE_INFINITY;
    this.#at++;
  }

  #begin(): void {
    this.#start = this.#at;
    this.#startLine = this.#line;
    if (this.#lineStart >= 0) this.#column = this.#at - this.#lineStart;
    this.#lineStart = Number.NEGATIVE_INFINITY;
    this.#open = [];
    this.#restart = null;
    this.#isDropped = false;
    this.#state = 'in';
  }

  #readIn(text: string): void {
    for (let i = this.#at; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit <= 0x20) {
        if (unit !== NEWLINE) continue;
        this.#at = i;
        this.#beginLine();
      } else if (unit === QUOTE) {
        this.#lineStart = Number.NEGATIVE_INFINITY;
        this.#state = 'in string';
        this.#at = i + 1;
        return;
      } else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
        if (this.#lineStart >= 0 && unit === OPEN_OBJECT && i > this.#start) this.#remember(i);
        this.#lineStart = Number.NEGATIVE_INFINITY;
        this.#open.push(unit);
        if (this.#open.length <= JSON_NESTING_MAX) continue;
        this.#at = i + 1;
        this.#fail(`it is nested more than ${JSON_NESTING_MAX} deep`);
        return;
      } else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) {
        this.#lineStart = Number.NEGATIVE_INFINITY;
        this.#at = i + 1;
        const open = this.#open.pop();
        if (open !== (unit === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_ARRAY)) {
          this.#fail('its brackets do not match');
          return;
        }
        if (this.#open.length > 0) continue;
        if (!this.#isDropped)
          this.#elements.push({ line: this.#startLine, text: text.slice(this.#start, i + 1), fault: null });
        this.#state = 'between';
        return;
      } else if (unit !== COMMA) this.#lineStart = Number.NEGATIVE_INFINITY;
    }
    this.#at = text.length;
  }

  #readString(text: string): void {
    for (let i = this.#at; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.#state = 'in';
        this.#at = i + 1;
        return;
      }
      if (unit === BACKSLASH) {
        // The unit after the backslash may be in the next piece.
        if (i + 1 === text.length) {
          this.#at = i;
          return;
        }
        i++;
      } else if (unit === NEWLINE) {
        this.#at = i;
        this.#fail('a string in it does not end in its line');
        return;
      }
    }
    this.#at = text.length;
  }

  /** Looks for a line that may begin an element. */
  #seek(text: string): void {
    if (this.#lineStart < 0) {
      const end = text.indexOf('\n', this.#at);
      this.#at = end < 0 ? text.length : end;
      if (end < 0) return;
      this.#beginLine();
      this.#at++;
      return;
    }
    const unit = text.charCodeAt(this.#at);
    if (unit === NEWLINE) this.#beginLine();
    else if (unit === OPEN_OBJECT && (this.#column < 0 || this.#at - this.#lineStart === this.#column)) {
      this.#begin();
      return;
    } else if (unit > 0x20 && unit !== COMMA) this.#lineStart = Number.NEGATIVE_INFINITY;
    this.#at++;
  }

  /** Called at a line break. */
  #beginLine(): void {
    this.#line++;
    this.#lineStart = this.#at + 1;
  }

  #remember(at: number): void {
    const column = at - this.#lineStart;
    if (this.#restart !== null || (this.#column >= 0 && column !== this.#column)) return;
    this.#restart = { at, line: this.#line, column };
  }

  #fail(fault: string): void {
    if (!this.#isDropped) this.#elements.push({ line: this.#startLine, text: null, fault });
    const restart = this.#restart;
    this.#state = 'lost';
    if (restart === null || this.#isDropped) return;
    this.#rescanned += this.#at - restart.at;
    this.#isGivenUp = this.#rescanned > JSON_RESCANNED_UNITS_MAX;
    this.#at = restart.at;
    this.#line = restart.line;
    this.#lineStart = restart.at - restart.column;
    this.#begin();
  }
}

function tooLong(line: number, unitsMax: number): JsonElement {
  return { line, text: null, fault: `the object has more than ${unitsMax} characters`, isTooLong: true };
}
