/**
 * Finds the sets of a request on the clusters, in place of its query and filters. The embedded engine answers the rest over the
 * item stores. Sources of an unreachable cluster are left out.
 */
import type { Query } from '../../../grammar/ast.ts';
import { parsedQuery } from '../../query/query-texts.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import type { Outcome } from '../../search/search-answer.ts';
import { DEFAULT_FIELDS, type OutsideSet, type SearchRequest } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { MemoryLimits } from '../../shared/query-memory.ts';
import { runInSlices } from '../../shared/slices.ts';
import type { ClusterPlan } from '../translate/plan.ts';
import { Translator } from '../translate/translator.ts';
import { ClusterSets } from './cluster-sets.ts';
import type { ClusterSource } from './cluster-source.ts';
import type { SourcePlans } from './source-plans.ts';

export type SetRequest = Pick<SearchRequest, 'query' | 'defaultFields' | 'filters' | 'sets' | 'expand' | 'collapse'>;

/** Names of sets that no query can contain. */
const QUERY = '\0query';
const filterName = (i: number): string => `\0filter ${i}`;

export class FoundSets {
  readonly #sources: ReadonlyMap<string, ClusterSource>;
  readonly sets: ClusterSets;

  constructor(sources: ReadonlyMap<string, ClusterSource>, limits: MemoryLimits) {
    this.#sources = sources;
    this.sets = new ClusterSets(limits);
  }

  get(name: string): ClusterSource {
    const source = this.#sources.get(name);
    if (source === undefined) throw new AppError('NOT_FOUND', `The engine has no source ${JSON.stringify(name)}.`);
    return source;
  }

  async translated(
    source: ClusterSource,
    query: Query,
    defaultFields: readonly string[] = DEFAULT_FIELDS,
    signal?: AbortSignal,
  ): Promise<ClusterPlan> {
    try {
      return await runInSlices(new Translator(source.store, defaultFields).translate(query), signal);
    } catch (fault) {
      throw fault instanceof RefusedQueryError && fault.unfit !== null ? fault.with({ source: source.name }) : fault;
    }
  }

  /** Returns the plans of the query and each filter for each source. */
  async plansOf(
    request: SetRequest & { readonly sources: readonly { readonly source: string }[] },
    signal: AbortSignal | undefined,
  ): Promise<readonly SourcePlans[]> {
    const sources = request.sources.map(({ source }) => this.get(source));
    const query = parsedQuery(request.query);
    const plans: SourcePlans[] = [];
    for (const source of sources) {
      const planOf = (one: Query): Promise<ClusterPlan> => this.translated(source, one, request.defaultFields, signal);
      const filters: ClusterPlan[] = [];
      const own = await planOf(query);
      for (const filter of request.filters ?? []) filters.push(await planOf(filter));
      plans.push({ query: own, filters });
    }
    return plans;
  }

  /** Calls the item stores, with the clusters' sets in place of query and filters. */
  async over<S extends { readonly source: string }, R extends SetRequest & { readonly sources: readonly S[] }, T>(
    request: R,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
    ask: (own: R) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]> {
    const { sources, expand = [], collapse, filters = [] } = request;
    // Expanding and collapsing apply to the set before it is filtered.
    const isComputed = expand.length > 0 || collapse !== undefined;
    const resolved = await this.each(sources, async (source, _scope, i) => {
      const { query, filters: own } = plans[i]!;
      const wanted: ClusterPlan[] = isComputed || own.length === 0 ? [query, ...own] : [allPlans([query, ...own])];
      const found: (Uint32Array | 'all')[] = [];
      for (const plan of wanted) found.push(await this.sets.itemsOf(source, plan, request.sets ?? [], [], signal));
      return found;
    });
    const sets: OutsideSet[] = [...(request.sets ?? [])];
    const names = isComputed ? [QUERY, ...filters.map((_, i) => filterName(i))] : [QUERY];
    const good: S[] = [];
    for (const [i, outcome] of resolved.entries()) {
      if (outcome.kind === 'damaged') continue;
      const scope = sources[i]!;
      good.push(scope);
      for (const [n, name] of names.entries()) putSet(sets, name, scope.source, outcome.value[n]!);
    }
    const [query, ...rest] = names.map((name): Query => ({ kind: 'set', name }));
    const versions = sets.map((set) =>
      set.name.startsWith('\0') ? { ...set, version: versionOf(request, sources) } : set,
    );
    const answers =
      good.length === 0 ? [] : await ask({ ...request, query, filters: rest, sets: versions, sources: good });
    let next = 0;
    return resolved.map((outcome) => (outcome.kind === 'damaged' ? outcome : answers[next++]!));
  }

  /** Runs work on each source. If a cluster cannot be reached, that is the outcome of its source, not an error. */
  async each<S extends { readonly source: string }, T>(
    scopes: readonly S[],
    work: (source: ClusterSource, scope: S, i: number) => Promise<T>,
  ): Promise<readonly Outcome<T>[]> {
    const sources = scopes.map(({ source }) => this.get(source));
    return Promise.all(
      sources.map(async (source, i): Promise<Outcome<T>> => {
        try {
          return { kind: 'value', value: await work(source, scopes[i]!, i) };
        } catch (fault) {
          if (fault instanceof AppError && OUTCOMES.has(fault.code)) return { kind: 'damaged', fault };
          throw fault;
        }
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sources.values()].map(({ link }) => link.close()));
  }
}

const OUTCOMES: ReadonlySet<string> = new Set(['CLUSTER_AWAY', 'INDEX_CORRUPT']);

export function allPlans(plans: readonly ClusterPlan[]): ClusterPlan {
  return plans.length === 1 ? plans[0]! : { kind: 'list', must: plans, should: [], mustNot: [], minimum: 0 };
}

/** Adds the items of one more source to a set. */
export function putSet(sets: OutsideSet[], name: string, source: string, ids: Uint32Array | 'all'): void {
  const at = sets.findIndex((set) => set.name === name);
  if (at < 0) sets.push({ name, items: new Map([[source, ids]]) });
  else sets[at] = { ...sets[at]!, items: new Map([...sets[at]!.items, [source, ids]]) };
}

/** Returns the identity of a result. Indexes do not change while they are open, so the request identifies it. */
function versionOf(
  { query, filters, defaultFields }: SetRequest,
  sources: readonly { readonly source: string }[],
): string {
  return JSON.stringify([query, filters, defaultFields, sources.map(({ source }) => source)]);
}
