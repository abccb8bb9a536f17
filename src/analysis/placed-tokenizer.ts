/** Tokenizes with our own analysis and reports offsets. If only some words count, tokenizes only where these may occur. */
import { tuning } from '../shared/thresholds.ts';
import type { PlacedTokenizer, PlacedTokenSink } from './analyzer.ts';
import { TextFeed } from './text-feed.ts';
import { WordCutter } from './word-cutter.ts';
import { isApart, lastLetters, lettersStart, WordSeeker } from './word-seeker.ts';

export class OwnPlacedTokenizer extends TextFeed<WordCutter> implements PlacedTokenizer {
  /** Finds the words that count. Null if all words count. */
  #seeker: WordSeeker | null = null;

  constructor(sink: PlacedTokenSink) {
    super(new WordCutter(sink));
  }

  seek(words: readonly string[]): void {
    this.#seeker = WordSeeker.of(words);
  }

  protected override take(text: string, to: number, offset: number): void {
    if (this.#seeker?.isWorthIt === false) this.#seeker = null;
    if (this.#seeker === null || to < tuning.soughtUnits) this.takeStretch(text, 0, to, offset);
    else this.#takeFound(text, to, offset, this.#seeker);
  }

  /**
   * The last two words are always tokenized. The last may continue after `to`, and the one before it shows how much of the text
   * is settled.
   */
  #takeFound(text: string, to: number, offset: number, seeker: WordSeeker): void {
    seeker.begin(text);
    let at = 0;
    while (this.cutter.isOpen && at < to) at = this.#takeLetters(text, at, to, offset);
    const last = lastLetters(text, at, to);
    while (at < last) {
      const found = seeker.next(at);
      if (found >= last) break;
      at = lettersStart(text, found, at);
      do at = this.#takeLetters(text, at, to, offset);
      while (this.cutter.isOpen && at < to);
    }
    this.takeStretch(text, Math.max(at, last), to, offset);
  }

  /** Takes the letters at `from` and the separators after them. Returns the beginning of the next letters. */
  #takeLetters(text: string, from: number, to: number, offset: number): number {
    let end = from;
    while (end < to && !isApart(text, end)) end++;
    if (end < to) end++;
    this.takeStretch(text, from, end, offset);
    return end;
  }
}
