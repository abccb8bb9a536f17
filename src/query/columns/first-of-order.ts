/**
 * Selects the documents that can be among the first of an order, without ranking and sorting all. Walks the column from
 * the end at which the order begins, or makes one pass with a decreasing bound.
 */
import type { DocWalk } from '../../engine/columns/doc-walk.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { lengthenedInQuery } from '../../shared/longer-arrays.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { FoundDocs } from '../operators/found-docs.ts';
import { kernel } from '../resident/this-thread.ts';
import type { OrderKey } from './order-key.ts';
import { boundOfFirst } from './rank-order.ts';

/** Returns at least the first `first` documents by a key, including all ties of the last; ascending. */
export function* firstOfOrder(found: FoundDocs, key: OrderKey, first: number): Generator<void, Uint32Array> {
  const walk = found.words === null ? null : key.walk();
  const few = walk === null ? null : yield* walked(walk, found.words!, key, first);
  return few ?? (yield* bounded(found, key, first));
}

/** Returns null if the walk takes too long, because many of the first documents in the column are not in the set. */
function* walked(walk: DocWalk, words: Uint32Array, key: OrderKey, first: number): Generator<void, Uint32Array | null> {
  claimMemory(2 * words.byteLength, 'the order of hits');
  const left = words.slice();
  const rank = new Uint32Array(1);
  const rankOf = (docs: Uint32Array, at: number): number => {
    key.rank(docs.subarray(at, at + 1), 0, 1, rank);
    return rank[0]!;
  };
  let count = 0;
  /** The rank of the last wanted document. */
  let bound = -1;
  let budget = tuning.walkedPerDoc * first;
  const atOnce = Math.min(tuning.docsWalked, first);
  for (let some = walk.next(atOnce); some !== null; some = walk.next(atOnce)) {
    const taken = takeFrom(left, some);
    if (count < first && count + taken >= first) bound = rankOf(some, first - count - 1);
    count += taken;
    // Ties of the last wanted document are included.
    if (bound >= 0 && taken > 0 && rankOf(some, taken - 1) > bound) return yield* without(words, left, count);
    budget -= Math.max(some.length, 1);
    if (budget < 0) return null;
    yield;
  }
  return count < first ? null : yield* without(words, left, count);
}

/**
 * Moves the documents of `some` that are still in `left` to the front of `some`, and removes them from `left`. The
 * first occurrence of a document determines its rank.
 */
function takeFrom(left: Uint32Array, some: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < some.length; i++) {
    const doc = some[i]!;
    const bit = 1 << (doc & 31);
    if ((left[doc >>> 5]! & bit) === 0) continue;
    left[doc >>> 5]! ^= bit;
    some[count++] = doc;
  }
  return count;
}

/** Returns the `count` documents of the bitmap `words` that were removed from its copy `left`. Overwrites `words`. */
function* without(words: Uint32Array, left: Uint32Array, count: number): Generator<void, Uint32Array> {
  claimMemory(4 * count, 'the order of hits');
  const docs = new Uint32Array(count);
  let at = 0;
  for (let word = 0; word < words.length; word += BLOCK_WORDS) {
    for (let i = word; i < word + BLOCK_WORDS; i++) left[i]! ^= words[i]!;
    at = kernel.bits.listBlock(left, word, docs, at);
    yield;
  }
  return docs;
}

/** Ranks documents slice by slice, and keeps those that may be among the first ones. */
function* bounded(found: FoundDocs, key: OrderKey, first: number): Generator<void, Uint32Array> {
  const kept = new KeptDocs(key, first);
  const { docs, words } = found;
  if (docs !== null) {
    for (let from = 0; from < docs.length; from += tuning.columnDocs) {
      kept.add(docs.subarray(from, from + tuning.columnDocs));
      yield;
    }
    return kept.end();
  }
  const listed = new Uint32Array(BLOCK_SIZE);
  for (let word = 0; word < words!.length; word += BLOCK_WORDS) {
    kept.add(listed.subarray(0, kernel.bits.listBlock(words!, word, listed, 0)));
    yield;
  }
  return kept.end();
}

class KeptDocs {
  readonly #key: OrderKey;
  readonly #first: number;
  #docs: Uint32Array = new Uint32Array(0);
  #ranks: Uint32Array = new Uint32Array(0);
  #count = 0;
  #bound: number;
  #someRanks = new Uint32Array(0);

  constructor(key: OrderKey, first: number) {
    this.#key = key;
    this.#first = first;
    this.#bound = key.missing;
  }

  add(some: Uint32Array): void {
    if (this.#count >= 2 * this.#first) this.#tighten();
    this.#makeRoom(some.length);
    if (this.#someRanks.length < some.length) this.#someRanks = new Uint32Array(some.length);
    const ranks = this.#someRanks;
    this.#key.rank(some, 0, some.length, ranks);
    const bound = this.#bound;
    let count = this.#count;
    for (let i = 0; i < some.length; i++) {
      if (ranks[i]! > bound) continue;
      this.#docs[count] = some[i]!;
      this.#ranks[count++] = ranks[i]!;
    }
    this.#count = count;
  }

  end(): Uint32Array {
    this.#tighten();
    return this.#docs.subarray(0, this.#count);
  }

  #tighten(): void {
    const docs = this.#docs;
    const ranks = this.#ranks;
    const bound = boundOfFirst({ ranks, most: this.#key.missing }, this.#count, this.#first);
    let count = 0;
    for (let i = 0; i < this.#count; i++) {
      if (ranks[i]! > bound) continue;
      docs[count] = docs[i]!;
      ranks[count++] = ranks[i]!;
    }
    this.#count = count;
    this.#bound = bound;
  }

  #makeRoom(more: number): void {
    const needed = this.#count + more;
    if (needed <= this.#docs.length) return;
    const length = Math.max(2 * this.#docs.length, needed);
    this.#docs = lengthenedInQuery(this.#docs, length, 'the order of hits');
    this.#ranks = lengthenedInQuery(this.#ranks, length, 'the order of hits');
  }
}
