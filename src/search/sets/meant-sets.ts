/** The bookmarks and the selection in a query's clauses, with their members in the order of the sources. */
import { isNotListed, meantHashSets, type NamedItems, notListed } from '../named-sets.ts';
import { isMeant, type SetClause } from '../set-clauses.ts';

export interface MeantSet {
  /** Null: the selection. */
  readonly name: string | null;
  readonly members: readonly { readonly source: string; readonly ids: Uint32Array }[];
}

/** Returns each set once, by name, with the selection last. Throws INVALID_REQUEST for sets that certificates do not list. */
export async function meantSets(
  clauses: readonly SetClause[],
  sources: readonly string[],
  named: NamedItems,
): Promise<readonly MeantSet[]> {
  for (const { field } of clauses) if (isNotListed(field)) throw notListed(field);
  const isPresent = (source: string): boolean => sources.includes(source);
  const inOrder = (parts: MeantSet['members']): MeantSet['members'] =>
    sources.flatMap((id) => parts.filter(({ source, ids }) => source === id && ids.length > 0));
  const sets: MeantSet[] = [];
  const ofBookmarks = clauses.filter(({ field }) => field === 'bookmark');
  for (const name of ofBookmarks.length === 0 ? [] : named.names()) {
    if (!ofBookmarks.some(({ meant }) => isMeant(meant, name))) continue;
    sets.push({ name, members: inOrder(await named.readMembers(name, isPresent)) });
  }
  if (clauses.some(({ field }) => field === 'selected')) {
    sets.push({ name: null, members: inOrder(await named.readSelected(isPresent)) });
  }
  return sets;
}

/** The hash sets in a query, each once, with their digests. Throws INVALID_REQUEST for an unknown name. */
export function meantDigests(
  clauses: readonly SetClause[],
  named: NamedItems,
): readonly { readonly name: string; readonly digest: string }[] {
  const names = clauses.flatMap(({ field, meant }) => (field === 'hashset' ? meantHashSets(meant, named) : []));
  return [...new Set(names.map(({ name }) => name))]
    .sort()
    .map((name) => ({ name, digest: named.hashSets!.digests.get(name)! }));
}
