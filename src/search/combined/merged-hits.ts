/** Merges the items of many sources into one order: by key, best first, with ties by source and then by id. */
import { abandonParts, endingUnread, type Parts } from '../../shared/ends/abandoned-parts.ts';
import { Slice } from '../../shared/slices.ts';
import { compareCodePoints } from '../code-point-order.ts';
import { ITEM_ID_MAX } from '../item-store.ts';
import { compareNaturally } from '../natural-order.ts';
import type { ItemBatch, Items } from '../search-answer.ts';
import type { Position, Sort, SortKey, SortValue } from '../search-request.ts';

/** Consecutive items of one source in the answer. */
export interface HitBatch<T> {
  readonly target: T;
  readonly ids: Uint32Array;
  readonly keys: ItemBatch['keys'];
}

export interface SourceBatches<T> {
  readonly target: T;
  readonly items: Items;
}

/** Batches per step: a step of an asynchronous iteration costs more than an item. */
const BATCHES_AT_ONCE = 256;

export type Hits<T> = Parts<readonly HitBatch<T>[]>;

/** Merges by id: one source after the other. */
export function inSourceOrder<T>(sources: readonly SourceBatches<T>[]): Hits<T> {
  // Items in memory keep nothing open.
  const isAnyOpen = sources.some(({ items }) => items.whole === undefined);
  return isAnyOpen ? endingUnread(oneByOne(sources), () => abandonAll(sources)) : oneByOne(sources);
}

async function* oneByOne<T>(sources: readonly SourceBatches<T>[]): Hits<T> {
  const left = [...sources];
  try {
    for (const { target, items } of sources) {
      left.shift();
      for await (const { ids, keys } of items) yield [{ target, ids, keys }];
    }
  } finally {
    await abandonAll(left);
  }
}

async function abandonAll<T>(sources: readonly SourceBatches<T>[]): Promise<void> {
  await Promise.all(sources.map(({ items }) => abandonParts(items)));
}

/** Merges by keys: repeatedly takes the best of the next items of all sources. `ties`: the order of sources for equal items. */
export function inKeyOrder<T>(
  sources: readonly SourceBatches<T>[],
  sort: Sort,
  ties: 'by source' | 'by id' = 'by source',
): Hits<T> {
  if (sources.length === 1) return inSourceOrder(sources);
  return endingUnread(bestFirst(sources, sort, ties), () => abandonAll(sources));
}

async function* bestFirst<T>(sources: readonly SourceBatches<T>[], sort: Sort, ties: 'by source' | 'by id'): Hits<T> {
  const compare = ties === 'by id' ? comparisonWithIds(sort) : comparison(sort);
  const all = sources.map((source, order) => new Head(source, order, widthOf(sort)));
  try {
    const isThere = await Promise.all(all.map((head) => head.read()));
    const heads = all.filter((_, i) => isThere[i]);
    const slice = new Slice();
    let batches: HitBatch<T>[] = [];
    while (heads.length > 0) {
      let best = 0;
      for (let i = 1; i < heads.length; i++) if (compare(heads[i]!, heads[best]!) < 0) best = i;
      const head = heads[best]!;
      batches.push({ target: head.target, ids: Uint32Array.of(head.id), keys: head.keys });
      if (!head.step() && !(await head.read())) heads.splice(best, 1);
      if (batches.length < BATCHES_AT_ONCE) continue;
      // Yields, because a reader that skips items may not wait for anything else.
      await slice.giveWay();
      yield batches;
      batches = [];
    }
    if (batches.length > 0) yield batches;
  } finally {
    await Promise.all(all.map((head) => head.close()));
  }
}

/** Drops `offset` items, and ends after `limit`. */
export function page<T>(hits: Hits<T>, offset: number, limit: number, width: number): Hits<T> {
  return endingUnread(within(hits, { offset, limit, width }), () => abandonParts(hits));
}

interface PageOfHits {
  readonly offset: number;
  readonly limit: number;
  readonly width: number;
}

async function* within<T>(hits: Hits<T>, { offset, limit, width }: PageOfHits): Hits<T> {
  let skip = offset;
  let left = limit;
  if (left === 0) return abandonParts(hits);
  for await (const batches of hits) {
    const kept: HitBatch<T>[] = [];
    for (const { target, ids, keys } of batches) {
      const start = Math.min(skip, ids.length);
      skip -= start;
      const end = Math.min(ids.length, start + left);
      left -= end - start;
      if (start === end) continue;
      kept.push({ target, ids: ids.subarray(start, end), keys: keys?.slice(start * width, end * width) ?? null });
    }
    if (kept.length > 0) yield kept;
    if (left === 0) return;
  }
}

/** Number of sort values of each item. */
export function widthOf(sort: Sort): number {
  return sort.by === 'fields' ? sort.keys.length : sort.by === 'relevance' ? 1 : 0;
}

/** Returns the position in a source that corresponds to the page's position in another source. */
export function positionIn(position: Position, order: number, orderOfPosition: number): Position {
  if (order === orderOfPosition) return position;
  return { key: position.key, id: order < orderOfPosition ? ITEM_ID_MAX : -1 };
}

/** The next item of a batch. */
export class BatchHead {
  readonly #width: number;
  #batch: ItemBatch;
  #at = 0;

  constructor(batch: ItemBatch, width: number) {
    this.#batch = batch;
    this.#width = width;
  }

  get id(): number {
    return this.#batch.ids[this.#at]!;
  }

  get keys(): ItemBatch['keys'] {
    const start = this.#at * this.#width;
    return this.#batch.keys?.slice(start, start + this.#width) ?? null;
  }

  key(i: number): SortValue {
    return this.#batch.keys?.[this.#at * this.#width + i] ?? null;
  }

  /** Moves within the batch. Returns false at its end. */
  step(): boolean {
    return ++this.#at < this.#batch.ids.length;
  }

  /** Moves to the first item of another batch. */
  protected begin(batch: ItemBatch): void {
    this.#batch = batch;
    this.#at = 0;
  }
}

/** The next item of a source. */
class Head<T> extends BatchHead {
  readonly target: T;
  readonly order: number;
  readonly #batches: AsyncIterator<ItemBatch>;

  constructor({ target, items }: SourceBatches<T>, order: number, width: number) {
    super({ ids: new Uint32Array(0), keys: null }, width);
    this.target = target;
    this.order = order;
    this.#batches = items[Symbol.asyncIterator]();
  }

  /** Moves to the next batch. Returns false at the end. */
  async read(): Promise<boolean> {
    for (;;) {
      const step = await this.#batches.next();
      if (step.done === true) return false;
      this.begin(step.value);
      if (step.value.ids.length > 0) return true;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

function comparison(sort: Sort): (a: Head<unknown>, b: Head<unknown>) => number {
  const compare = comparisonOf(sort);
  return (a, b) => compare(a, b) || a.order - b.order || a.id - b.id;
}

/** Compares items by their keys, then by their ids. */
export function comparisonWithIds(sort: Sort): (a: BatchHead, b: BatchHead) => number {
  const compare = comparisonOf(sort);
  return (a, b) => compare(a, b) || a.id - b.id;
}

/** Compares items by their keys alone. */
function comparisonOf(sort: Sort): (a: BatchHead, b: BatchHead) => number {
  const orders = sort.by === 'fields' ? sort.keys : [{ direction: 'desc' } as const];
  if (sort.by === 'id') return () => 0;
  return (a, b) => {
    for (const [i, key] of orders.entries()) {
      const order = compareKeys(a.key(i), b.key(i), key);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/**
 * If sources disagree about the type, numbers come before moments, and moments before texts. Missing values come last in both
 * directions.
 */
function compareKeys(a: SortValue, b: SortValue, { direction, isNatural }: Omit<SortKey, 'field'>): number {
  const kind = kindOf(a);
  const difference = kind - kindOf(b);
  if (difference !== 0 || kind === MISSING) return difference;
  const order =
    kind === TEXT
      ? (isNatural ? compareNaturally : compareCodePoints)(String(a), String(b))
      : compareNumbers(numberOf(a), numberOf(b));
  return direction === 'asc' ? order : -order;
}

const [NUMBER, MOMENT, TEXT, MISSING] = [0, 1, 2, 3] as const;

function kindOf(value: SortValue): number {
  if (value === null) return MISSING;
  if (typeof value === 'number') return NUMBER;
  return typeof value === 'string' ? TEXT : MOMENT;
}

function numberOf(value: SortValue): number {
  return typeof value === 'object' && value !== null ? value.moment : Number(value);
}

/** The difference of infinite numbers would be NaN. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
