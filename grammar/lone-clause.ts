/**
 * Reads a query of one clause without the grammar: its tokens are the query. Most queries have only one, and starting the
 * general parser takes several times as long as all of this. Anything unknown here, including faults, is left to the grammar.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { Query } from './ast.ts';
import type { AstBuilder } from './ast-builder.ts';
import { AllItems, Bound, Comparison, Field, Phrase, RangeClose, RangeOpen, Regexp, To, Word } from './tokens.ts';

/** Returns the query of the tokens, or null if they are anything but one clause without operators and suffixes. */
export function loneClause(tokens: readonly IToken[], builder: AstBuilder): Query | null {
  const first = tokens[0]!;
  if (first.tokenType === Comparison) {
    return isOf(tokens, 1, COMPARED) ? builder.comparison(first, tokens[1]!) : null;
  }
  if (first.tokenType !== Field) return operand(tokens, 0, builder);
  if (tokens.length === 1 || tokens[1]!.tokenType === AllItems) return null;
  builder.enterField(first);
  const query = operand(tokens, 1, builder);
  builder.leaveField();
  return query;
}

const COMPARED = [Bound];
const RANGE = [RangeOpen, Bound, To, Bound, RangeClose];

/** Returns the tokens from `from` on. */
function operand(tokens: readonly IToken[], from: number, builder: AstBuilder): Query | null {
  const first = tokens[from]!;
  if (tokens.length > from + 1) {
    if (!isOf(tokens, from, RANGE)) return null;
    return builder.range(first, tokens[from + 1]!, tokens[from + 3]!, tokens[from + 4]!);
  }
  switch (first.tokenType) {
    case Word:
      return builder.word(first, null);
    case Phrase:
      return builder.phrase(first, null);
    case Regexp:
      return builder.regexp(first);
    case AllItems:
      return builder.all();
    default:
      return null;
  }
}

/** Whether the tokens from `from` on have exactly these types. */
function isOf(tokens: readonly IToken[], from: number, types: readonly TokenType[]): boolean {
  if (tokens.length !== from + types.length) return false;
  for (let i = 0; i < types.length; i++) if (tokens[from + i]!.tokenType !== types[i]) return false;
  return true;
}
