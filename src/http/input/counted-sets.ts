/** What `/facets` counts of bookmarks and of the selection: sets that come with the request, as of now. */
import { namedSets } from '../../search/named-sets.ts';
import type { OutsideSet, SetsFacet } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';

/** The value of the items that are selected; what is left is `false`. */
export const SELECTED_VALUE = 'true';

/** Throws BOOKMARKS_UNAVAILABLE. */
export async function countedSets(
  field: 'bookmark' | 'selected',
  sources: readonly ReadySource[],
  { bookmarks }: Pick<Dependencies, 'bookmarks'>,
): Promise<{ readonly facet: Pick<SetsFacet, 'kind' | 'sets'>; readonly sets: readonly OutsideSet[] }> {
  const values = field === 'selected' ? [SELECTED_VALUE] : bookmarks.names();
  const clauses = values.map((value): SetClause => ({ name: `${COUNTED}${field} ${value}`, field, meant: value }));
  const ids = sources.map(({ id }) => id);
  const sets = clauses.map(({ name }, i) => ({ set: name, value: values[i]! }));
  const named = await namedSets(clauses, ids, bookmarks);
  return { facet: { kind: 'sets', sets }, sets: named.map((set) => ({ ...set, isOnlyCounted: true })) };
}

/** No query names a set so. */
const COUNTED = '\0counted ';
