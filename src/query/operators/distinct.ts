/** Each of several things once, in the order of their first places. */

/** Of fewer, comparing each with those before it costs less than a set. */
const FEW = 24;

/** The things themselves if no two are the same. */
export function distinct<T>(things: readonly T[]): readonly T[] {
  if (things.length <= FEW && !things.some((thing, i) => things.indexOf(thing) < i)) return things;
  const once = new Set(things);
  return once.size === things.length ? things : [...once];
}
