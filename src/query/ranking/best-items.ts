/** The top k items: a heap with the worst on top. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { lengthened } from '../../shared/longer-arrays.ts';
import type { DocsLeftOut } from './docs-left-out.ts';

/** One item and its score. */
export interface ScoredItem {
  readonly id: number;
  readonly score: number;
}

/** Items in order, best first, ties by id. Both arrays are equally long. */
export interface RankedItems {
  readonly ids: Uint32Array;
  readonly scores: Float64Array;
}

/** Items sorted between two yields, which takes about a millisecond. */
const SORTED_PER_SLICE = 1 << 13;

type IndexOfItems = Pick<IndexReader, 'ids' | 'idOrder' | 'struck'>;

/**
 * Ties are broken by ids. If documents are in the order of ids, their numbers suffice, and ids are looked up only at
 * the end. Most candidates leave the heap again, and their ids are far apart in memory.
 */
export class BestItems {
  readonly #limit: number;
  readonly #ids: Uint32Array;
  readonly #isInOrder: boolean;
  /** Documents that must not enter, or null. */
  #leftOut: DocsLeftOut | null;
  /** Documents in heap order, or ids if documents are in another order. */
  #keys: Uint32Array;
  #scores: Float64Array;
  #count = 0;
  /** Whether any document may be in the top k, not only those after a given item. */
  readonly isOfAll: boolean = true;
  /** A lower score cannot enter. */
  threshold: number;

  /** `threshold`: the initial score that an item needs. */
  constructor(limit: number, { ids, idOrder, struck }: IndexOfItems, threshold = Number.NEGATIVE_INFINITY) {
    this.#limit = limit;
    this.#ids = ids;
    this.#isInOrder = idOrder === null;
    this.#leftOut = struck.count === 0 ? null : struck;
    const room = Math.min(limit, ROOM_FIRST);
    this.#keys = new Uint32Array(room);
    this.#scores = new Float64Array(room);
    this.threshold = limit === 0 ? Number.POSITIVE_INFINITY : threshold;
  }

  get leftOut(): DocsLeftOut | null {
    return this.#leftOut;
  }

  /** Sets the documents that must not enter, instead of the previous ones. */
  leaveOut(docs: DocsLeftOut): void {
    this.#leftOut = docs;
  }

  isLeftOut(doc: number): boolean {
    return this.#leftOut?.has(doc) ?? false;
  }

  /** Takes a document if it is among the best so far, and not left out. */
  offer(doc: number, score: number): void {
    if (score < this.threshold || this.isLeftOut(doc)) return;
    const key = this.#isInOrder ? doc : this.#ids[doc]!;
    if (this.#count < this.#limit) this.#add(key, score);
    else if (score > this.threshold || key < this.#keys[0]!) this.#replaceWorst(key, score);
    else return;
    if (this.#count === this.#limit) this.threshold = this.#scores[0]!;
  }

  /** Sorts the heap in place and empties itby moving the worst item to the end repeatedly. Yields often. */
  *sorted(): Generator<void, RankedItems> {
    const keys = this.#keys;
    const scores = this.#scores;
    const count = this.#count;
    for (let last = count - 1; last >= 0; last--) {
      const key = keys[0]!;
      const score = scores[0]!;
      this.#count = last;
      if (last > 0) this.#replaceWorst(keys[last]!, scores[last]!);
      keys[last] = this.#isInOrder ? this.#ids[key]! : key;
      scores[last] = score;
      if (last % SORTED_PER_SLICE === SORTED_PER_SLICE - 1) yield;
    }
    return { ids: keys.subarray(0, count), scores: scores.subarray(0, count) };
  }

  // Comparisons are inlined, because numbers passed to a function may be boxed.

  #add(key: number, score: number): void {
    if (this.#count === this.#keys.length) this.#widen();
    const keys = this.#keys;
    const scores = this.#scores;
    let at = this.#count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = scores[parent]!;
      if (other < score || (other === score && keys[parent]! > key)) break;
      keys[at] = keys[parent]!;
      scores[at] = other;
      at = parent;
    }
    keys[at] = key;
    scores[at] = score;
  }

  #replaceWorst(key: number, score: number): void {
    const keys = this.#keys;
    const scores = this.#scores;
    const count = this.#count;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      const next = child + 1;
      if (next < count) {
        const first = scores[child]!;
        const second = scores[next]!;
        if (second < first || (second === first && keys[next]! > keys[child]!)) child = next;
      }
      const other = scores[child]!;
      if (other > score || (other === score && keys[child]! < key)) break;
      keys[at] = keys[child]!;
      scores[at] = other;
      at = child;
    }
    keys[at] = key;
    scores[at] = score;
  }

  #widen(): void {
    const room = Math.min(this.#limit, 2 * this.#keys.length);
    this.#keys = lengthened(this.#keys, room);
    const scores = new Float64Array(room);
    scores.set(this.#scores);
    this.#scores = scores;
  }
}

/** Initial capacity. */
const ROOM_FIRST = 64;

/** The top k after a given item. */
export class BestItemsAfter extends BestItems {
  override readonly isOfAll = false;
  readonly #score: number;
  readonly #id: number;
  readonly #ids: Uint32Array;

  constructor(limit: number, index: IndexOfItems, after: ScoredItem, threshold?: number) {
    super(limit, index, threshold);
    this.#score = after.score;
    this.#id = after.id;
    this.#ids = index.ids;
  }

  override offer(doc: number, score: number): void {
    if (score < this.#score || (score === this.#score && this.#ids[doc]! > this.#id)) super.offer(doc, score);
  }
}
