/**
 * The families of an index: for each document, its topmost ancestor that is not a container, and the number of items in
 * its family.
 */
import { setBit } from '../../codec/bits.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { CONTAINER, TREE_NODE } from '../../schema/item-kinds.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';

const DOCS_PER_SLICE = tuning.columnDocs;

export interface FamilySizes {
  /** Indexed by document: its top. A container outside any family is its own. */
  readonly tops: Uint32Array;
  /** Indexed by topmost document: the items of its family, without tree nodes. */
  readonly sizes: Uint32Array;
  /** From the tree, indexed by document: bits of src/schema/item-kinds.ts. */
  readonly kinds: Uint8Array;
  /**
   * A bitmap of all documents except single items without a family. If a set contains none of these, none of its items
   * has a family.
   */
  readonly related: Uint32Array;
  /** For callers, to mark visited families. */
  readonly met: Uint32Array;
}

export function* familySizes({ parents, kinds }: LoadedTree): Generator<void, FamilySizes> {
  const count = kinds.length;
  claimMemory(12 * count + Math.ceil(count / 8), 'the families of items');
  const tops = new Uint32Array(count).fill(UNKNOWN);
  const way: number[] = [];
  for (let doc = 0; doc < count; doc++) {
    if (doc % DOCS_PER_SLICE === 0) yield;
    if (parents[doc] === 0) {
      // Handles single items first. Most items are single, and walking from each would take as long as many queries.
      tops[doc] = doc;
      continue;
    }
    let at = doc;
    while (tops[at] === UNKNOWN) {
      tops[at] = ON_THE_WAY;
      way.push(at);
      if (parents[at] === 0) break;
      at = parents[at]! - 1;
      if (way.length % DOCS_PER_SLICE === 0) yield;
    }
    if (tops[at] === ON_THE_WAY && parents[at] !== 0) endCircle(way, at, tops, kinds);
    else if (tops[at] === ON_THE_WAY) tops[at] = at;
    // No family is above a container that is its own top.
    let top = tops[at] === ON_THE_WAY ? at : tops[at]!;
    for (let one = way.pop(); one !== undefined; one = way.pop()) {
      if (isContainer(kinds, top)) top = one;
      tops[one] = top;
    }
  }
  const sizes = new Uint32Array(count);
  const related = new Uint32Array(Math.ceil(count / 32));
  for (let doc = 0; doc < count; doc++) {
    if (doc % DOCS_PER_SLICE === 0) yield;
    const top = tops[doc]!;
    if ((kinds[doc]! & TREE_NODE) === 0) sizes[top]!++;
    if (top === doc) continue;
    setBit(related, doc);
    setBit(related, top);
  }
  return { tops, sizes, kinds, related, met: new Uint32Array(count) };
}

export function isContainer(kinds: Uint8Array, doc: number): boolean {
  return (kinds[doc]! & CONTAINER) !== 0;
}

const UNKNOWN = 0xffff_ffff;
const ON_THE_WAY = 0xffff_fffe;

/**
 * All items of a cycle are ancestors of each other, so one that is not a container represents it. Removes the cycle from the
 * path.
 */
function endCircle(way: number[], first: number, tops: Uint32Array, kinds: Uint8Array): void {
  const circle = way.splice(way.indexOf(first));
  const top = circle.find((doc) => !isContainer(kinds, doc)) ?? first;
  for (const doc of circle) tops[doc] = top;
}
