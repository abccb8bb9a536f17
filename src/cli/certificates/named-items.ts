/** The members of bookmarks and of the selection when a certificate is made or repeated. */
import type { ParsedSection } from '../../certificates/reference-list.ts';
import type { NamedItems } from '../../search/named-sets.ts';
import { NOTHING_NAMED } from '../asked-sources.ts';
import { readingIfAny } from '../bookmark-access.ts';

/** Calls `use` with the bookmarks of the data directory. */
export function withStoredItems<T>(data: string, use: (named: NamedItems) => Promise<T>): Promise<T> {
  return readingIfAny({ data }, NOTHING_NAMED, use);
}

/** Returns the members of a bookmark in a list of references. */
export function listedItems(sections: readonly ParsedSection[]): NamedItems {
  const membersOf = (name: string | null) => async (isPresent: (source: string) => boolean) => {
    const ids = sections.find((section) => section.name === name)?.ids ?? new Map<string, readonly number[]>();
    return [...ids]
      .filter(([source]) => isPresent(source))
      .map(([source, own]) => ({ source, ids: Uint32Array.from(own) }));
  };
  return {
    names: () => sections.flatMap(({ name }) => name ?? []),
    readMembers: (name, isPresent) => membersOf(name)(isPresent),
    readSelected: (isPresent) => membersOf(null)(isPresent),
  };
}
