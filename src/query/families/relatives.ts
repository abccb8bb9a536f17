/**
 * Finds relatives of a set's items in the tree of one index. Each function adds to a bitmap of documents. Tree nodes are
 * traversed but not added. Cycles of parents end.
 */
import { hasBit, setBit } from '../../codec/bits.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { CONTAINER, TREE_NODE } from '../../schema/item-kinds.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Documents between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;

/** Adds the items directly below each of `docs`. */
export function addChildren(tree: LoadedTree, docs: Uint32Array, words: Uint32Array): Generator<void, void> {
  return addBelow(tree, docs, false, words);
}

/** Adds all ancestors of each of `docs`. */
export function* addParents(tree: LoadedTree, docs: Uint32Array, words: Uint32Array): Generator<void, void> {
  const { parents, kinds } = tree;
  const seen = bitmap(words.length);
  let steps = 0;
  for (const doc of docs) {
    // The ancestors of a parent that was visited before have been added.
    for (let parent = parents[doc]!; parent !== 0 && !hasBit(seen, parent - 1); parent = parents[parent - 1]!) {
      setBit(seen, parent - 1);
      if ((kinds[parent - 1]! & TREE_NODE) === 0) setBit(words, parent - 1);
      if (++steps % DOCS_PER_SLICE === 0) yield;
    }
    if (++steps % DOCS_PER_SLICE === 0) yield;
  }
}

/** Adds the families of `docs`: the topmost ancestor that is not a container, and everything below it. A container has none. */
export function* addFamilies(tree: LoadedTree, docs: Uint32Array, words: Uint32Array): Generator<void, void> {
  claimMemory(4 * tree.parents.length, 'the families of items');
  const topOf = new TopFinder(tree);
  const seen = bitmap(words.length);
  const tops: number[] = [];
  let steps = 0;
  for (const doc of docs) {
    if (++steps % DOCS_PER_SLICE === 0) yield;
    if ((tree.kinds[doc]! & CONTAINER) !== 0) continue;
    const top = topOf.find(doc);
    if (hasBit(seen, top)) continue;
    setBit(seen, top);
    setBit(words, top);
    tops.push(top);
  }
  yield* addBelow(tree, tops, true, words);
}

/** `isDeep`: all descendants, not only direct children and children of tree nodes. */
function* addBelow(
  { childStarts, children, kinds }: LoadedTree,
  docs: ArrayLike<number> & Iterable<number>,
  isDeep: boolean,
  words: Uint32Array,
): Generator<void, void> {
  const waiting: number[] = [];
  let steps = 0;
  for (const top of docs) {
    waiting.push(top);
    for (let doc = waiting.pop(); doc !== undefined; doc = waiting.pop()) {
      const end = childStarts[doc + 1]!;
      for (let at = childStarts[doc]!; at < end; at++) {
        const child = children[at]!;
        // An item has one parent, so only the first item can be reached twice on the way down.
        if (child === top) continue;
        const isNode = (kinds[child]! & TREE_NODE) !== 0;
        if (!isNode) setBit(words, child);
        if (isDeep || isNode) waiting.push(child);
        if (++steps % DOCS_PER_SLICE === 0) yield;
      }
    }
    if (++steps % DOCS_PER_SLICE === 0) yield;
  }
}

/**
 * States of a document: not visited; without an ancestor that is not a container; on the current path. Other values are a
 * document plus one.
 */
const UNKNOWN = 0;
const NONE = -1;
const ON_THE_WAY = -2;

/** Finds the topmost ancestor that is not a container, or the item itself. Everything below the item reuses the result. */
export class TopFinder {
  readonly #tree: LoadedTree;
  readonly #tops: Int32Array;

  constructor(tree: LoadedTree) {
    this.#tree = tree;
    this.#tops = new Int32Array(tree.parents.length);
  }

  /** Requires an item that is not a container. */
  find(doc: number): number {
    const { parents, kinds } = this.#tree;
    const tops = this.#tops;
    const way: number[] = [];
    let at = doc;
    while (tops[at] === UNKNOWN) {
      tops[at] = ON_THE_WAY;
      way.push(at);
      if (parents[at] === 0) break;
      at = parents[at]! - 1;
    }
    let top = tops[at] === ON_THE_WAY ? NONE : tops[at]!;
    if (tops[at] === ON_THE_WAY && parents[at] !== 0) top = this.#endCircle(way, at);
    for (let one = way.pop(); one !== undefined; one = way.pop()) {
      if (top === NONE && (kinds[one]! & CONTAINER) === 0) top = one + 1;
      tops[one] = top;
    }
    return tops[doc]! - 1;
  }

  /**
   * All items of a cycle are ancestors of each other. Its first document that is not a container represents it, wherever the
   * cycle was entered. Removes the cycle from the path.
   */
  #endCircle(way: number[], first: number): number {
    const circle = way.splice(way.indexOf(first));
    let top = NONE;
    for (const one of circle) {
      if ((this.#tree.kinds[one]! & CONTAINER) === 0 && (top === NONE || one + 1 < top)) top = one + 1;
    }
    for (const one of circle) this.#tops[one] = top;
    return top;
  }
}

function bitmap(words: number): Uint32Array {
  claimMemory(4 * words, 'the relatives of items');
  return new Uint32Array(words);
}
