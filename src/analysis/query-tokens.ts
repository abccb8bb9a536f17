/** Analyzes the short texts of queries. */
import { FIRST, PIECE, type PlacedTokenSink, type TokenKind } from './analyzer.ts';
import { TextFeed } from './text-feed.ts';
import { classOfFolded, HANGUL, UNIT } from './unit-classes.ts';
import { PIECE_UNITS, WordCutter } from './word-cutter.ts';

/**
 * The requirement of a query's text at one position:
 * - `term`: this token;
 * - `unit`: any token that begins with this letter of a script without spaces;
 * - `any`: any token, such as the last letter of a series, which the previous pair already contains;
 * - `pieces`: all of these tokens, the pieces of a long word.
 */
export type QueryToken =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'unit'; readonly unit: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'pieces'; readonly terms: readonly string[] };

const ANY: QueryToken = { kind: 'any' };

class QueryTokens implements PlacedTokenSink {
  tokens: QueryToken[] = [];
  /** The last token was a pair, so the next belongs to the same series. */
  #isWithinSeries = false;
  /** The last letter of a series, if it is the last token. */
  #last = '';

  placedToken(
    units: Uint16Array,
    length: number,
    _hash: number,
    _start: number,
    end: number,
    kind: TokenKind,
    firstEnd: number,
  ): void {
    let term = '';
    for (let i = 0; i < length; i++) term += String.fromCharCode(units[i]!);
    if (kind === PIECE) this.#addPiece(term);
    if (kind !== FIRST) return;
    const isPair = firstEnd < end;
    const isUnit = isPair || beginsWithUnit(term);
    // If a word follows directly, the series ends there.
    if (!isUnit && this.#last !== '') this.tokens[this.tokens.length - 1] = { kind: 'term', term: this.#last };
    this.#last = '';
    if (isPair || !isUnit) this.tokens.push({ kind: 'term', term });
    else if (!this.#isWithinSeries) this.tokens.push({ kind: 'unit', unit: term });
    else {
      this.tokens.push(ANY);
      this.#last = term;
    }
    this.#isWithinSeries = isPair;
  }

  begin(): void {
    this.tokens = [];
    this.#isWithinSeries = false;
    this.#last = '';
  }

  #addPiece(term: string): void {
    const last = this.tokens.at(-1)!;
    if (last.kind === 'term') this.tokens[this.tokens.length - 1] = { kind: 'pieces', terms: [last.term, term] };
    else if (last.kind === 'pieces') (last.terms as string[]).push(term);
  }

  skippedToken(): void {}
}

/** Whether a folded term consists of letters of a script without spaces. */
export function beginsWithUnit(term: string): boolean {
  const found = classOfFolded(String.fromCodePoint(term.codePointAt(0)!), false);
  return found === UNIT || found === HANGUL;
}

/** Shared by all queries, because its buffers take more memory than the text of a query. */
const sink = new QueryTokens();
const feed = new TextFeed(new WordCutter(sink));

/** Words of lower-case ASCII letters and digits, separated by single spaces. Each of them is a token without any change. */
const PLAIN_WORDS = /^[0-9a-z]+(?: [0-9a-z]+)*$/;

/** Returns the requirements of a query's text, position by position. Requires nothing at the end of a series. */
export function queryTokens(text: string): readonly QueryToken[] {
  // This shortcut handles most queries. Tokenizing a word takes longer than the search that counts it.
  if (text.length <= PIECE_UNITS && PLAIN_WORDS.test(text)) {
    if (!text.includes(' ')) return [{ kind: 'term', term: text }];
    return text.split(' ').map((term) => ({ kind: 'term', term }));
  }
  sink.begin();
  feed.feed(text);
  feed.finish();
  const { tokens } = sink;
  while (tokens.at(-1) === ANY) tokens.pop();
  return tokens;
}

/** Returns the tokens of a text, without additional tokens at a position. For measurements and samples. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const counted: PlacedTokenSink = {
    placedToken: (units, length, _hash, _start, _end, kind) => {
      if (kind === FIRST) words.push(String.fromCharCode(...units.subarray(0, length)));
    },
    skippedToken: () => undefined,
  };
  const texts = new TextFeed(new WordCutter(counted));
  texts.feed(text);
  texts.finish();
  return words;
}
