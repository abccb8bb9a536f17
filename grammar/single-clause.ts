/**
 * Queries of one clause without modifiers or suffixes, as interfaces send most of them: their tokens go to the builder without the
 * parser, whose rules take longer than all else of such a query. What this takes, the grammar takes in the same way.
 */
import type { IToken } from 'chevrotain';
import type { Query } from './ast.ts';
import type { AstBuilder } from './ast-builder.ts';
import { AllItems, Bound, Comparison, Field, Phrase, RangeClose, RangeOpen, Regexp, To, Word } from './tokens.ts';

const TOKENS_MAX = 6;

/** The tree; null for the tokens of any other query, or of none. */
export function singleClause(tokens: readonly IToken[], builder: AstBuilder): Query | null {
  if (tokens.length === 0 || tokens.length > TOKENS_MAX) return null;
  const field = tokens[0]!.tokenType === Field ? tokens[0]! : null;
  const at = field === null ? 0 : 1;
  if (!isOperand(tokens, at)) return null;
  if (field !== null) builder.enterField(field);
  const operand = operandOf(tokens, at, builder);
  if (field !== null) builder.leaveField();
  return builder.query(builder.conjunction([builder.clause([], operand, null)]));
}

/** Whether the tokens from `at` to the end are one operand. */
function isOperand(tokens: readonly IToken[], at: number): boolean {
  const type = tokens[at]?.tokenType;
  switch (tokens.length - at) {
    case 1:
      return type === Word || type === Phrase || type === Regexp || (type === AllItems && at === 0);
    case 2:
      return type === Comparison && at === 0 && tokens[at + 1]!.tokenType === Bound;
    case 5:
      return (
        type === RangeOpen &&
        tokens[at + 1]!.tokenType === Bound &&
        tokens[at + 2]!.tokenType === To &&
        tokens[at + 3]!.tokenType === Bound &&
        tokens[at + 4]!.tokenType === RangeClose
      );
    default:
      return false;
  }
}

function operandOf(tokens: readonly IToken[], at: number, builder: AstBuilder): Query {
  const first = tokens[at]!;
  switch (first.tokenType) {
    case Word:
      return builder.word(first, null);
    case Phrase:
      return builder.phrase(first, null);
    case Regexp:
      return builder.regexp(first);
    case Comparison:
      return builder.comparison(first, tokens[at + 1]!);
    case RangeOpen:
      return builder.range(first, tokens[at + 1]!, tokens[at + 3]!, tokens[at + 4]!);
    default:
      return builder.all();
  }
}
