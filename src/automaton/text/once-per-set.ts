/**
 * Caches properties of character sets. A long expression may repeat one set, such as that of all decimal digits, a thousand
 * times.
 */
import type { CodePointSet } from '../code-point-set.ts';

/** Calls `make` once for each set object. */
export function oncePerSet<T>(make: (set: CodePointSet) => T): (set: CodePointSet) => T {
  const made = new WeakMap<CodePointSet, { readonly value: T }>();
  return (set) => {
    let known = made.get(set);
    if (known === undefined) {
      known = { value: make(set) };
      made.set(set, known);
    }
    return known.value;
  };
}
