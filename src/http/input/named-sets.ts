/** A query with named sets, such as `bookmark:x`, whose members are read when the search begins. */
import type { Query } from '../../../grammar/ast.ts';
import { notedItems } from '../../query/notes/noted-items.ts';
import { isWordlessNote } from '../../query/plan/wordless-note.ts';
import { type NamedItems, namedSets } from '../../search/named-sets.ts';
import { expandSearches, type SavedQuery } from '../../search/saved/expand-searches.ts';
import type { OutsideSet, UnparsedQuery } from '../../search/search-request.ts';
import { type SetClause, takeSets } from '../../search/set-clauses.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { expressionFinder } from '../matching/expression-items.ts';

export interface Question {
  /** The query for engines. */
  readonly query: Query | UnparsedQuery;
  /** The sets that it names. */
  readonly clauses: readonly SetClause[];
  /** The saved searches in it, as they were when it was read. */
  readonly searches: readonly SavedQuery[];
  /**
   * The sets for the request, in their current state. Throws BOOKMARKS_UNAVAILABLE if one needs the store and it is unreachable.
   */
  readonly setsOf: (
    sources: readonly ReadySource[],
    scan: ExpressionScan,
  ) => Promise<{ readonly sets?: readonly OutsideSet[] }>;
}

/** How expressions in a query scan texts. */
export interface ExpressionScan {
  readonly defaultFields?: readonly string[];
  readonly signal: AbortSignal;
}

/** The stores in which sets are looked up, and the viewer. */
interface Asking extends Pick<Dependencies, 'coordinator' | 'items' | 'matching' | 'engines' | 'kept'> {
  readonly bookmarks: NamedItems;
  readonly me?: string | undefined;
}

/** Throws RefusedQueryError for a clause with an unknown set. */
export function questionOf(query: Query | UnparsedQuery, asking: Asking): Question {
  const { bookmarks, me } = asking;
  if (query.kind === 'unparsed') return { query, clauses: [], searches: [], setsOf: noSets };
  const searches: SavedQuery[] = [];
  const { query: taken, clauses } = takeSets(expandSearches(query, bookmarks, searches), {
    me,
    isWordless: isWordlessNote,
  });
  if (clauses.length === 0) return { query: taken, clauses, searches, setsOf: noSets };
  return {
    query: taken,
    clauses,
    searches,
    setsOf: async (sources, { defaultFields, signal }) => {
      const ids = sources.map(({ id }) => id);
      const finder = expressionFinder(asking, sources, defaultFields, signal);
      return { sets: await namedSets(clauses, ids, bookmarks, notedItems, finder) };
    },
  };
}

async function noSets(): Promise<{ readonly sets?: readonly OutsideSet[] }> {
  return {};
}
