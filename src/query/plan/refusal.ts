/** Adds their position in the query text to errors of leaves. */
import type { LeafQuery, SpanQuery } from '../../../grammar/ast.ts';
import { withNamedInvisibles } from '../../../grammar/invisible.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import { RegexpSyntaxError } from '../../automaton/regexp-syntax.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import { AppError } from '../../shared/errors.ts';

/** Adds the position of a leaf to its error. Anything except a refusal is returned unchanged. */
export function refusalOf(error: unknown, leaf: LeafQuery | Exclude<SpanQuery, { kind: 'alternatives' }>): unknown {
  if (!(error instanceof AppError) || error.code !== 'QUERY_INVALID' || error instanceof RefusedQueryError)
    return error;
  const message = withNamedInvisibles(error.message);
  const offset = offsetOf(leaf);
  if (!(error instanceof RegexpSyntaxError))
    return new RefusedQueryError({ message, position: offset, expected: [EXPECTED[leaf.kind]] }, error);
  // Adds one, because the pattern begins after the slash.
  const position = offset === null ? null : offset + 1 + error.offset;
  return new RefusedQueryError({ message, position, expected: [error.expected] }, error);
}

const EXPECTED: Readonly<Record<LeafQuery['kind'], string>> = {
  term: 'a word',
  phrase: 'a phrase with fewer wildcards',
  wildcard: 'a pattern with fewer wildcards',
  fuzzy: 'a single word before ~',
  regexp: 'a regular expression of letters and digits within the limits',
  expression: 'an expression over the text',
  range: 'a range',
  whole: 'a field that counts',
  exists: 'a field',
  near: 'words near each other',
  iped: 'a value that the field can hold',
};
