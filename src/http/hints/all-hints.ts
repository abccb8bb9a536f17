/** The hints of an answer: hints from the engines, and hints about all sources of the request. */
import type { Query } from '../../../grammar/ast.ts';
import { firstHints } from '../../search/hints.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { collapseHints } from './collapse-hint.ts';
import { goneHints } from './gone-hints.ts';
import { mixedTypeHints } from './mixed-types.ts';

interface HintedQuery {
  readonly query: Query | UnparsedQuery;
  /** The sets in the query and its filters. */
  readonly clauses: readonly SetClause[];
  readonly collapse?: string | undefined;
}

export async function allHints(
  found: readonly string[],
  { query, clauses, collapse }: HintedQuery,
  sources: readonly ReadySource[],
  dependencies: Pick<Dependencies, 'coordinator' | 'bookmarks' | 'sources' | 'items'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const gone = await goneHints(clauses, sources, dependencies, signal);
  const mixed = await mixedTypeHints(query, sources, dependencies);
  const collapsed = await collapseHints(collapse, sources, dependencies);
  const others = [...gone, ...mixed, ...collapsed];
  return others.length === 0 ? found : firstHints([...others, ...found]);
}

/** Returns the member for an answer; empty without hints. */
export function hintsMember(hints: readonly string[]): { readonly hints?: readonly string[] } {
  return hints.length === 0 ? {} : { hints };
}
