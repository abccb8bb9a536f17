/**
 * An engine and item store that a test can make slow, damaged, or arbitrarily large. Without hooks, they behave like the engine
 * and item store that they wrap.
 */
import { isDamage } from '../../src/search/damage-watch.ts';
import type { ItemRef, ItemStore } from '../../src/search/item-store.ts';
import type { KeywordsRequest } from '../../src/search/keywords.ts';
import type { EventsRequest } from '../../src/search/related/events.ts';
import type { TreeRequest } from '../../src/search/related/item-tree.ts';
import type { HoldersRequest } from '../../src/search/related/value-holders.ts';
import type { RowsRequest } from '../../src/search/rows.ts';
import type { ItemBatch, Outcome, SourceAnswer } from '../../src/search/search-answer.ts';
import type { SearchEngine } from '../../src/search/search-engine.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { MatchingRequest } from '../../src/search/text-matching.ts';
import { abandonParts, endingUnread } from '../../src/shared/ends/abandoned-parts.ts';

/** How a test affects a search: wait, throw, read the signal. */
export type SearchHook = (
  query: SearchRequest['query'],
  options: { readonly signal?: AbortSignal },
) => Promise<void> | void;

export class HookedEngine implements SearchEngine, ItemStore {
  readonly #engine: SearchEngine;
  readonly #items: ItemStore;
  beforeSearch: SearchHook = () => undefined;
  beforeMatching: () => Promise<void> | void = () => undefined;
  /** Thrown when items or values are read. */
  readFault: Error | null = null;
  /** Thrown in the middle of the ids of an answer. */
  batchFault: Error | null = null;
  /** Called before each batch of the ids of an answer, with the number of those before it. */
  beforeBatch: ((before: number) => Promise<void> | void) | null = null;
  /** If set, every search finds this many items, with ids from 0 on, and these items exist. */
  hugeCount: number | null = null;
  /** If set, the answer of a search by relevance. */
  ranked: {
    readonly count: number;
    readonly items: readonly { readonly id: number; readonly score: number }[];
  } | null = null;
  isClosed = false;
  /** Number of answers with ids or events that nobody has begun to read or has ended. Null if they are not counted. */
  unread: number | null = null;

  constructor(engine: SearchEngine, items: ItemStore) {
    this.#engine = engine;
    this.#items = items;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    return this.#searched(request, signal, async () => {
      const { ranked, hugeCount, batchFault } = this;
      if (ranked !== null && request.sort?.by === 'relevance') return request.sources.map(() => rankedAnswer(ranked));
      if (hugeCount !== null) return request.sources.map(() => this.#watched(hugeAnswer(hugeCount), hugeCount));
      const outcomes = await this.#engine.search(request, signal);
      return outcomes.map((outcome) => {
        if (outcome.kind !== 'value') return outcome;
        const { items } = outcome.value;
        const counted = { ...outcome.value, items: items === null ? null : this.#counted(items) };
        const isWatched = batchFault !== null || this.beforeBatch !== null;
        return isWatched ? this.#watched(counted, 2) : { kind: 'value', value: counted };
      });
    });
  }

  explain(request: SearchRequest, signal?: AbortSignal) {
    return this.#searched(request, signal, () => this.#engine.explain(request, signal));
  }

  events(request: EventsRequest, signal?: AbortSignal) {
    return this.#searched(request, signal, async () => {
      const outcomes = await this.#engine.events(request, signal);
      return outcomes.map((outcome) =>
        outcome.kind === 'value'
          ? { kind: 'value', value: { ...outcome.value, events: this.#counted(outcome.value.events) } }
          : outcome,
      );
    });
  }

  tree(request: TreeRequest, signal?: AbortSignal) {
    return this.#engine.tree(request, signal);
  }

  family(source: string, id: number, signal?: AbortSignal) {
    return this.#engine.family(source, id, signal);
  }

  async keywords(request: KeywordsRequest, signal?: AbortSignal) {
    return this.#damaged(request.sources.map(({ source }) => source)) ?? this.#engine.keywords(request, signal);
  }

  async fields(sources: readonly string[], signal?: AbortSignal) {
    return this.#damaged(sources) ?? this.#engine.fields(sources, signal);
  }

  async fieldValues(field: string, sources: readonly string[], signal?: AbortSignal) {
    return this.#damaged(sources) ?? this.#engine.fieldValues(field, sources, signal);
  }

  async matching(request: MatchingRequest, signal?: AbortSignal) {
    this.#read();
    await this.beforeMatching();
    return this.#engine.matching(request, signal);
  }

  async exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    this.#read();
    const flags = await this.#items.exist(source, ids, signal);
    const huge = this.hugeCount ?? 0;
    return flags.map((flag, i) => (flag === 1 || ids[i]! < huge ? 1 : 0));
  }

  async records(refs: readonly ItemRef[], signal?: AbortSignal) {
    this.#read();
    return this.#items.records(refs, signal);
  }

  async rows(request: RowsRequest, signal?: AbortSignal) {
    this.#read();
    return this.#items.rows(request, signal);
  }

  async familyRoots(source: string, ids: Uint32Array) {
    this.#read();
    return this.#items.familyRoots(source, ids);
  }

  async threadGroups(source: string, ids: Uint32Array) {
    this.#read();
    return this.#items.threadGroups(source, ids);
  }

  async holders(request: HoldersRequest, signal?: AbortSignal) {
    this.#read();
    return this.#items.holders(request, signal);
  }

  async propertyNames(source: string) {
    this.#read();
    return this.#items.propertyNames(source);
  }

  storedText(ref: ItemRef, signal?: AbortSignal) {
    return this.#items.storedText(ref, signal);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.#engine.close();
  }

  #read(): void {
    if (this.readFault !== null) throw this.readFault;
  }

  #damaged(sources: readonly string[]): readonly Outcome<never>[] | null {
    const fault = this.readFault;
    return fault === null ? null : sources.map(() => ({ kind: 'damaged', fault }));
  }

  /** Damage thrown by a hook becomes an outcome, like that of an index. */
  async #searched<T>(
    request: Pick<SearchRequest, 'query'> & { readonly sources: readonly unknown[] },
    signal: AbortSignal | undefined,
    run: () => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]> {
    try {
      await this.beforeSearch(request.query, signal === undefined ? {} : { signal });
    } catch (fault) {
      if (!isDamage(fault)) throw fault;
      return request.sources.map(() => ({ kind: 'damaged', fault }));
    }
    return run();
  }

  #counted<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
    if (this.unread === null) return parts;
    this.unread++;
    let isUnread = true;
    const begin = (): void => {
      if (isUnread) this.unread!--;
      isUnread = false;
    };
    async function* read(): AsyncGenerator<T, void, undefined> {
      begin();
      yield* parts;
    }
    const abandon = (): Promise<void> => {
      begin();
      return abandonParts(parts);
    };
    return endingUnread(read(), abandon);
  }

  #watched(answer: SourceAnswer, count: number): Outcome<SourceAnswer> {
    if (answer.items === null) return { kind: 'value', value: answer };
    return { kind: 'value', value: { ...answer, items: this.#batches(answer.items, count) } };
  }

  async *#batches(items: AsyncIterable<ItemBatch>, count: number): AsyncGenerator<ItemBatch> {
    let sent = 0;
    for await (const batch of items) {
      await this.beforeBatch?.(sent);
      yield batch;
      sent += batch.ids.length;
      if (this.batchFault !== null && sent >= count / 2) throw this.batchFault;
    }
  }
}

function rankedAnswer({ count, items }: NonNullable<HookedEngine['ranked']>): Outcome<SourceAnswer> {
  const ids = Uint32Array.from(items, ({ id }) => id);
  const keys = Float64Array.from(items, ({ score }) => score);
  return { kind: 'value', value: { count, items: batchesOf([{ ids, keys }]), facets: [] } };
}

function hugeAnswer(count: number): SourceAnswer {
  function* batches(): Generator<ItemBatch> {
    const batch = new Uint32Array(4096);
    for (let start = 0; start < count; start += batch.length) {
      const length = Math.min(batch.length, count - start);
      for (let i = 0; i < length; i++) batch[i] = start + i;
      yield { ids: batch.subarray(0, length), keys: null };
    }
  }
  return { count, items: batchesOf(batches()), facets: [] };
}

async function* batchesOf(batches: Iterable<ItemBatch>): AsyncGenerator<ItemBatch> {
  yield* batches;
}
