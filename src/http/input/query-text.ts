/** The query of a request: a short text becomes its tree here, a long one is left to the engine that plans it. */
import type { Query } from '../../../grammar/ast.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { Dependencies } from '../dependencies.ts';
import { SHORT_QUERY_UNITS_MAX } from '../limits.ts';

interface QueryText {
  readonly q: string;
  readonly defaultOperator?: 'AND' | 'OR' | undefined;
}

/** Throws QuerySyntaxError for a short text, AppError OVERLOADED for a long one while too many searches wait. */
export async function readQuery(
  { q, defaultOperator = 'OR' }: QueryText,
  { lanes, parseQuery, queryTexts }: Pick<Dependencies, 'lanes' | 'parseQuery' | 'queryTexts'>,
): Promise<Query | UnparsedQuery> {
  const isLong = q.length > SHORT_QUERY_UNITS_MAX;
  if (isLong) lanes.heavy.refuseIfFull();
  if (isLong && queryTexts !== undefined) return { kind: 'unparsed', text: q, defaultOperator };
  return parseQuery(q, { defaultOperator });
}
