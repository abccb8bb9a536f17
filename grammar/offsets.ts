/**
 * Where in the text a leaf of a query stood. Kept beside the tree, which holds only what was asked: two queries that ask
 * the same are equal wherever they stood.
 *
 * Recorded for the leaves that a search may still refuse: fuzzy terms, regular expressions, wildcards.
 */
import type { Query } from './ast.ts';

const offsets = new WeakMap<Query, number>();

/** Notes that `query` was read at `offset`; returns it. */
export function withOffset<Leaf extends Query>(query: Leaf, offset: number): Leaf {
  offsets.set(query, offset);
  return query;
}

/** The offset of `query` in the text it was parsed from, in UTF-16 units, or null where none is recorded. */
export function offsetOf(query: Query): number | null {
  return offsets.get(query) ?? null;
}
