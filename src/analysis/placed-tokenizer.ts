/**
 * The tokens of our own analysis with their places: the same as `tokenizer.ts` gives, and for each where it is in the text as it was
 * written, before any normalisation. A build has no use for places and does without their cost.
 *
 * Where normalisation changes a sequence, letters and marks of it cannot be told apart any more: a token in it begins
 * or ends where the sequence does.
 */

import { ways } from '../shared/thresholds.ts';
import type { PlacedTokenizer, PlacedTokenSink } from './analyzer.ts';
import { ESCAPE, FOLD_TABLE, foldCodePoint, isTokenCodePoint, SEPARATOR } from './fold-table.ts';
import {
  findUnstable,
  lastBoundary,
  nextBoundary,
  normalizeStretch,
  settle,
  stretchEnd,
  stretchStart,
} from './normalization.ts';
import { finishHash, HASH_FACTOR, HASH_SEED } from './term-hash.ts';
import { FOLDED_UNITS_MAX, TOKEN_UNITS_MAX } from './token-cutter.ts';
import { isApart, lastLetters, lettersStart, WordSeeker } from './word-seeker.ts';

/** A sequence without a boundary is divided after so many units, wherever pieces end. */
const SEQUENCE_UNITS_MAX = 4096;

export class OwnPlacedTokenizer implements PlacedTokenizer {
  readonly #sink: PlacedTokenSink;
  /** The end of the input, from the last boundary on: what follows may still change it. */
  #open = '';
  /** Where `#open` begins in the text. */
  #offset = 0;
  /** Of a sequence that was divided: what is normalised of it and may still change, and where it begins; null: none. */
  #rest: { readonly text: string; readonly start: number } | null = null;
  /** The current token, as in the tokenizer, and where it is so far. */
  readonly #units = new Uint16Array(FOLDED_UNITS_MAX);
  #length = 0;
  #tokenUnits = 0;
  #hash = HASH_SEED;
  #start = 0;
  #end = 0;
  /** Where only some words count; null: all do. */
  #seeker: WordSeeker | null = null;

  constructor(sink: PlacedTokenSink) {
    this.#sink = sink;
  }

  seek(words: readonly string[]): void {
    this.#seeker = WordSeeker.of(words);
  }

  feed(piece: string): void {
    if (piece.length === 0) return;
    const text = this.#open === '' ? piece : this.#open + piece;
    const boundary = lastBoundary(text);
    this.#take(text, boundary);
    this.#open = text.slice(boundary);
    this.#offset += boundary;
    // A high surrogate at the end may begin another sequence.
    const isHigh = (this.#open.charCodeAt(this.#open.length - 1) & 0xfc00) === 0xd800;
    this.#divide(isHigh ? this.#open.length - 1 : this.#open.length);
  }

  finish(): void {
    const { length } = this.#open;
    this.#take(this.#open, length);
    this.#endToken();
    this.#open = '';
    this.#offset = 0;
  }

  /** Tokenizes the NFC of `text[0 … to)`, where `to` is a boundary or the end. */
  #take(text: string, to: number): void {
    let from = 0;
    if (this.#rest !== null && to > 0) from = this.#takeRest(text, to);
    if (this.#seeker?.isWorthIt === false) this.#seeker = null;
    const seeker = to - from < ways.soughtUnits ? null : this.#seeker;
    seeker?.begin(text);
    while (from < to) {
      const isPlain = seeker !== null && seeker.oddFrom(from) >= to;
      const unstable = isPlain ? to : findUnstable(text, from, to);
      const start = unstable === to ? to : stretchStart(text, unstable, from);
      if (seeker === null) this.#tokenizeAsIs(text, from, start, this.#offset);
      else this.#tokenizeFound(text, from, start, seeker);
      if (start === to) return;
      from = stretchEnd(text, unstable, to);
      this.#takeSequences(text, start, from);
    }
  }

  /** A stretch that is not in NFC, from boundary to boundary. */
  #takeSequences(text: string, from: number, to: number): void {
    for (let start = from; start < to; ) {
      const end = nextBoundary(text, start, to);
      if (end - start > SEQUENCE_UNITS_MAX) this.#takeLong(text.slice(start, end), this.#offset + start);
      else this.#takeSequence(text.slice(start, end), this.#offset + start);
      start = end;
    }
  }

  #takeSequence(sequence: string, offset: number): void {
    const normalized = normalizeStretch(sequence);
    if (normalized === sequence) this.#tokenizeAsIs(sequence, 0, sequence.length, offset);
    else this.#tokenizeChanged(normalized, offset, offset + sequence.length);
  }

  /** A sequence that ends: it is divided as it would be if it came piece by piece. */
  #takeLong(sequence: string, offset: number): void {
    let at = 0;
    while (sequence.length - at > SEQUENCE_UNITS_MAX) at = this.#takePart(sequence, at, offset);
    this.#endSequence(sequence.slice(at), offset + at);
  }

  /** Takes what is full of a sequence that goes on. */
  #divide(length: number): void {
    let at = 0;
    while (length - at > SEQUENCE_UNITS_MAX) at = this.#takePart(this.#open, at, this.#offset);
    this.#open = this.#open.slice(at);
    this.#offset += at;
  }

  /** The beginning of what is left of a sequence: what of it stays goes on. Returns where the next part begins. */
  #takePart(sequence: string, at: number, offset: number): number {
    let end = at + SEQUENCE_UNITS_MAX;
    if (sequence.codePointAt(end - 1)! > 0xffff) end--;
    const { text, start } = this.#rest ?? { text: '', start: offset + at };
    const { settled, open } = settle(text + sequence.slice(at, end));
    const isSame = text === '' && settled + open === sequence.slice(at, end);
    if (isSame) this.#tokenizeAsIs(settled, 0, settled.length, offset + at);
    else this.#tokenizeChanged(settled, start, offset + end);
    this.#rest = isSame && open === '' ? null : { text: open, start: isSame ? offset + at + settled.length : start };
    return end;
  }

  /** The rest of a sequence whose beginning was taken. */
  #endSequence(sequence: string, offset: number): void {
    const { text, start } = this.#rest!;
    this.#rest = null;
    this.#tokenizeChanged(normalizeStretch(text + sequence), start, offset + sequence.length);
  }

  /** A sequence that was divided goes on at the beginning of `text`, up to its first boundary. */
  #takeRest(text: string, to: number): number {
    const end = nextBoundary(`x${text}`, 0, to + 1) - 1;
    if (end > SEQUENCE_UNITS_MAX) this.#takeLong(text.slice(0, end), this.#offset);
    else this.#endSequence(text.slice(0, end), this.#offset);
    return end;
  }

  /** Tokenizes `text[from … to)`, which is in NFC and stands in the input as it is, `offset` units later. */
  #tokenizeAsIs(text: string, from: number, to: number, offset: number): void {
    const units = this.#units;
    for (let i = from; i < to; i++) {
      const folded = FOLD_TABLE[text.charCodeAt(i)]!;
      if (folded === SEPARATOR) {
        if (this.#length > 0) this.#endToken();
      } else if (folded === ESCAPE) {
        i += this.#takeCodePoint(text.codePointAt(i)!, offset + i, -1) - 1;
      } else {
        if (this.#tokenUnits === TOKEN_UNITS_MAX) this.#endToken();
        if (this.#length === 0) this.#start = offset + i;
        units[this.#length++] = folded;
        this.#tokenUnits++;
        this.#hash = Math.imul(this.#hash ^ folded, HASH_FACTOR);
        this.#end = offset + i + 1;
      }
    }
  }

  /**
   * As `#tokenizeAsIs`, without tokens that do not count. The last ones are always taken: a token may go on after `to`, and the one
   * before it says how far the text is done.
   */
  #tokenizeFound(text: string, from: number, to: number, seeker: WordSeeker): void {
    let at = from;
    while (this.#length > 0 && at < to) at = this.#tokenizeLetters(text, at, to);
    const last = lastLetters(text, at, to);
    while (at < last) {
      const found = seeker.next(at);
      if (found >= last) break;
      at = lettersStart(text, found, at);
      do at = this.#tokenizeLetters(text, at, to);
      while (this.#length > 0 && at < to);
    }
    this.#tokenizeAsIs(text, Math.max(at, last), to, this.#offset);
  }

  /** Up to the end of the letters, digits and odd units at `from`, and what separates them from the next. Returns where that begins. */
  #tokenizeLetters(text: string, from: number, to: number): number {
    let end = from;
    while (end < to && !isApart(text, end)) end++;
    if (end < to) end++;
    this.#tokenizeAsIs(text, from, end, this.#offset);
    return end;
  }

  /** Tokenizes text that stands in the input as something else, from `start` to `end`. */
  #tokenizeChanged(text: string, start: number, end: number): void {
    for (let i = 0; i < text.length; ) i += this.#takeCodePoint(text.codePointAt(i)!, start, end);
  }

  /** `end` -1: where it begins and its own units. Returns these. */
  #takeCodePoint(codePoint: number, start: number, end: number): number {
    const width = codePoint > 0xffff ? 2 : 1;
    if (!isTokenCodePoint(codePoint)) {
      this.#endToken();
      return width;
    }
    if (this.#tokenUnits + width > TOKEN_UNITS_MAX) this.#endToken();
    if (this.#length === 0) this.#start = start;
    const folded = foldCodePoint(codePoint);
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      this.#units[this.#length++] = unit;
      this.#hash = Math.imul(this.#hash ^ unit, HASH_FACTOR);
    }
    this.#tokenUnits += width;
    this.#end = end < 0 ? start + width : end;
    return width;
  }

  #endToken(): void {
    if (this.#length === 0) return;
    this.#sink.placedToken(this.#units, this.#length, finishHash(this.#hash), this.#start, this.#end);
    this.#length = 0;
    this.#tokenUnits = 0;
    this.#hash = HASH_SEED;
  }
}
