/** The hints of an answer: hints from the engines, and hints about all sources of the request. */
import type { Query } from '../../../grammar/ast.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import { firstHints } from '../../search/hints.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import { abandonParts } from '../../shared/ends/abandoned-parts.ts';
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

type Looking = Pick<Dependencies, 'coordinator' | 'bookmarks' | 'sources' | 'items'>;

/** Returns the answer with all hints. If finding them fails, abandons the hits of the answer. */
export async function withAllHints<A extends HintedAnswer>(
  found: A,
  asked: HintedQuery,
  sources: readonly ReadySource[],
  looking: Looking,
  signal: AbortSignal,
): Promise<A> {
  try {
    return { ...found, hints: await allHints(found.hints, asked, sources, looking, signal) };
  } catch (fault) {
    await abandonParts(found.hits);
    throw fault;
  }
}

/** Returns the hints of the search for a set, for an answer that is not a search. */
export async function hintsOfSet(
  request: Omit<CombinedRequest, 'want'>,
  asked: HintedQuery,
  sources: readonly ReadySource[],
  looking: Looking,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await looking.coordinator.search(sources, { ...request, want: ['count', 'hints'] }, signal);
  return (await withAllHints(found, asked, sources, looking, signal)).hints;
}

interface HintedAnswer {
  readonly hints: readonly string[];
  readonly hits: AsyncIterable<unknown>;
}

async function allHints(
  found: readonly string[],
  { query, clauses, collapse }: HintedQuery,
  sources: readonly ReadySource[],
  dependencies: Looking,
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
