/**
 * The items of a plan as a set. What the cluster answers alone comes as it is; the rest is put together here, from sets of the cluster,
 * checked items and sets from outside, by the embedded engine over the item store. Sets are kept within a bound: an index never
 * changes, so they stay true.
 */
import type { Clause, Query } from '../../../grammar/ast.ts';
import { EmbeddedEngine } from '../../query/embedded-engine.ts';
import { OpenIndexes } from '../../query/open-indexes.ts';
import type { OutsideSet } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { MemoryLimits } from '../../shared/query-memory.ts';
import { allOf, type Dsl } from '../translate/dsl.ts';
import { filterDsl, isExpressible, type ListPlan, type Plan } from '../translate/plan.ts';
import { checkedItems } from './checked-items.ts';
import { pagesOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

const KEPT_BYTES = 64 * 2 ** 20;

/** A set of a request, by the name that no query can write. */
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

  /** Ascending ids; `all` for all items that a search can hit. `within`: only these matter. */
  async itemsOf(
    source: ClusterSource,
    plan: Plan,
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

  /** The same query with sets in place of what the cluster answers. */
  #tree(
    source: ClusterSource,
    plan: Plan,
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

  /** What the cluster answers of the required and prohibited clauses is one set, and narrows down all others. */
  #list(
    { must, should, mustNot, minimum }: ListPlan,
    within: readonly Dsl[],
    treeOf: (plan: Plan, within: readonly Dsl[]) => Query,
  ): Query {
    const easy = must.filter(isExpressible);
    const easyNot = mustNot.filter(isExpressible);
    const isOptional = must.length > 0 && minimum === 0;
    const clauses: Clause[] = [];
    let near = within;
    const put = (occur: Clause['occur'], plan: Plan): void => {
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
    { candidates, query }: Extract<Plan, { kind: 'checked' }>,
    within: readonly Dsl[],
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const narrowed = allOf([candidates, ...within]);
    return this.#keeping(`${source.index} ? ${JSON.stringify([query, narrowed])}`, () =>
      checkedItems(source, narrowed, query, this.#limits, signal),
    );
  }

  #fetched(source: ClusterSource, dsl: Dsl, signal: AbortSignal | undefined): Promise<Uint32Array> {
    return this.#keeping(`${source.index} ${JSON.stringify(dsl)}`, async () => {
      const pages: Uint32Array[] = [];
      let count = 0;
      for await (const { ids } of pagesOf(source, dsl, { by: 'id' }, signal)) {
        pages.push(ids);
        count += ids.length;
        this.#refuseTooLarge(4 * count);
      }
      return joined(pages);
    });
  }

  #refuseTooLarge(bytes: number): void {
    const { query } = this.#limits;
    if (bytes <= query) return;
    throw new AppError(
      'QUERY_INVALID',
      `the query needs more than ${Math.round(query / 2 ** 20)} MiB of memory (a set of items); ask for less at once, or raise --query-memory`,
    );
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

export async function collected(items: AsyncIterable<{ readonly ids: Uint32Array }>): Promise<Uint32Array> {
  const pages: Uint32Array[] = [];
  for await (const { ids } of items) pages.push(ids.slice());
  return joined(pages);
}

function joined(pages: readonly Uint32Array[]): Uint32Array {
  if (pages.length === 1) return pages[0]!;
  const all = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const page of pages) {
    all.set(page, at);
    at += page.length;
  }
  return all;
}
