/**
 * Writes the tokens of a value as one text: spaces between positions, a separator between tokens at one position, a mark at
 * either end. The cluster splits it into the same tokens.
 */
import { FIRST, type PlacedTokenSink, type TokenKind } from '../../analysis/analyzer.ts';
import { TextFeed } from '../../analysis/text-feed.ts';
import { WordCutter } from '../../analysis/word-cutter.ts';
import { SHARED_POSITION, VALUE_EDGE } from './field-names.ts';

const SPACE = 0x20;
const EDGE = VALUE_EDGE.charCodeAt(0);
const SHARED = SHARED_POSITION.charCodeAt(0);

export class TokenText implements PlacedTokenSink {
  readonly #texts = new TextFeed(new WordCutter(this));
  #units = new Uint16Array(1 << 16);
  #length = 0;
  #tokens = 0;
  /** The start of the tokens at the last position. */
  #positionAt = 0;

  /** Begins a value. */
  begin(): void {
    this.#units[0] = EDGE;
    this.#length = 1;
    this.#tokens = 0;
  }

  feed(piece: string): void {
    this.#texts.feed(piece);
  }

  /** UTF-16 units so far. */
  get length(): number {
    return this.#length;
  }

  /** Ends the value. Returns null if it has no token. */
  end(): string | null {
    this.#texts.finish();
    if (this.#tokens === 0) return null;
    this.#room(2);
    this.#units[this.#length++] = SPACE;
    this.#units[this.#length++] = EDGE;
    return Buffer.from(this.#units.buffer, 0, 2 * this.#length).toString('utf16le');
  }

  of(value: string): string | null {
    this.begin();
    this.feed(value);
    return this.end();
  }

  skippedToken(): void {}

  /** Called by the cutter. */
  placedToken(units: Uint16Array, length: number, _hash: number, _start: number, _end: number, kind: TokenKind): void {
    if (kind === FIRST) this.#positionAt = this.#length;
    else if (this.#isThere(units, length)) return;
    this.#room(length + 1);
    this.#units[this.#length++] = kind === FIRST ? SPACE : SHARED;
    for (let i = 0; i < length; i++) this.#units[this.#length++] = units[i]!;
    this.#tokens++;
  }

  /** Whether the last position already has the token. */
  #isThere(units: Uint16Array, length: number): boolean {
    const end = this.#length;
    for (let at = this.#positionAt; at < end; at++) {
      const sign = this.#units[at]!;
      if (sign !== SPACE && sign !== SHARED) continue;
      let n = 0;
      while (n < length && at + 1 + n < end && this.#units[at + 1 + n] === units[n]) n++;
      const next = at + 1 + n;
      if (n === length && (next === end || this.#units[next] === SHARED)) return true;
    }
    return false;
  }

  #room(needed: number): void {
    if (this.#length + needed <= this.#units.length) return;
    const grown = new Uint16Array(2 * (this.#units.length + needed));
    grown.set(this.#units.subarray(0, this.#length));
    this.#units = grown;
  }
}
