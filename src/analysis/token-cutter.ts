/** Cuts text in NFC into tokens, a buffer at a time: maximal sequences of letters and decimal digits, folded and hashed. */
import type { TokenSink } from './analyzer.ts';
import { ESCAPE, FOLD_TABLE, FOLD_UNITS_MAX, foldCodePoint, isTokenCodePoint, SEPARATOR } from './fold-table.ts';
import { STABILITY, STABLE } from './normalization-classes.ts';
import { finishHash, HASH_FACTOR, HASH_SEED } from './term-hash.ts';

/** Maximum length of a token in UTF-16 units of NFC: a longer one is cut, but never inside a surrogate pair. */
export const TOKEN_UNITS_MAX = 255;

/** The most UTF-16 units a folded token can have. */
export const FOLDED_UNITS_MAX = TOKEN_UNITS_MAX * FOLD_UNITS_MAX;

/** Units that are copied out of a string at a time: half of a first-level cache. */
export const BUFFER_UNITS = 8192;

/** What cuts the text that is put into its buffer, and keeps a token that goes on in the next one. */
export interface UnitCutter {
  /** The buffer, as units and as bytes: it may be another one after each call. */
  readonly text: Uint16Array;
  readonly textBytes: Buffer;
  /** Whether the first units of the buffer are in NFC. False is not certain. */
  isStable(units: number): boolean;
  /** Takes the first units of the buffer: whole code points in NFC. */
  cut(units: number): void;
  /** Takes `bytes[from … to)`, which are ASCII. */
  cutAscii(bytes: Uint8Array, from: number, to: number): void;
  endToken(): void;
}

/** Gives the tokens to a sink. */
export class TokenCutter implements UnitCutter {
  readonly #sink: TokenSink;
  /** A typed array is read several times as fast as a string. */
  readonly text = new Uint16Array(BUFFER_UNITS);
  readonly textBytes = Buffer.from(this.text.buffer);
  /** The current token: folded units, how many, how many units of NFC text they represent, and its hash so far. */
  readonly #units = new Uint16Array(FOLDED_UNITS_MAX);
  #length = 0;
  #tokenUnits = 0;
  #hash = HASH_SEED;

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  isStable(units: number): boolean {
    const buffer = this.text;
    for (let i = 0; i < units; i++) if (buffer[i]! >= 0x300 && STABILITY[buffer[i]!] !== STABLE) return false;
    return true;
  }

  /** The state is in local variables meanwhile. */
  cut(bufferLength: number): void {
    const buffer = this.text;
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

  cutAscii(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, BUFFER_UNITS);
      for (let i = 0; i < count; i++) this.text[i] = bytes[at + i]!;
      this.cut(count);
      at += count;
    }
  }

  /** The rare cases of a code point: a surrogate pair, a lone surrogate, a fold to several units. Returns its units. */
  #takeCodePoint(codePoint: number): number {
    const width = codePoint > 0xffff ? 2 : 1;
    if (!isTokenCodePoint(codePoint)) {
      this.endToken();
      return width;
    }
    if (this.#tokenUnits + width > TOKEN_UNITS_MAX) this.endToken();
    const folded = foldCodePoint(codePoint);
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      this.#units[this.#length++] = unit;
      this.#hash = Math.imul(this.#hash ^ unit, HASH_FACTOR);
    }
    this.#tokenUnits += width;
    return width;
  }

  endToken(): void {
    if (this.#length > 0) this.#sink.token(this.#units, this.#length, finishHash(this.#hash));
    this.#length = 0;
    this.#tokenUnits = 0;
    this.#hash = HASH_SEED;
  }
}

/** The code point that begins at `index` of `units[0 … length)`, or the lone surrogate there. */
export function codePointAt(units: Uint16Array, index: number, length: number): number {
  const first = units[index]!;
  if ((first & 0xfc00) !== 0xd800 || index + 1 === length) return first;
  const second = units[index + 1]!;
  return (second & 0xfc00) === 0xdc00 ? ((first - 0xd800) << 10) + (second - 0xdc00) + 0x10000 : first;
}
