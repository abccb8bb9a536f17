/**
 * Tokenizes unnormalized words with offsets, in texts that other tools analyzed and in texts reconstructed from terms. A whole
 * word becomes a token.
 */
import { FIRST, type PlacedTokenizer, type PlacedTokenSink } from '../analyzer.ts';
import { hashTerm } from '../term-hash.ts';

export class WordTokenizer implements PlacedTokenizer {
  readonly #sink: PlacedTokenSink;
  readonly #isToken: (codePoint: number) => boolean;
  readonly #wordUnitsMax: number;
  readonly #tokenOf: (word: string) => string | null;
  #units = new Uint16Array(64);
  /** The beginning of an unfinished word or surrogate pair. */
  #open = '';
  /** Units of the text before `#open`. */
  #offset = 0;

  /**
   * If `tokenOf` returns null, the word is left out but keeps its position. A word of more than `wordUnitsMax` units is cut.
   */
  constructor(
    sink: PlacedTokenSink,
    isToken: (codePoint: number) => boolean,
    wordUnitsMax: number,
    tokenOf: (word: string) => string | null,
  ) {
    this.#sink = sink;
    this.#isToken = isToken;
    this.#wordUnitsMax = wordUnitsMax;
    this.#tokenOf = tokenOf;
  }

  feed(piece: string): void {
    const text = this.#open + piece;
    const isCut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
    const begun = this.#words(text, isCut ? text.length - 1 : text.length);
    this.#open = text.slice(begun);
    this.#offset += begun;
  }

  finish(): void {
    const begun = this.#words(this.#open, this.#open.length);
    if (begun < this.#open.length) this.#give(this.#open.slice(begun), this.#offset + begun);
    this.#open = '';
    this.#offset = 0;
  }

  /** Emits the words that end before `to`. Returns the beginning of the first word that does not. */
  #words(text: string, to: number): number {
    let start = -1;
    for (let i = 0; i < to; ) {
      const codePoint = text.codePointAt(i)!;
      const next = codePoint > 0xffff ? i + 2 : i + 1;
      if (this.#isToken(codePoint)) {
        if (start < 0) start = i;
        if (next - start >= this.#wordUnitsMax) {
          this.#give(text.slice(start, next), this.#offset + start);
          start = -1;
        }
      } else if (start >= 0) {
        this.#give(text.slice(start, i), this.#offset + start);
        start = -1;
      }
      i = next;
    }
    return start < 0 ? to : start;
  }

  #give(word: string, start: number): void {
    const token = this.#tokenOf(word);
    if (token === null) {
      this.#sink.skippedToken();
      return;
    }
    if (token.length > this.#units.length) this.#units = new Uint16Array(2 * token.length);
    for (let i = 0; i < token.length; i++) this.#units[i] = token.charCodeAt(i);
    const end = start + word.length;
    this.#sink.placedToken(this.#units, token.length, hashTerm(token), start, end, FIRST, end);
  }
}
