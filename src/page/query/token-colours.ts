/** Colours the query while it is typed. The grammar's own lexer splits it into tokens; the page does not interpret them. */
import type { tokenize } from '../../../grammar/lexer.ts';

export interface Piece {
  readonly text: string;
  /** A CSS class; empty between tokens. */
  readonly kind: string;
}

const kinds: Readonly<Record<string, string>> = {
  Field: 'field',
  Comparison: 'field',
  And: 'operator',
  Or: 'operator',
  Not: 'operator',
  Near: 'operator',
  Edge: 'operator',
  Plus: 'operator',
  To: 'operator',
  Tilde: 'operator',
  Caret: 'operator',
  AtLeast: 'operator',
  Phrase: 'phrase',
  Regexp: 'regexp',
  Bound: 'bound',
  GroupOpen: 'bracket',
  GroupClose: 'bracket',
  RangeOpen: 'bracket',
  RangeClose: 'bracket',
  Invalid: 'invalid',
};

let lexer: typeof tokenize | null = null;

/** The lexer is not part of the first load. */
export async function loadLexer(): Promise<void> {
  lexer ??= (await import('../../../grammar/lexer.ts')).tokenize;
}

/** Splits `text` into consecutive pieces. */
export function piecesOf(text: string): readonly Piece[] {
  if (lexer === null || text === '') return [{ text, kind: '' }];
  const pieces: Piece[] = [];
  let from = 0;
  try {
    for (const token of lexer(text).tokens) {
      const end = (token.endOffset ?? token.startOffset) + 1;
      if (token.startOffset > from) pieces.push({ text: text.slice(from, token.startOffset), kind: '' });
      pieces.push({ text: text.slice(token.startOffset, end), kind: kinds[token.tokenType.name] ?? '' });
      from = end;
    }
  } catch {
    // A query over a limit has no colours.
    return [{ text, kind: '' }];
  }
  if (from < text.length) pieces.push({ text: text.slice(from), kind: '' });
  return pieces;
}
