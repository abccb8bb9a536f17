/**
 * Sets that `/facets` counts: bookmarks, choices and deciders of a coding panel, reviewers and the selection. They are passed
 * with the request, in the state of `named`.
 */
import { type NamedItems, namedSets } from '../../search/named-sets.ts';
import type { OutsideSet, SetsFacet } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import { decidedBy } from '../../shared/names/decided-name.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { CODING_PREFIX, DECIDED_PREFIX, isOfCoding, isOfPeople } from './asked-facet.ts';

/** The value of selected items; all others are `false`. */
export const SELECTED_VALUE = 'true';

/** Throws BOOKMARKS_UNAVAILABLE, and NOT_FOUND for an unknown coding panel. */
export async function countedSets(
  field: string,
  sources: readonly ReadySource[],
  { bookmarks }: Pick<Dependencies, 'bookmarks'>,
  named: NamedItems,
): Promise<{ readonly facet: Pick<SetsFacet, 'kind' | 'sets'>; readonly sets: readonly OutsideSet[] }> {
  const values = valuesOf(field, bookmarks);
  const clauses = values.map((value): SetClause => {
    const own = clauseOf(field, value);
    return { ...own, name: `${COUNTED}${own.field} ${own.meant}` };
  });
  const ids = sources.map(({ id }) => id);
  const sets = clauses.map(({ name }, i) => ({ set: name, value: values[i]! }));
  const counted = await namedSets(clauses, ids, named);
  return { facet: { kind: 'sets', sets }, sets: counted.map((set) => ({ ...set, isOnlyCounted: true })) };
}

function valuesOf(field: string, bookmarks: Dependencies['bookmarks']): readonly string[] {
  if (field === 'selected') return [SELECTED_VALUE];
  if (field === 'reviewed') return bookmarks.reviewed.viewers();
  if (field === 'hashset') return [...(bookmarks.hashSets?.digests.keys() ?? [])];
  if (isOfPeople(field)) return bookmarks.decisions.deciders(panelOf(field));
  if (!isOfCoding(field)) return bookmarks.names();
  return bookmarks.codings.get(field.slice(CODING_PREFIX.length)).choices.map(({ bookmark }) => bookmark);
}

/** Returns the clause for the items that have a value of a facet over sets. */
export function clauseOf(field: string, value: string): { readonly field: NamedField; readonly meant: string } {
  if (isOfPeople(field)) return { field: 'decided', meant: decidedBy(panelOf(field), value) };
  return {
    field: field === 'selected' || field === 'reviewed' || field === 'hashset' ? field : 'bookmark',
    meant: value,
  };
}

type NamedField = 'selected' | 'reviewed' | 'hashset' | 'bookmark' | 'decided';

function panelOf(field: string): string {
  return field.slice(DECIDED_PREFIX.length).normalize('NFC');
}

/** A prefix that no query can use for a set. */
const COUNTED = '\0counted ';
