/**
 * Joins two groupings of the same items. Items that share a group in either grouping are in the same joined group, directly or
 * through other items.
 */
import type { Work } from '../../shared/slices.ts';

const YIELD_EVERY = 1024;

/** Groups of items by name, in the order of the items. Null if the item is in no group. */
export type Grouping = readonly (string | null)[];

/** Returns a name for the joined group of each item. Walks over the items once for each grouping. */
export function* linkedGroups(count: number, groupings: readonly Grouping[]): Work<Grouping> {
  const links = Uint32Array.from({ length: count }, (_, at) => at);
  for (const grouping of groupings) {
    const firsts = new Map<string, number>();
    for (let at = 0; at < count; at++) {
      if (at % YIELD_EVERY === 0) yield;
      const name = grouping[at]!;
      if (name === null) continue;
      const first = firsts.get(name);
      if (first === undefined) firsts.set(name, at);
      else link(links, first, at);
    }
  }
  const names = new Array<string>(count);
  for (let at = 0; at < count; at++) {
    if (at % YIELD_EVERY === 0) yield;
    names[at] = String(rootOf(links, at));
  }
  return names;
}

/** The later root points to the earlier one. */
function link(links: Uint32Array, one: number, other: number): void {
  const [a, b] = [rootOf(links, one), rootOf(links, other)];
  links[Math.max(a, b)] = Math.min(a, b);
}

/** Halves the path, so that long chains stay cheap. */
function rootOf(links: Uint32Array, from: number): number {
  let at = from;
  while (links[at] !== at) {
    links[at] = links[links[at]!]!;
    at = links[at]!;
  }
  return at;
}
