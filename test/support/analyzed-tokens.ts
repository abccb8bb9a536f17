/** Tokens of our own analysis and of the naive one, in one form. */
import type { PlacedTokenizer, PlacedTokenSink } from '../../src/analysis/analyzer.ts';
import { FIRST } from '../../src/analysis/analyzer.ts';
import { placedTokenizer } from '../../src/analysis/analyzer-of-index.ts';
import { hashTerm } from '../../src/analysis/term-hash.ts';
import { tokenize } from './naive/naive-analysis.ts';

export interface ShownToken {
  readonly term: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly firstEnd: number;
}

/** Returns each term at a position once, in order of positions and terms. */
function inOrder(tokens: readonly ShownToken[]): ShownToken[] {
  const once = new Map(tokens.toReversed().map((token) => [`${token.position} ${token.term}`, token]));
  return [...once.values()].sort((a, b) => a.position - b.position || (a.term < b.term ? -1 : 1));
}

export function tokensOfPieces(
  pieces: readonly string[],
  open: (sink: PlacedTokenSink) => PlacedTokenizer = (sink) => placedTokenizer(undefined, sink),
): ShownToken[] {
  const tokens: ShownToken[] = [];
  let position = -1;
  const tokenizer = open({
    placedToken(units, length, hash, start, end, kind, firstEnd) {
      if (kind === FIRST) position++;
      const term = String.fromCharCode(...units.subarray(0, length));
      tokens.push({ term: hash === hashTerm(term) ? term : `wrong hash of ${term}`, position, start, end, firstEnd });
    },
    skippedToken: () => position++,
  });
  for (const piece of pieces) tokenizer.feed(piece);
  tokenizer.finish();
  return inOrder(tokens);
}

export function naiveTokens(text: string): ShownToken[] {
  return inOrder(
    tokenize(text).map(({ term, position, start, end, first }) => ({
      term,
      position,
      start,
      end,
      firstEnd: first?.end ?? end,
    })),
  );
}

/** Shows terms by position. Terms at one position are joined by `|`. */
export function shownTerms(tokens: readonly ShownToken[]): string {
  const positions: string[][] = [];
  for (const { term, position } of tokens) {
    positions[position] ??= [];
    positions[position]!.push(term);
  }
  return positions.map((terms) => terms.join('|')).join(' ');
}
