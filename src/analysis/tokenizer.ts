/**
 * Text to tokens: NFC, maximal sequences of letters and decimal digits, cut every 255 units, folded, hashed. The text of an
 * item may be far too large for memory, so it comes in pieces of any size, cut anywhere, and leaves as units
 * in a buffer that is reused for every token. No string is made for text that is already in NFC.
 */
import type { TokenSink } from './analyzer.ts';
import {
  beginsAtBoundary,
  findUnstable,
  lastBoundary,
  normalizeStretch,
  settle,
  stretchEnd,
  stretchStart,
} from './normalization.ts';
import { BUFFER_UNITS, TokenCutter, type UnitCutter } from './token-cutter.ts';

/** Text without a boundary is held back for the next piece; from this many units on it is normalised first. */
const OPEN_UNITS_MAX = 4096;

/** Up to this many units are copied one by one, which is faster than a call out of JavaScript. */
const SHORT_UNITS = 64;

/**
 * Gives texts in NFC to what cuts them into tokens. The tokens of a text do not depend on how it was divided into pieces.
 * After {@link finish} the next text can come.
 */
export class TextFeed {
  readonly #cutter: UnitCutter;
  /** The end of the input, from the last boundary on: what follows may still change it. */
  #open = '';

  constructor(cutter: UnitCutter) {
    this.#cutter = cutter;
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

  /**
   * Takes `bytes[from … to)`, which are ASCII, as the next piece: no such text changes in NFC, and it ends what was open. `isLast`: the end of
   * the text follows.
   */
  feedAscii(bytes: Uint8Array, from: number, to: number, isLast: boolean): void {
    if (from === to) return;
    if (this.#open.length > 0) this.#normalize(this.#open, this.#open.length);
    this.#cutter.cutAscii(bytes, from, isLast ? to : to - 1);
    this.#open = isLast ? '' : String.fromCharCode(bytes[to - 1]!);
  }

  /** Ends the text: calls the sink for what is left. */
  finish(): void {
    if (this.#open.length > 0) this.#normalize(this.#open, this.#open.length);
    this.#open = '';
    this.#cutter.endToken();
  }

  /** Tokenizes the NFC of `text[0 … to)`, where `to` is a boundary or the end. */
  #normalize(text: string, to: number): void {
    for (let from = 0; from < to; ) {
      const end = bufferEnd(text, from, to);
      if (end - from > BUFFER_UNITS || !this.#copyStable(text, from, end)) this.#normalizeStretches(text, from, end);
      else this.#cutter.cut(end - from);
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
    return this.#cutter.isStable(to - from);
  }

  /** Tokenizes `text[from … to)`, which is in NFC and holds whole code points. */
  #tokenize(text: string, from: number, to: number): void {
    for (let start = from; start < to; ) {
      let end = Math.min(to, start + BUFFER_UNITS);
      if (end < to && text.codePointAt(end - 1)! > 0xffff) end--;
      this.#copy(text, start, end);
      this.#cutter.cut(end - start);
      start = end;
    }
  }

  #copy(text: string, from: number, to: number): void {
    const { text: buffer, textBytes } = this.#cutter;
    if (to - from > SHORT_UNITS) textBytes.write(text.slice(from, to), 'utf16le');
    else for (let i = from; i < to; i++) buffer[i - from] = text.charCodeAt(i);
  }
}

/** Gives the tokens of texts to a sink. */
export class Tokenizer extends TextFeed {
  constructor(sink: TokenSink) {
    super(new TokenCutter(sink));
  }
}

/** The last boundary before a buffer that begins at `from` is full; or `to` if the text ends earlier or has none. */
function bufferEnd(text: string, from: number, to: number): number {
  if (to - from <= BUFFER_UNITS) return to;
  for (let end = from + BUFFER_UNITS; end > from; end--) if (beginsAtBoundary(text, end)) return end;
  return to;
}
