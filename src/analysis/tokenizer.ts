/**
 * Text to tokens: NFC, maximal sequences of letters and decimal digits, cut every 255 units, folded, hashed. The text of an
 * item may be far too large for memory, so it comes in pieces of any size, cut anywhere, and leaves as units
 * in a buffer that is reused for every token. No string is made for text that is already in NFC.
 */
import type { TokenSink } from './analyzer.ts';
import { ESCAPE, FOLD_TABLE, FOLD_UNITS_MAX, foldCodePoint, isTokenCodePoint, SEPARATOR } from './fold-table.ts';
import {
  beginsAtBoundary,
  findUnstable,
  lastBoundary,
  normalizeStretch,
  settle,
  stretchEnd,
  stretchStart,
} from './normalization.ts';
import { STABILITY, STABLE } from './normalization-classes.ts';
import { finishHash, HASH_FACTOR, HASH_SEED } from './term-hash.ts';

/** Maximum length of a token in UTF-16 units of NFC: a longer one is cut, but never inside a surrogate pair. */
export const TOKEN_UNITS_MAX = 255;

/** The most UTF-16 units a folded token can have. */
export const FOLDED_UNITS_MAX = TOKEN_UNITS_MAX * FOLD_UNITS_MAX;

/** Text without a boundary is held back for the next piece; from this many units on it is normalised first. */
const OPEN_UNITS_MAX = 4096;

/** Units that are copied out of a string at a time: half of a first-level cache. */
const BUFFER_UNITS = 8192;

/** Up to this many units are copied one by one, which is faster than a call out of JavaScript. */
const SHORT_UNITS = 64;

/**
 * Gives the tokens of texts to a sink. The tokens of a text do not depend on how it was divided into pieces.
 * After {@link finish} the tokenizer is ready for the next text.
 */
export class Tokenizer {
  readonly #sink: TokenSink;
  /** The end of the input, from the last boundary on: what follows may still change it. */
  #open = '';
  /** Text being tokenized: a typed array is read several times as fast as a string. */
  readonly #buffer = new Uint16Array(BUFFER_UNITS);
  readonly #bufferBytes = Buffer.from(this.#buffer.buffer);
  /** The current token: folded units, how many, how many units of NFC text they represent, and its hash so far. */
  readonly #units = new Uint16Array(FOLDED_UNITS_MAX);
  #length = 0;
  #tokenUnits = 0;
  #hash = HASH_SEED;

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  /** Takes the next piece of the text. Calls the sink for tokens that are complete. */
  feed(piece: string): void {
    if (piece.length === 0) return;
    let text = piece;
    if (this.#open.length > 0) {
      if (beginsAtBoundary(piece)) this.#normalize(this.#open, this.#open.length);
      else text = this.#open + piece;
    }
    const boundary = lastBoundary(text);
    this.#normalize(text, boundary);
    this.#open = text.slice(boundary);
    if (this.#open.length > OPEN_UNITS_MAX) {
      const { settled, open } = settle(this.#open);
      this.#tokenize(settled, 0, settled.length);
      this.#open = open;
    }
  }

  /** Ends the text: calls the sink for what is left. */
  finish(): void {
    this.#normalize(this.#open, this.#open.length);
    this.#open = '';
    this.#endToken();
  }

  /** Tokenizes the NFC of `text[0 … to)`, where `to` is a boundary or the end. */
  #normalize(text: string, to: number): void {
    for (let from = 0; from < to; ) {
      const end = bufferEnd(text, from, to);
      if (end - from > BUFFER_UNITS || !this.#copyStable(text, from, end)) this.#normalizeStretches(text, from, end);
      else this.#tokenizeBuffer(end - from);
      from = end;
    }
  }

  /** Tokenizes `text[from … to)`: looks for the stretches that are not in NFC. */
  #normalizeStretches(text: string, begin: number, to: number): void {
    for (let from = begin; ; ) {
      const unstable = findUnstable(text, from, to);
      const start = unstable === to ? to : stretchStart(text, unstable, from);
      this.#tokenize(text, from, start);
      if (start === to) return;
      from = stretchEnd(text, unstable, to);
      const normalized = normalizeStretch(text.slice(start, from));
      this.#tokenize(normalized, 0, normalized.length);
    }
  }

  /** Copies into the buffer; whether all of it is in NFC, as most text is. False is not certain. */
  #copyStable(text: string, from: number, to: number): boolean {
    this.#copy(text, from, to);
    const buffer = this.#buffer;
    for (let i = 0; i < to - from; i++) if (buffer[i]! >= 0x300 && STABILITY[buffer[i]!] !== STABLE) return false;
    return true;
  }

  /** Tokenizes `text[from … to)`, which is in NFC and holds whole code points. */
  #tokenize(text: string, from: number, to: number): void {
    for (let start = from; start < to; ) {
      let end = Math.min(to, start + BUFFER_UNITS);
      if (end < to && text.codePointAt(end - 1)! > 0xffff) end--;
      this.#copy(text, start, end);
      this.#tokenizeBuffer(end - start);
      start = end;
    }
  }

  #copy(text: string, from: number, to: number): void {
    if (to - from > SHORT_UNITS) this.#bufferBytes.write(text.slice(from, to), 'utf16le');
    else for (let i = from; i < to; i++) this.#buffer[i - from] = text.charCodeAt(i);
  }

  /** Processes the first units of the buffer, whole code points. The state is in local variables meanwhile. */
  #tokenizeBuffer(bufferLength: number): void {
    const buffer = this.#buffer;
    const units = this.#units;
    let length = this.#length;
    let tokenUnits = this.#tokenUnits;
    let hash = this.#hash;
    for (let i = 0; i < bufferLength; i++) {
      const folded = FOLD_TABLE[buffer[i]!]!;
      if (folded === SEPARATOR) {
        if (length === 0) continue;
        this.#sink.token(units, length, finishHash(hash));
        length = 0;
        tokenUnits = 0;
        hash = HASH_SEED;
      } else if (folded === ESCAPE) {
        this.#length = length;
        this.#tokenUnits = tokenUnits;
        this.#hash = hash;
        i += this.#takeCodePoint(codePointAt(buffer, i, bufferLength)) - 1;
        length = this.#length;
        tokenUnits = this.#tokenUnits;
        hash = this.#hash;
      } else {
        if (tokenUnits === TOKEN_UNITS_MAX) {
          this.#sink.token(units, length, finishHash(hash));
          length = 0;
          tokenUnits = 0;
          hash = HASH_SEED;
        }
        units[length++] = folded;
        tokenUnits++;
        hash = Math.imul(hash ^ folded, HASH_FACTOR);
      }
    }
    this.#length = length;
    this.#tokenUnits = tokenUnits;
    this.#hash = hash;
  }

  /** The rare cases of a code point: a surrogate pair, a lone surrogate, a fold to several units. Returns its units. */
  #takeCodePoint(codePoint: number): number {
    const width = codePoint > 0xffff ? 2 : 1;
    if (!isTokenCodePoint(codePoint)) {
      this.#endToken();
      return width;
    }
    if (this.#tokenUnits + width > TOKEN_UNITS_MAX) this.#endToken();
    const folded = foldCodePoint(codePoint);
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      this.#units[this.#length++] = unit;
      this.#hash = Math.imul(this.#hash ^ unit, HASH_FACTOR);
    }
    this.#tokenUnits += width;
    return width;
  }

  #endToken(): void {
    if (this.#length > 0) this.#sink.token(this.#units, this.#length, finishHash(this.#hash));
    this.#length = 0;
    this.#tokenUnits = 0;
    this.#hash = HASH_SEED;
  }
}

/** The last boundary before a buffer that begins at `from` is full; or `to` if the text ends earlier or has none. */
function bufferEnd(text: string, from: number, to: number): number {
  if (to - from <= BUFFER_UNITS) return to;
  for (let end = from + BUFFER_UNITS; end > from; end--) if (beginsAtBoundary(text, end)) return end;
  return to;
}

/** The code point that begins at `index` of `units[0 … length)`, or the lone surrogate there. */
function codePointAt(units: Uint16Array, index: number, length: number): number {
  const first = units[index]!;
  if ((first & 0xfc00) !== 0xd800 || index + 1 === length) return first;
  const second = units[index + 1]!;
  return (second & 0xfc00) === 0xdc00 ? ((first - 0xd800) << 10) + (second - 0xdc00) + 0x10000 : first;
}
