/** Each of several things once, in the order of their first places. */

/** Of fewer, comparing each with those before it costs less than a set. */
const FEW = 24;

/** The things themselves if no two are the same. */
export function distinct<T>(things: readonly T[]): readonly T[] {
  if (things.length > FEW) return [...new Set(things)];
  for (let i = 1; i < things.length; i++) if (things.indexOf(things[i]!) < i) return [...new Set(things)];
  return things;
}
