/** Parses query texts in the process that plans them, once for all sources. Describes their trees in pieces. */
import type { Query } from '../../grammar/ast.ts';
import { parseQuery, type Syntax } from '../../grammar/parse.ts';
import { printPieces } from '../../grammar/print.ts';
import { UTC } from '../schema/zone-clock.ts';
import type { QueryDescription } from '../search/query-texts.ts';
import type { UnparsedQuery } from '../search/search-request.ts';
import { jsonPieces, jsonTextPieces } from '../shared/json-pieces.ts';

/**
 * Maximum trees in the cache: enough for a request over several sources and its explanation. A tree may take 100 MB.
 */
const KEPT_MAX = 2;

interface Kept {
  readonly text: string;
  readonly defaultOperator: 'AND' | 'OR';
  readonly syntax: Syntax;
  readonly timeZone: string;
  readonly tree: Query;
}

/** Most recently used last. */
const kept: Kept[] = [];

/** Throws QuerySyntaxError. */
export function parsedQuery(query: Query | UnparsedQuery): Query {
  if (query.kind !== 'unparsed') return query;
  const { text, defaultOperator, syntax = 'own', timeZone = UTC } = query;
  const read = { text, defaultOperator, syntax, timeZone };
  const at = kept.findIndex((known) =>
    (Object.keys(read) as (keyof typeof read)[]).every((key) => known[key] === read[key]),
  );
  const known = at < 0 ? { ...read, tree: parseQuery(text, query) } : kept.splice(at, 1)[0]!;
  kept.push(known);
  if (kept.length > KEPT_MAX) kept.shift();
  return known.tree;
}

/** Throws QuerySyntaxError. */
export function describeQuery(query: UnparsedQuery): QueryDescription {
  const tree = parsedQuery(query);
  return { canonical: asyncOf(jsonTextPieces(printPieces(tree))), tree: asyncOf(jsonPieces(tree)) };
}

async function* asyncOf(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  yield* pieces;
}
