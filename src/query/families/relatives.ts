/**
 * What items of a set are related to in the tree of one index. Each function adds to a bitmap of documents; tree nodes are
 * passed through, not added, and circles of parents end.
 */
import { hasBit, setBit } from '../../codec/bits.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { CONTAINER, TREE_NODE } from '../../schema/item-kinds.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { ways } from '../../shared/thresholds.ts';

/** Documents gone through between two yields. */
const DOCS_PER_SLICE = ways.columnDocs;

/** The items directly below each of `docs`. */
export function addChildren(tree: LoadedTree, docs: Uint32Array, words: Uint32Array): Generator<void, void> {
  return addBelow(tree, docs, false, words);
}

/** The items above each of `docs`, all the way up. */
export function* addParents(tree: LoadedTree, docs: Uint32Array, words: Uint32Array): Generator<void, void> {
  const { parents, kinds } = tree;
  const seen = bitmap(words.length);
  let steps = 0;
  for (const doc of docs) {
    // What is above a parent that was met before has been added.
    for (let parent = parents[doc]!; parent !== 0 && !hasBit(seen, parent - 1); parent = parents[parent - 1]!) {
      setBit(seen, parent - 1);
      if ((kinds[parent - 1]! & TREE_NODE) === 0) setBit(words, parent - 1);
      if (++steps % DOCS_PER_SLICE === 0) yield;
    }
    if (++steps % DOCS_PER_SLICE === 0) yield;
  }
}

/** The families of `docs`: the topmost ancestor that is no container, and all below it; a container has none. */
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

/** `isDeep`: not only what is directly below, or below tree nodes. */
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
        // An item has one parent: on the way down only the first can be met again.
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

/** Not looked at yet; no ancestor that is no container; on the way that is being gone. Others: a document plus one. */
const UNKNOWN = 0;
const NONE = -1;
const ON_THE_WAY = -2;

/** Finds the topmost ancestor, or the item itself, that is no container. What was found of an item holds for all below it. */
export class TopFinder {
  readonly #tree: LoadedTree;
  readonly #tops: Int32Array;

  constructor(tree: LoadedTree) {
    this.#tree = tree;
    this.#tops = new Int32Array(tree.parents.length);
  }

  /** Of an item that is no container. */
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
   * All of a circle are above each other: the first document of it that is no container stands for it, wherever it was entered. Takes it
   * off the way.
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
