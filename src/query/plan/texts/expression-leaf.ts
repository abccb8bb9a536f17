/** Expressions over the characters of values, in a query. */
import type { Clause, ExpressionQuery, Query } from '../../../../grammar/ast.ts';
import { canBeEmpty, type ExpressionNode } from '../../../automaton/text/expression-node.ts';
import { parseExpression } from '../../../automaton/text/expression-parser.ts';
import { requiredLiterals } from '../../../automaton/text/required-literal.ts';
import { CONTENT_FIELD } from '../../../schema/well-known-fields.ts';
import { AppError } from '../../../shared/errors.ts';

/** Throws AppError QUERY_INVALID, also for an expression that matches empty strings between characters. */
export function readExpression(pattern: string): ExpressionNode {
  const node = parseExpression(pattern);
  if (canBeEmpty(node)) {
    throw new AppError(
      'QUERY_INVALID',
      `the expression text:/${pattern}/ also matches where there is no character, and so in every text: leave out a * or ? that makes all of it optional`,
    );
  }
  return node;
}

/** The error of an engine that was called without the set of items in which the expression matches. */
export function expressionElsewhere(): AppError {
  return new AppError(
    'QUERY_INVALID',
    'an expression over texts (text:/…/) is searched for by a server only, and not in certificates: use /…/ for single words',
  );
}

/** Shorter literals are in most texts. */
const LITERAL_UNITS_MIN = 3;
/** The part of a literal that one piece of a long word certainly contains, wherever it is cut. */
const LITERAL_UNITS_MAX = 100;
/** More literals hardly leave out further items. */
const LITERALS_MAX = 4;

/**
 * A query for all items that the expression can match in, and possibly others: words with letters that every match has. Throws
 * like {@link readExpression}.
 */
export function candidatesOf({ field, pattern, cased }: ExpressionQuery): Query {
  // Words in one case are found by the words first, however these are cut.
  if (cased !== undefined) return { kind: 'phrase', field, pattern: [{ kind: 'text', text: cased }], slop: 0 };
  const node = readExpression(pattern);
  // Other fields may hold numbers, which have no letters to match.
  if (field === null || field === CONTENT_FIELD) {
    const literals = requiredLiterals(node)
      .map((literal) => literal.slice(0, LITERAL_UNITS_MAX))
      .filter(({ length }) => length >= LITERAL_UNITS_MIN)
      .slice(0, LITERALS_MAX);
    const clauses = literals.map((text): Clause => ({ occur: 'must', query: containing(text, field) }));
    if (clauses.length === 1) return clauses[0]!.query;
    if (clauses.length > 1) return { kind: 'boolean', clauses, minimumMatch: 0 };
  }
  return field === null ? { kind: 'all' } : { kind: 'exists', field };
}

/** Words with the letters somewhere in them. */
function containing(text: string, field: string | null): Query {
  return { kind: 'wildcard', field, pattern: [{ kind: 'anyRun' }, { kind: 'text', text }, { kind: 'anyRun' }] };
}
