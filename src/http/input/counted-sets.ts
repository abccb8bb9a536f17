/** What `/facets` counts of bookmarks, of the choices of a coding, of viewers and of the selection: sets that come with the request, as of now. */
import { namedSets } from '../../search/named-sets.ts';
import type { OutsideSet, SetsFacet } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { CODING_PREFIX, isOfCoding } from './asked-facet.ts';

/** The value of the items that are selected; what is left is `false`. */
export const SELECTED_VALUE = 'true';

/** Throws BOOKMARKS_UNAVAILABLE, and NOT_FOUND for a coding that is not there. */
export async function countedSets(
  field: string,
  sources: readonly ReadySource[],
  { bookmarks }: Pick<Dependencies, 'bookmarks'>,
): Promise<{ readonly facet: Pick<SetsFacet, 'kind' | 'sets'>; readonly sets: readonly OutsideSet[] }> {
  const of = field === 'selected' || field === 'reviewed' || field === 'hashset' ? field : 'bookmark';
  const values = valuesOf(field, bookmarks);
  const clauses = values.map((value): SetClause => ({ name: `${COUNTED}${of} ${value}`, field: of, meant: value }));
  const ids = sources.map(({ id }) => id);
  const sets = clauses.map(({ name }, i) => ({ set: name, value: values[i]! }));
  const named = await namedSets(clauses, ids, bookmarks);
  return { facet: { kind: 'sets', sets }, sets: named.map((set) => ({ ...set, isOnlyCounted: true })) };
}

function valuesOf(field: string, bookmarks: Dependencies['bookmarks']): readonly string[] {
  if (field === 'selected') return [SELECTED_VALUE];
  if (field === 'reviewed') return bookmarks.reviewed.viewers();
  if (field === 'hashset') return [...(bookmarks.hashSets?.digests.keys() ?? [])];
  if (!isOfCoding(field)) return bookmarks.names();
  return bookmarks.codings.get(field.slice(CODING_PREFIX.length)).choices.map(({ bookmark }) => bookmark);
}

/** No query names a set so. */
const COUNTED = '\0counted ';
