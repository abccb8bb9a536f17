/**
 * Where in the text each leaf of a query was. Kept apart from the tree, so that two equal queries have equal
 * trees wherever their leaves were.
 *
 * Recorded for the leaves that a search may still reject: fuzzy terms, regular expressions, wildcards.
 */
import type { Query } from './ast.ts';

const offsets = new WeakMap<Query, number>();

/** Notes that `query` was read at `offset`; returns it. */
export function withOffset<Leaf extends Query>(query: Leaf, offset: number): Leaf {
  offsets.set(query, offset);
  return query;
}

/** The offset of `query` in the text it was parsed from, in UTF-16 units, or null if none is recorded. */
export function offsetOf(query: Query): number | null {
  return offsets.get(query) ?? null;
}
