/**
 * Finds the items of a plan as a set. Returns the parts that the cluster answers alone. The embedded engine combines the rest
 * over the item store, from sets of the cluster, checked items and external sets. Sets are cached within a limit, and stay
 * valid because an index never changes.
 */
import type { Clause, Query } from '../../../grammar/ast.ts';
import { EmbeddedEngine } from '../../query/embedded-engine.ts';
import { OpenIndexes } from '../../query/open-indexes.ts';
import type { OutsideSet } from '../../search/search-request.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import { type MemoryLimits, QueryMemory } from '../../shared/query-memory.ts';
import { allOf, anyOf, type Dsl, termDsl } from '../translate/dsl.ts';
import { type ClusterPlan, filterDsl, isExpressible, type ListPlan } from '../translate/plan.ts';
import type { WordList } from '../translate/word-lists.ts';
import { checkedItems } from './checked-items.ts';
import { pagesOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';
import { CONTENT_TERMS, wordsOf } from './index-words.ts';
import { SEARCHES_AT_ONCE, smallSets } from './multi-search.ts';

const KEPT_BYTES = 64 * 2 ** 20;

/** A part of the query that is replaced by a set. The set has a name that no query can contain. */
interface Part {
  readonly name: string;
  readonly fetch: () => Promise<Uint32Array>;
}

export class ClusterSets {
  readonly #limits: MemoryLimits;
  readonly #kept = new Map<string, Uint32Array>();
  #bytes = 0;

  constructor(limits: MemoryLimits) {
    this.#limits = limits;
  }

  /** Returns ascending ids, or `all` for all items that a search can hit. `within` has the only items that are needed. */
  async itemsOf(
    source: ClusterSource,
    plan: ClusterPlan,
    sets: readonly OutsideSet[],
    within: readonly Dsl[] = [],
    signal?: AbortSignal,
  ): Promise<Uint32Array | 'all'> {
    if (plan.kind === 'all' && within.length === 0) return 'all';
    if (isExpressible(plan)) return this.#fetched(source, allOf([filterDsl(plan), ...within]), signal);
    const parts: Part[] = [];
    const query = this.#tree(source, plan, within, parts, signal);
    const own: OutsideSet[] = [...sets];
    for (const { name, fetch } of parts) own.push({ name, items: new Map([[source.name, await fetch()]]) });
    const engine = new EmbeddedEngine(new OpenIndexes(new Map([[source.name, source.store]])), this.#limits);
    const [outcome] = await engine.search(
      { query, sources: [{ source: source.name }], sets: own, want: ['ids'] },
      signal,
    );
    if (outcome!.kind === 'damaged') throw outcome!.fault;
    return collected(outcome!.value.items!);
  }

  /** Returns the query with sets in place of the parts that the cluster answers. */
  #tree(
    source: ClusterSource,
    plan: ClusterPlan,
    within: readonly Dsl[],
    parts: Part[],
    signal: AbortSignal | undefined,
  ): Query {
    const add = (fetch: () => Promise<Uint32Array>): Query => {
      const name = `\0cluster ${parts.length}`;
      parts.push({ name, fetch });
      return { kind: 'set', name };
    };
    if (isExpressible(plan)) return add(() => this.#fetched(source, allOf([filterDsl(plan), ...within]), signal));
    switch (plan.kind) {
      case 'checked':
        return add(() => this.#checked(source, plan, within, signal));
      case 'nearest':
        return add(() => this.#nearest(source, plan.list, within, signal));
      case 'set':
        return { kind: 'set', name: plan.name };
      case 'boost':
        return this.#tree(source, plan.plan, within, parts, signal);
      case 'list':
        return this.#list(plan, within, (one, near) => this.#tree(source, one, near, parts, signal));
      default:
        throw new Error(`a ${plan.kind} is expressible`);
    }
  }

  /** The required and prohibited clauses that the cluster answers become one set, which narrows all others. */
  #list(
    { must, should, mustNot, minimum }: ListPlan,
    within: readonly Dsl[],
    treeOf: (plan: ClusterPlan, within: readonly Dsl[]) => Query,
  ): Query {
    const easy = must.filter(isExpressible);
    const easyNot = mustNot.filter(isExpressible);
    const isOptional = must.length > 0 && minimum === 0;
    const clauses: Clause[] = [];
    let near = within;
    const put = (occur: Clause['occur'], plan: ClusterPlan): void => {
      clauses.push({ occur, query: treeOf(plan, near) });
    };
    if (easy.length > 0) {
      const group: ListPlan = { kind: 'list', must: easy, should: [], mustNot: easyNot, minimum: 0 };
      put('must', group);
      near = [...within, filterDsl(group)];
    } else for (const plan of easyNot) put('mustNot', plan);
    for (const plan of must) if (!isExpressible(plan)) put('must', plan);
    for (const plan of mustNot) if (!isExpressible(plan)) put('mustNot', plan);
    if (!isOptional) for (const plan of should) put('should', plan);
    return { kind: 'boolean', clauses, minimumMatch: minimum };
  }

  async #checked(
    source: ClusterSource,
    { candidates, query }: Extract<ClusterPlan, { kind: 'checked' }>,
    within: readonly Dsl[],
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const narrowed = allOf([candidates, ...within]);
    return this.#keeping(`${source.index} ? ${JSON.stringify([query, narrowed])}`, () =>
      checkedItems(source, narrowed, query, this.#limits, signal),
    );
  }

  async #nearest(
    source: ClusterSource,
    list: WordList,
    within: readonly Dsl[],
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const words = await this.wordsOf(source, list, signal);
    if (words.length === 0) return new Uint32Array(0);
    const any = anyOf(words.map((word) => termDsl(CONTENT_TERMS, word)));
    return this.#fetched(source, allOf([any, ...within]), signal);
  }

  /** Returns the words of texts that a word list matches. */
  async wordsOf(source: ClusterSource, list: WordList, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const memory = new QueryMemory(this.#limits);
    try {
      return await wordsOf(source, list, memory, signal);
    } finally {
      memory.releaseTo(0);
    }
  }

  #fetched(source: ClusterSource, dsl: Dsl, signal: AbortSignal | undefined): Promise<Uint32Array> {
    return this.#keeping(keyOf(source, dsl), async () => {
      const pages: Uint32Array[] = [];
      const memory = new QueryMemory(this.#limits);
      try {
        for await (const { ids } of pagesOf(source, dsl, { by: 'id' }, signal)) {
          memory.claim(ids.byteLength, 'a set of items');
          pages.push(ids);
        }
        return joinedIds(pages);
      } finally {
        memory.releaseTo(0);
      }
    });
  }

  /** Fetches many small sets at once, for later calls of `itemsOf`. */
  async prefetch(source: ClusterSource, plans: readonly ClusterPlan[], signal?: AbortSignal): Promise<void> {
    const missing = new Map<string, Dsl>();
    for (const plan of plans) {
      if (plan.kind === 'all' || !isExpressible(plan)) continue;
      const dsl = filterDsl(plan);
      const key = keyOf(source, dsl);
      if (!this.#kept.has(key)) missing.set(key, dsl);
    }
    const entries = [...missing];
    for (let at = 0; at < entries.length; at += SEARCHES_AT_ONCE) {
      const some = entries.slice(at, at + SEARCHES_AT_ONCE);
      const found = await smallSets(
        source,
        some.map(([, dsl]) => dsl),
        signal,
      );
      for (const [i, ids] of found.entries()) if (ids !== null) await this.#keeping(some[i]![0], async () => ids);
    }
  }

  async #keeping(key: string, find: () => Promise<Uint32Array>): Promise<Uint32Array> {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const found = await find();
    if (found.byteLength > KEPT_BYTES / 4 || this.#kept.has(key)) return found;
    this.#kept.set(key, found);
    this.#bytes += found.byteLength + 2 * key.length;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength + 2 * oldest.length;
    }
    return found;
  }
}

const keyOf = ({ index }: ClusterSource, dsl: Dsl): string => `${index} ${JSON.stringify(dsl)}`;

export async function collected(items: AsyncIterable<{ readonly ids: Uint32Array }>): Promise<Uint32Array> {
  const pages: Uint32Array[] = [];
  for await (const { ids } of items) pages.push(ids.slice());
  return joinedIds(pages);
}
