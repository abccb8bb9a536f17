/** The error of a query that parses but cannot run, with its position in the text. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import { RegexpSyntaxError } from '../../automaton/regexp-syntax.ts';
import { AppError } from '../../shared/errors.ts';

/** A query that parses but cannot run, with the position of the leaf at fault. */
export class RefusedQueryError extends AppError {
  /** Offset in the query's text in UTF-16 units, or null if the tree was not parsed from text. */
  readonly position: number | null;
  /** What was expected there. */
  readonly expected: readonly string[];

  constructor(message: string, position: number | null, expected: readonly string[], cause?: unknown) {
    super('QUERY_INVALID', message, { cause });
    this.position = position;
    this.expected = expected;
  }
}

/** Adds the position of a leaf to its error; anything but a refusal is returned unchanged. */
export function refusalOf(error: unknown, leaf: LeafQuery): unknown {
  if (!(error instanceof AppError) || error.code !== 'QUERY_INVALID' || error instanceof RefusedQueryError)
    return error;
  const offset = offsetOf(leaf);
  if (!(error instanceof RegexpSyntaxError))
    return new RefusedQueryError(error.message, offset, [EXPECTED[leaf.kind]], error);
  // The pattern begins after its slash.
  const position = offset === null ? null : offset + 1 + error.offset;
  return new RefusedQueryError(error.message, position, [error.expected], error);
}

const EXPECTED: Readonly<Record<LeafQuery['kind'], string>> = {
  term: 'a word',
  phrase: 'a phrase with fewer wildcards',
  wildcard: 'a pattern with fewer wildcards',
  fuzzy: 'a single word before ~',
  regexp: 'a regular expression of letters and digits within the limits',
  range: 'a range',
  exists: 'a field',
  iped: 'a value that the field can hold',
};
