/**
 * The offsets in the text of the leaves of a query. They are not in the tree, so that equal queries have equal trees wherever
 * their leaves were.
 *
 * Recorded for everything that a search may still reject: words with a field, patterns, fuzzy terms, regular expressions,
 * bounds.
 */
import type { Bound, EdgeQuery, NearQuery, Query, SpanQuery } from './ast.ts';

const offsets = new WeakMap<Query | Bound, number>();

/** Records that `part` was read at `offset`. Returns it. */
export function withOffset<Part extends Query | Bound>(part: Part, offset: number): Part {
  offsets.set(part, offset);
  return part;
}

/** Returns the offset of `part` in the text it was parsed from, in UTF-16 units, or null if none is recorded. */
export function offsetOf(part: Query | Bound): number | null {
  return offsets.get(part) ?? null;
}

/**
 * Returns the offsets of all parts of a tree in a fixed order, or null if none is recorded. They can be recorded for a copy of
 * the tree.
 */
export function offsetsIn(query: Query): Int32Array | null {
  const all: number[] = [];
  let isAny = false;
  forEachPart(query, (part) => {
    const offset = offsetOf(part);
    isAny ||= offset !== null;
    all.push(offset ?? NO_OFFSET);
  });
  return isAny ? Int32Array.from(all) : null;
}

/** Records offsets of `offsetsIn` for an equal tree. */
export function recordOffsets(query: Query, all: Int32Array): void {
  let i = 0;
  forEachPart(query, (part) => {
    const offset = all[i++] ?? NO_OFFSET;
    if (offset !== NO_OFFSET) withOffset(part, offset);
  });
}

const NO_OFFSET = -1;

/** Visits leaves and their bounds. */
function forEachPart(query: Query, visit: (part: Query | Bound) => void): void {
  const stack: Query[] = [query];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'boolean') for (const clause of node.clauses) stack.push(clause.query);
    else if (node.kind === 'boost') stack.push(node.query);
    else visit(node);
    if (node.kind === 'near') forEachWord(node, visit);
    if (node.kind !== 'range') continue;
    for (const bound of [node.lower, node.upper]) if (bound !== null) visit(bound);
  }
}

/** Visits the clauses next to NEAR, at any depth. */
function forEachWord(near: NearQuery, visit: (part: Query | Bound) => void): void {
  const stack: (SpanQuery | EdgeQuery)[] = [near.left, near.right];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'edge') continue;
    if (node.kind === 'alternatives') for (const one of node.of) stack.push(one);
    else visit(node);
    if (node.kind === 'near') stack.push(node.left, node.right);
  }
}
