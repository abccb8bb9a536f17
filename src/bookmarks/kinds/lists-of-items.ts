/** Finds the bookmarks of many items, bookmark by bookmark. A bookmark without members in the source costs nothing. */
import type { Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { MemberSet } from '../member-set.ts';
import { type Kind, storedName } from './kind-name.ts';

/** Distinct lists of names (the first is empty), and for each item the number of its list. */
export interface NameLists {
  readonly lists: readonly (readonly string[])[];
  readonly of: Uint32Array;
}

export interface NamedSet {
  readonly name: string;
  readonly set: MemberSet;
}

/** The marks of an item: sorted names of its bookmarks, whether it is selected, and its reviewers, if any. */
export interface ItemMarks {
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
  readonly reviewed?: readonly string[];
}

export function namesOfSets(state: BookmarkState, kind: Kind | 'bookmark' = 'bookmark'): readonly NamedSet[] {
  const names = kind === 'bookmark' ? state.names() : state.namesOf(kind);
  const stored = (name: string): string => (kind === 'bookmark' ? name : storedName(kind, name));
  return names.map((name) => ({ name, set: state.set(state.find(stored(name))!) }));
}

/** Cost: one lookup for each item and bookmark with members in the source. */
export function marksOfItems(
  sets: readonly NamedSet[],
  reviewers: readonly NamedSet[],
  selection: MemberSet,
  source: string,
  ids: readonly number[],
): readonly ItemMarks[] {
  const isOwn = ({ set }: NamedSet): boolean => set.size((one) => one === source) > 0;
  const own = sets.filter(isOwn);
  const ownReviewers = reviewers.filter(isOwn);
  const namesOf = (some: readonly NamedSet[], id: number): readonly string[] =>
    some.flatMap(({ name, set }) => (set.has(source, id) ? [name] : []));
  return ids.map((id) => {
    const marks = { bookmarks: namesOf(own, id), selected: selection.has(source, id) };
    const reviewed = namesOf(ownReviewers, id);
    return reviewed.length === 0 ? marks : { ...marks, reviewed };
  });
}

/** Returns null if no item is in any set. Names are in the order of `sets`. */
export function* listsOfItems(sets: readonly NamedSet[], source: string, ids: Uint32Array): Work<NameLists | null> {
  const lists: (readonly string[])[] = [[]];
  /** For each list and name, the number of the list that results from adding the name. */
  const longer = new Map<string, number>();
  let of: Uint32Array | null = null;
  for (const [n, { name, set }] of sets.entries()) {
    if (set.size((one) => one === source) === 0) continue;
    for (let i = 0; i < ids.length; i++) {
      if (!set.has(source, ids[i]!)) continue;
      of ??= new Uint32Array(ids.length);
      const key = `${of[i]} ${n}`;
      let list = longer.get(key);
      if (list === undefined) {
        list = lists.push([...lists[of[i]!]!, name]) - 1;
        longer.set(key, list);
      }
      of[i] = list;
    }
    yield;
  }
  return of === null ? null : { lists, of };
}
