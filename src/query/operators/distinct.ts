/** Removes repeats from a list, keeping the order of first occurrences. */

/** For fewer elements, comparing each with the previous ones costs less than a set. */
const FEW = 24;

/** Returns the same array if nothing repeats. */
export function distinct<T>(things: readonly T[]): readonly T[] {
  if (things.length <= FEW && !things.some((thing, i) => things.indexOf(thing) < i)) return things;
  const once = new Set(things);
  return once.size === things.length ? things : [...once];
}
