/** Splits a dtSearch request into words, quotes, brackets and connectors, which may be in small or capital letters. */
import { classAt, QUOTE, SPACE } from '../characters.ts';
import { overLimit } from '../errors.ts';
import { CLAUSES_MAX } from '../limits.ts';
import type { Dialect } from './dialect.ts';
import { nearConnector } from './near-connector.ts';
import { endsChunk, quotedAt } from './quoted-words.ts';
import { refusal } from './refusal.ts';
import type { WrittenWord } from './words.ts';

export type DtToken =
  | { readonly kind: 'word'; readonly word: WrittenWord; readonly start: number; readonly isBeforeGroup: boolean }
  | { readonly kind: 'quote'; readonly words: readonly WrittenWord[]; readonly start: number }
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'contains'; readonly start: number }
  | { readonly kind: 'edge'; readonly start: number; readonly isLast: boolean }
  | {
      readonly kind: 'near';
      readonly start: number;
      readonly isOrdered: boolean;
      readonly isNot: boolean;
      readonly distance: number;
    };

const CONNECTORS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'contains']);
/** Connectors and words of the syntax without an equivalent here. */
const UNMEANT: ReadonlyMap<string, string> = new Map([
  ['andany', 'andany only changes the order by relevance: leave it and what follows out'],
]);
/** Words for the ends of a text. */
const EDGES: ReadonlySet<string> = new Set(['xfirstword', 'xlastword']);

/** Throws QuerySyntaxError. */
export function tokensOf(text: string, dialect: Dialect): readonly DtToken[] {
  const tokens: DtToken[] = [];
  for (let at = 0; at < text.length; ) {
    if (classAt(text, at) === SPACE) at++;
    else if (text[at] === '(' || text[at] === ')') {
      tokens.push({ kind: text[at] === '(' ? 'open' : 'close', start: at });
      at++;
    } else if (classAt(text, at) === QUOTE) at = readQuote(text, at, tokens);
    else at = readChunk(text, at, tokens, dialect);
    if (tokens.length > CLAUSES_MAX) {
      throw overLimit('tooManyClauses', text, at, `a query has at most ${CLAUSES_MAX} clauses`);
    }
  }
  return tokens;
}

function readChunk(text: string, start: number, tokens: DtToken[], dialect: Dialect): number {
  let end = start;
  while (end < text.length && !endsChunk(text, end)) end++;
  const chunk = text.slice(start, end);
  const name = chunk.toLowerCase();
  const unmeant = UNMEANT.get(name);
  if (unmeant !== undefined) throw refusal(text, start, unmeant);
  if (name === 'to' && dialect.name === 'Relativity') {
    throw refusal(text, start, 'to is a connector of ranges in Relativity: put the phrase with it in quotes');
  }
  const near = nearConnector(text, start, chunk);
  if (near !== null) {
    // A `not` directly before a connector belongs to it.
    const isNot = tokens.at(-1)?.kind === 'not';
    tokens.push({ kind: 'near', ...near, isNot, start: isNot ? tokens.pop()!.start : start });
  } else if (EDGES.has(name)) tokens.push({ kind: 'edge', start, isLast: name === 'xlastword' });
  else if (CONNECTORS.has(name)) tokens.push({ kind: name as 'and' | 'or' | 'not' | 'contains', start });
  else {
    // The sign of a range or of an expression joins the text on both sides to one word. A bracket belongs to a function.
    tokens.push({ kind: 'word', word: { text: chunk, start }, start, isBeforeGroup: text[end] === '(' });
  }
  return end;
}

function readQuote(text: string, start: number, tokens: DtToken[]): number {
  const { words, end } = quotedAt(text, start);
  tokens.push({ kind: 'quote', words, start });
  return end;
}
