/** Plans expressions over the characters of values. */
import type { Clause, ExpressionQuery, Query } from '../../../../grammar/ast.ts';
import { canBeEmpty, type ExpressionNode } from '../../../automaton/text/expression-node.ts';
import { parseExpression } from '../../../automaton/text/expression-parser.ts';
import { requiredDigits } from '../../../automaton/text/required-digits.ts';
import { requiredFactors, wordsWith } from '../../../automaton/text/required-factors.ts';
import { requiredLiterals } from '../../../automaton/text/required-literal.ts';
import { CONTENT_FIELD } from '../../../schema/well-known-fields.ts';
import type { SourceWords } from '../../../search/search-engine.ts';
import { AppError } from '../../../shared/errors.ts';

/** Throws AppError QUERY_INVALID for an invalid expression, and for one that matches empty strings between characters. */
export function readExpression(pattern: string): ExpressionNode {
  const node = parseExpression(pattern);
  if (canBeEmpty(node)) {
    throw new AppError(
      'QUERY_INVALID',
      `the expression text:/${pattern}/ also matches an empty text, so it matches every text: remove the * or ? that makes all of it optional`,
    );
  }
  return node;
}

/** Throws the same errors as {@link readExpression}. */
export function checkExpression({ pattern, cased }: ExpressionQuery): void {
  if (cased === undefined) readExpression(pattern);
}

/** Returns the error of an engine that was called without the set of items in which the expression matches. */
export function expressionElsewhere(): AppError {
  return new AppError(
    'QUERY_INVALID',
    'an expression over texts (text:/…/) runs only on a server, and not in certificates: use /…/ for single words',
  );
}

/** Shorter literals are in most texts. */
const LITERAL_UNITS_MIN = 3;
/**
 * Maximum length of a literal. One piece of a long word certainly contains this many units of it, wherever the word is
 * cut.
 */
const LITERAL_UNITS_MAX = 100;
/** More literals would hardly exclude more items. */
const LITERALS_MAX = 4;

/** If more texts than this fraction remain, looking up words does not pay off. */
const FRACTION_MAX = 0.5;
/** Shorter sequences of digits are in most texts. */
const SEQUENCE_DIGITS_MIN = 4;

/**
 * Returns a query for all items that the expression can match in, and possibly others: those whose words contain
 * letters and digits that every match has. Throws the same errors as {@link readExpression}.
 */
export function candidatesOf({ field, pattern, cased }: ExpressionQuery, words: SourceWords): Query {
  // The text of an exact-case clause is first found as a phrase, however it is cut into words.
  if (cased !== undefined) return { kind: 'phrase', field, pattern: [{ kind: 'text', text: cased }], slop: 0 };
  const node = readExpression(pattern);
  // Other fields may hold numbers, which are not indexed as words.
  if (field === null || field === CONTENT_FIELD) {
    const literals = requiredLiterals(node)
      .map((literal) => literal.slice(0, LITERAL_UNITS_MAX))
      .filter(({ length }) => length >= LITERAL_UNITS_MIN)
      .slice(0, LITERALS_MAX);
    const clauses = literals.map((text): Clause => ({ occur: 'must', query: containing(text, field) }));
    if (clauses.length === 1) return clauses[0]!.query;
    if (clauses.length > 1) return { kind: 'boolean', clauses, minimumMatch: 0 };
    const rarest = withoutLiteral(node, field, words);
    if (rarest !== null) return rarest;
  }
  return field === null ? { kind: 'all' } : { kind: 'exists', field };
}

/**
 * Returns a query for the rarer of two: letters and digits that occur in a word of every match, or the number of digits
 * in a sequence of every match.
 */
function withoutLiteral(node: ExpressionNode, field: string | null, words: SourceWords): Query | null {
  // An expression over words may be too complex for a cluster.
  if (words === 'cluster') return null;
  const found = requiredFactors(node);
  const digits = words === 'own' ? requiredDigits(node) : 0;
  const withDigits = digits < SEQUENCE_DIGITS_MIN ? 1 : fractionWithDigits(digits);
  if (Math.min(found?.fraction ?? 1, withDigits) > FRACTION_MAX) return null;
  if (found === null || withDigits <= found.fraction) return digitsInSequence(digits);
  const clauses = found.factors.map(
    (factor): Clause => ({ occur: 'should', query: { kind: 'regexp', field, pattern: wordsWith(factor) } }),
  );
  return clauses.length === 1 ? clauses[0]!.query : { kind: 'boolean', clauses, minimumMatch: 0 };
}

/** Estimates the fraction of texts with a sequence of at least this many digits. Fitted to real texts. */
function fractionWithDigits(digits: number): number {
  return 0.6 * 0.8 ** digits;
}

function digitsInSequence(count: number): Query {
  const any = { kind: 'anyRun' } as const;
  return {
    kind: 'wildcard',
    field: 'digits',
    pattern: [any, ...Array.from({ length: count }, () => ({ kind: 'anyOne' }) as const), any],
  };
}

/** Returns words with the letters somewhere in them. */
function containing(text: string, field: string | null): Query {
  return { kind: 'wildcard', field, pattern: [{ kind: 'anyRun' }, { kind: 'text', text }, { kind: 'anyRun' }] };
}
