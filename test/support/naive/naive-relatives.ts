/** The tree of a case, relatives of items, and their dates, computed item by item by walking up from each. */
import type { EventsRequest, SourceEvents } from '../../../src/search/related/events.ts';
import { FAMILY_CHILDREN_MAX, type ItemFamily, type TreeChild } from '../../../src/search/related/item-tree.ts';
import type { Expand } from '../../../src/search/search-request.ts';
import type { NaiveCase, NaiveItem } from './naive-case.ts';
import { foldWhole } from './naive-folding.ts';
import { momentOf } from './naive-orders.ts';
import { valuesOf } from './naive-places.ts';

const CONTAINERS = ['mailboxes', 'disk images', 'application/mbox', 'application/x-e01-image'];

const isTrue = (item: NaiveItem, property: string): boolean =>
  valuesOf(item, property).some((value) => value.toLowerCase() === 'true');
const isNode = (item: NaiveItem): boolean => isTrue(item, 'treeNode');

function isContainer(item: NaiveItem): boolean {
  if (['treeNode', 'isDir', 'isRoot'].some((property) => isTrue(item, property))) return true;
  return ['category', 'contentType'].some((property) =>
    valuesOf(item, property).some((value) => CONTAINERS.includes(value.toLowerCase())),
  );
}

function parentOf({ items }: NaiveCase, { parentId }: NaiveItem): NaiveItem | undefined {
  return parentId === null ? undefined : items.find(({ id }) => id === parentId);
}

/** Its ancestors, the nearest first, up to the first repetition. */
function ancestorsOf(all: NaiveCase, item: NaiveItem): readonly NaiveItem[] {
  const way: NaiveItem[] = [];
  for (let at = parentOf(all, item); at !== undefined && at !== item && !way.includes(at); at = parentOf(all, at)) {
    way.push(at);
  }
  return way;
}

/** A set after this expansion, by source. */
export function expandedBy(
  cases: readonly NaiveCase[],
  sets: readonly ReadonlySet<number>[],
  expand: readonly Expand[],
  hashes: readonly string[] = [],
): readonly ReadonlySet<number>[] {
  const foundIn = (all: NaiveCase, i: number): readonly NaiveItem[] => all.items.filter(({ id }) => sets[i]!.has(id));
  const hashOf = (all: NaiveCase, item: NaiveItem): readonly string[] => all.values(item, 'hash').map(foldWhole);
  const known = new Set([...hashes, ...cases.flatMap((all, i) => foundIn(all, i).flatMap((one) => hashOf(all, one)))]);
  return cases.map((all, i) => {
    const found = foundIn(all, i);
    const isRelated = (item: NaiveItem): boolean => {
      const above = ancestorsOf(all, item);
      if (expand.includes('children') && found.includes(above.find((one) => !isNode(one))!)) return true;
      if (expand.includes('parents') && found.some((one) => ancestorsOf(all, one).includes(item))) return true;
      if (expand.includes('duplicates') && hashOf(all, item).some((hash) => known.has(hash))) return true;
      if (!expand.includes('family')) return false;
      return found
        .filter((one) => !isContainer(one))
        .map((one) => [one, ...ancestorsOf(all, one)].filter((at) => !isContainer(at)).at(-1)!)
        .some((top) => top === item || above.includes(top));
    };
    return new Set([...sets[i]!, ...all.searchable.filter(isRelated).map(({ id }) => id)]);
  });
}

function nameOf(item: NaiveItem): string {
  const path = valuesOf(item, 'path')[0] ?? '';
  return valuesOf(item, 'name')[0] ?? path.split(/[/\\]/).at(-1)!;
}

export function childrenOf(all: NaiveCase, id: number | null, counted: ReadonlySet<number>): readonly TreeChild[] {
  const children = all.items.filter((item) => (parentOf(all, item)?.id ?? null) === id);
  const shown = children.map((item) => ({
    id: item.id,
    name: nameOf(item),
    isFolder: isNode(item) || isTrue(item, 'isDir') || all.items.some((one) => parentOf(all, one)?.id === item.id),
    items: all.items.filter((one) => counted.has(one.id) && ancestorsOf(all, one).includes(item)).length,
  }));
  const folded = ({ name }: TreeChild): Buffer => Buffer.from(foldWhole(name));
  return shown.sort(
    (a, b) => Number(b.isFolder) - Number(a.isFolder) || Buffer.compare(folded(a), folded(b)) || a.id - b.id,
  );
}

export function nameIn(all: NaiveCase, id: number): string | null {
  const item = all.items.find((one) => one.id === id);
  return item === undefined ? null : nameOf(item);
}

export function familyIn(all: NaiveCase, id: number): ItemFamily | null {
  const item = all.items.find((one) => one.id === id);
  if (item === undefined) return null;
  const others = (parent: number | null): readonly number[] =>
    childrenOf(all, parent, new Set())
      .map((child) => child.id)
      .filter((child) => child !== id);
  const own = others(id);
  const parent = parentOf(all, item);
  return {
    path: [...ancestorsOf(all, item)].reverse().map((one) => ({ id: one.id, name: nameOf(one) })),
    children: { total: own.length, first: own.slice(0, FAMILY_CHILDREN_MAX) },
    siblings: parent === undefined ? 0 : others(parent.id).length,
  };
}

/** The dates of some items, after the position. */
export function eventsIn(
  all: NaiveCase,
  ids: ReadonlySet<number>,
  { order, from, until, limit }: EventsRequest,
  { after, skip = 0 }: EventsRequest['sources'][number],
): Omit<SourceEvents, 'events'> & { readonly listed: readonly { id: number; time: number; field: number }[] } {
  const names = new Set(all.items.flatMap(({ properties }) => properties.map(([name]) => name)));
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const fields = [...names].filter((name) => all.type(name) === 'date').sort(compare);
  const events = fields.flatMap((name, field) =>
    all.items
      .filter(({ id }) => ids.has(id))
      .flatMap((item) =>
        valuesOf(item, name).flatMap((value) => {
          const time = momentOf(value);
          return time === null ? [] : [{ id: item.id, time, field }];
        }),
      ),
  );
  const within = events.filter(({ time }) => time >= (from ?? -Infinity) && time < (until ?? Infinity));
  const direction = order === 'asc' ? 1 : -1;
  const byTime = (a: { time: number; id: number }, b: { time: number; id: number }): number =>
    direction * (a.time - b.time) || a.id - b.id;
  let omitted = 0;
  const behind = within
    .sort((a, b) => byTime(a, b) || a.field - b.field)
    .filter((one) => {
      if (after === undefined) return true;
      const place = byTime(one, after) || compare(fields[one.field]!, after.field);
      return place > 0 || (place === 0 && omitted++ >= after.omitted);
    });
  return { count: within.length, fields, listed: behind.slice(skip, skip + (limit ?? behind.length)) };
}
