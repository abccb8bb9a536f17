/** Which bookmarks each of many items is in: bookmark by bookmark, so that those without members there cost nothing. */
import type { Work } from '../../shared/work.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { MemberSet } from '../member-set.ts';

/** Distinct lists of names, the first without any, and for each item the number of its list. */
export interface NameLists {
  readonly lists: readonly (readonly string[])[];
  readonly of: Uint32Array;
}

export interface NamedSet {
  readonly name: string;
  readonly set: MemberSet;
}

/** What marks an item: the names of its bookmarks, sorted, and whether it is selected. */
export interface ItemMarks {
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
}

export function namedSets(state: BookmarkState): readonly NamedSet[] {
  return state.names().map((name) => ({ name, set: state.set(state.find(name)!) }));
}

/** Cost: a look-up for each item and bookmark with members in the source. */
export function marksOfItems(
  sets: readonly NamedSet[],
  selection: MemberSet,
  source: string,
  ids: readonly number[],
): readonly ItemMarks[] {
  const own = sets.filter(({ set }) => set.size((one) => one === source) > 0);
  return ids.map((id) => ({
    bookmarks: own.flatMap(({ name, set }) => (set.has(source, id) ? [name] : [])),
    selected: selection.has(source, id),
  }));
}

/** Null: no item is in any. Names are in the order of `sets`. */
export function* listsOfItems(sets: readonly NamedSet[], source: string, ids: Uint32Array): Work<NameLists | null> {
  const lists: (readonly string[])[] = [[]];
  /** The list that another one with a further name is: by the number of the list, and the name. */
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
