/** An engine that a test can make slow, damaged, or as large as it likes; without a hook it is the one inside. */
import type { Query } from '../../grammar/ast.ts';
import type { ItemSet, RankedItems, SearchEngine, SearchOptions } from '../../src/search/search-engine.ts';

/** What a test may do to a search: wait, throw, look at the signal. */
export type SearchHook = (query: Query, options: SearchOptions) => Promise<void> | void;

export class HookedEngine implements SearchEngine {
  readonly #inner: SearchEngine;
  beforeSearch: SearchHook = () => undefined;
  /** Thrown by whatever reads items or values. */
  readFault: Error | null = null;
  /** Thrown in the middle of the ids of an answer. */
  batchFault: Error | null = null;
  /** Where it is set, every search answers ids 0 to this, and these items exist. */
  hugeCount: number | null = null;
  /** Where it is set, what a search by relevance answers. */
  ranked: RankedItems | null = null;
  isClosed = false;

  constructor(inner: SearchEngine) {
    this.#inner = inner;
  }

  get searchableCount(): number {
    return this.#inner.searchableCount;
  }

  get itemCount(): number {
    return this.#inner.itemCount;
  }

  get isComplete(): boolean {
    return this.#inner.isComplete;
  }

  get problemCount(): number {
    return this.#inner.problemCount;
  }

  async search(query: Query, options: SearchOptions = {}): Promise<ItemSet> {
    await this.beforeSearch(query, options);
    const set = this.hugeCount === null ? await this.#inner.search(query, options) : hugeSet(this.hugeCount);
    return { count: set.count, batches: () => this.#watched(set) };
  }

  async searchTop(query: Query, limit: number, options: SearchOptions = {}) {
    await this.beforeSearch(query, options);
    return this.ranked ?? this.#inner.searchTop(query, limit, options);
  }

  async explain(query: Query, options: SearchOptions = {}) {
    await this.beforeSearch(query, options);
    return this.#inner.explain(query, options);
  }

  hasItem(id: number): boolean {
    this.#read();
    return this.#inner.hasItem(id) || (this.hugeCount !== null && id < this.hugeCount);
  }

  item(id: number) {
    this.#read();
    return this.#inner.item(id);
  }

  storedText(id: number) {
    return this.#inner.storedText(id);
  }

  fields() {
    this.#read();
    return this.#inner.fields();
  }

  fieldValues(field: string) {
    this.#read();
    return this.#inner.fieldValues(field);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.#inner.close();
  }

  #read(): void {
    if (this.readFault !== null) throw this.readFault;
  }

  *#watched(set: ItemSet): Generator<Uint32Array> {
    let sent = 0;
    for (const batch of set.batches()) {
      yield batch;
      sent += batch.length;
      if (this.batchFault !== null && sent >= set.count / 2) throw this.batchFault;
    }
  }
}

function hugeSet(count: number): ItemSet {
  function* batches(): Generator<Uint32Array> {
    const batch = new Uint32Array(4096);
    for (let start = 0; start < count; start += batch.length) {
      const length = Math.min(batch.length, count - start);
      for (let i = 0; i < length; i++) batch[i] = start + i;
      yield batch.subarray(0, length);
    }
  }
  return { count, batches };
}
