/**
 * The engine over sources whose words are in a cluster. The cluster finds items; what is asked about these beyond their number, ids
 * and scores (orders, values, families, rows) the embedded engine answers over the item store, where the set found is one of its sets.
 */
import type { Query } from '../../../grammar/ast.ts';
import { EmbeddedEngine } from '../../query/embedded-engine.ts';
import type { OpenIndexes } from '../../query/open-indexes.ts';
import { parsedQuery } from '../../query/query-texts.ts';
import { inSlices } from '../../query/slices.ts';
import type { Explanation } from '../../search/explanation.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../../search/keywords.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import type { EventsRequest, SourceEvents } from '../../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../../search/related/item-tree.ts';
import type { Outcome, SourceAnswer } from '../../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../../search/search-engine.ts';
import { DEFAULT_FIELDS, type OutsideSet, type SearchRequest } from '../../search/search-request.ts';
import type { MatchingRequest, MatchingSession } from '../../search/text-matching.ts';
import { AppError } from '../../shared/errors.ts';
import { type MemoryLimits, memoryLimits, QUERY_MEMORY_MEBIBYTES } from '../../shared/query-memory.ts';
import type { Plan } from '../translate/plan.ts';
import { Translator } from '../translate/translator.ts';
import { ClusterMatching } from './cluster-matching.ts';
import { ClusterSets } from './cluster-sets.ts';
import type { ClusterSource } from './cluster-source.ts';
import { explained } from './explained-plan.ts';
import { keywordSets } from './keyword-sets.ts';
import { isPlain, plainAnswer } from './plain-answer.ts';
import { rankedAnswer } from './ranked-answer.ts';
import type { SourcePlans } from './source-plans.ts';

type SetRequest = Pick<SearchRequest, 'query' | 'defaultFields' | 'filters' | 'sets' | 'expand' | 'collapse'>;

/** Names that no query can write. */
const QUERY = '\0query';
const filterName = (i: number): string => `\0filter ${i}`;

export class ClusterEngine implements SearchEngine {
  readonly #sources: ReadonlyMap<string, ClusterSource>;
  readonly #limits: MemoryLimits;
  readonly #local: EmbeddedEngine;
  readonly #sets: ClusterSets;
  #isClosed = false;

  /** `sources` may change: those of a process come and go. */
  constructor(
    sources: ReadonlyMap<string, ClusterSource>,
    stores: OpenIndexes,
    limits: MemoryLimits = memoryLimits(QUERY_MEMORY_MEBIBYTES),
  ) {
    this.#sources = sources;
    this.#limits = limits;
    this.#local = new EmbeddedEngine(stores, limits);
    this.#sets = new ClusterSets(limits);
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    refuseMatches(request);
    const want = request.want.filter((one) => one !== 'hints');
    const asked = { ...request, want };
    const plans = await this.#plansOf(asked, signal);
    const outcomes = isPlain(asked, plans)
      ? await this.#each(asked.sources, (source, scope, i) => plainAnswer(source, asked, plans[i]!, scope, signal))
      : asked.sort?.by === 'relevance' && want.includes('ids')
        ? await this.#ranked(asked, plans, signal)
        : await this.#over(asked, plans, signal, (own) => this.#local.search(own, signal));
    if (want.length === request.want.length) return outcomes;
    return outcomes.map((one) => (one.kind === 'value' ? { ...one, value: { ...one.value, hints: [] } } : one));
  }

  async #ranked(
    request: SearchRequest,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { limit: _limit, sort: _sort, ...set } = request;
    const scopes = request.sources.map(({ source }) => ({ source }));
    const all = { ...set, sources: scopes, want: ['count', 'ids'] as const };
    const found = await this.#over(all, plans, signal, (own) => this.#local.search(own, signal));
    return this.#each(request.sources, async (source, scope, i) => {
      const outcome = found[i]!;
      if (outcome.kind === 'damaged') throw outcome.fault;
      const idsOf = async (plan: Plan) => this.#sets.itemsOf(source, plan, request.sets ?? [], [], signal);
      return rankedAnswer(source, request, { plan: plans[i]!.query, scope, found: outcome.value, idsOf }, signal);
    });
  }

  async events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]> {
    return this.#over(request, await this.#plansOf(request, signal), signal, (own) => this.#local.events(own, signal));
  }

  async tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>> {
    const { hits, source } = request;
    if (hits === null) return this.#local.tree(request, signal);
    const asked = { ...hits, sources: [{ source }] };
    const plans = await this.#plansOf(asked, signal);
    const [outcome] = await this.#over(asked, plans, signal, async ({ sources: _, ...own }) => [
      await this.#local.tree({ ...request, hits: own }, signal),
    ]);
    return outcome!;
  }

  async family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>> {
    return this.#local.family(source, id, signal);
  }

  async explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    const { filters: _, ...query } = request;
    const plans = await this.#plansOf(query, signal);
    return this.#each(request.sources, (source, _scope, i) =>
      explained(
        source,
        plans[i]!.query,
        (plan) => this.#sets.itemsOf(source, plan, request.sets ?? [], [], signal),
        signal,
      ),
    );
  }

  async fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    return this.#local.fields(sources, signal);
  }

  async fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    return this.#local.fieldValues(field, sources, signal);
  }

  async keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]> {
    const outcomes = await this.#each(request.sources, async (source) => {
      const idsOf = async (query: Query): Promise<Uint32Array | 'all'> => {
        const plan = await this.#translated(source, query, request.defaultFields, signal);
        return this.#sets.itemsOf(source, plan, request.sets ?? [], [], signal);
      };
      return keywordSets(request, this.#limits, idsOf);
    });
    const sets: OutsideSet[] = [...(request.sets ?? [])];
    const trees = new Map(request.queries.trees);
    const { filters = [], ...rest } = request;
    for (const [i, { source }] of request.sources.entries()) {
      const outcome = outcomes[i]!;
      if (outcome.kind === 'damaged') continue;
      for (const [number, ids] of outcome.value.sets) {
        const name = `\0keyword ${number}`;
        trees.set(number, { kind: 'set', name });
        put(sets, name, source, ids);
      }
    }
    const plans = await this.#plansOf({ query: { kind: 'all' }, filters, ...rest, sources: request.sources }, signal);
    const own = { ...rest, queries: { ...request.queries, trees: [...trees] }, sets, filters };
    const set = { ...own, query: { kind: 'all' } as const, sources: request.sources };
    return this.#over(set, plans, signal, ({ query, ...asked }) =>
      this.#local.keywords({ ...asked, filters: [query as Query, ...(asked.filters ?? [])] }, signal),
    );
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    const source = this.#get(request.source);
    const query = parsedQuery(request.query);
    const inSource = async (list: Query, within: Parameters<ClusterSets['itemsOf']>[3]) => {
      const plan = await this.#translated(source, list, request.defaultFields, signal);
      return this.#sets.itemsOf(source, plan, request.sets ?? [], within, signal);
    };
    return ClusterMatching.begin(source, { ...request, query }, { limits: this.#limits, itemsOf: inSource }, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#local.close();
    await Promise.all([...this.#sources.values()].map(({ link }) => link.close()));
  }

  #get(name: string): ClusterSource {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'The engine is closed.');
    const source = this.#sources.get(name);
    if (source === undefined) throw new AppError('NOT_FOUND', `The engine has no source ${JSON.stringify(name)}.`);
    return source;
  }

  async #translated(
    source: ClusterSource,
    query: Query,
    defaultFields: readonly string[] = DEFAULT_FIELDS,
    signal?: AbortSignal,
  ): Promise<Plan> {
    try {
      return await inSlices(new Translator(source.store, defaultFields).translate(query), signal);
    } catch (fault) {
      throw fault instanceof RefusedQueryError && fault.unfit !== null ? fault.with({ source: source.name }) : fault;
    }
  }

  /** What the query and each filter are to each source. */
  async #plansOf(
    request: SetRequest & { readonly sources: readonly { readonly source: string }[] },
    signal: AbortSignal | undefined,
  ): Promise<readonly SourcePlans[]> {
    const sources = request.sources.map(({ source }) => this.#get(source));
    const query = parsedQuery(request.query);
    const plans: SourcePlans[] = [];
    for (const source of sources) {
      const translated = (one: Query): Promise<Plan> => this.#translated(source, one, request.defaultFields, signal);
      const filters: Plan[] = [];
      const own = await translated(query);
      for (const filter of request.filters ?? []) filters.push(await translated(filter));
      plans.push({ query: own, filters });
    }
    return plans;
  }

  /** Asks the item stores, with what the clusters found in place of query and filters. A cluster that is away leaves its sources out. */
  async #over<S extends { readonly source: string }, R extends SetRequest & { readonly sources: readonly S[] }, T>(
    request: R,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
    ask: (own: R) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]> {
    const { sources, expand = [], collapse, filters = [] } = request;
    // What is added to a set, or left out of it, depends on it before filters.
    const isComputed = expand.length > 0 || collapse !== undefined;
    const resolved = await this.#each(sources, async (source, _scope, i) => {
      const { query, filters: own } = plans[i]!;
      const wanted: Plan[] = isComputed || own.length === 0 ? [query, ...own] : [allPlans([query, ...own])];
      const found: (Uint32Array | 'all')[] = [];
      for (const plan of wanted) found.push(await this.#sets.itemsOf(source, plan, request.sets ?? [], [], signal));
      return found;
    });
    const sets: OutsideSet[] = [...(request.sets ?? [])];
    const names = isComputed ? [QUERY, ...filters.map((_, i) => filterName(i))] : [QUERY];
    const good: S[] = [];
    for (const [i, outcome] of resolved.entries()) {
      if (outcome.kind === 'damaged') continue;
      const scope = sources[i]!;
      good.push(scope);
      for (const [n, name] of names.entries()) put(sets, name, scope.source, outcome.value[n]!);
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

  /** Does work on each source; a cluster that is away is an outcome of its source. */
  async #each<S extends { readonly source: string }, T>(
    scopes: readonly S[],
    work: (source: ClusterSource, scope: S, i: number) => Promise<T>,
  ): Promise<readonly Outcome<T>[]> {
    const sources = scopes.map(({ source }) => this.#get(source));
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
}

const OUTCOMES: ReadonlySet<string> = new Set(['CLUSTER_AWAY', 'INDEX_CORRUPT']);

export function allPlans(plans: readonly Plan[]): Plan {
  return plans.length === 1 ? plans[0]! : { kind: 'list', must: plans, should: [], mustNot: [], minimum: 0 };
}

/** Adds the items of one more source to a set. */
function put(sets: OutsideSet[], name: string, source: string, ids: Uint32Array | 'all'): void {
  const at = sets.findIndex((set) => set.name === name);
  if (at < 0) sets.push({ name, items: new Map([[source, ids]]) });
  else sets[at] = { ...sets[at]!, items: new Map([...sets[at]!.items, [source, ids]]) };
}

/** Indexes do not change while they are open: what was asked is what was found. */
function versionOf(
  { query, filters, defaultFields }: SetRequest,
  sources: readonly { readonly source: string }[],
): string {
  return JSON.stringify([query, filters, defaultFields, sources.map(({ source }) => source)]);
}

function refuseMatches({ facets = [] }: SearchRequest): void {
  if (!facets.some(({ kind }) => kind === 'matches')) return;
  throw new AppError(
    'UNSUPPORTED',
    'Which words a pattern matched is not counted on a cluster: it does not list its words. Ask for findings with group=text.',
  );
}
