/**
 * The engine over sources whose words are in a cluster. The cluster finds items. Everything beyond their number, ids and scores
 * (sort orders, values, families, rows) is answered by the embedded engine over the item store, with the found set as one of
 * its sets.
 */
import type { Query } from '../../../grammar/ast.ts';
import { EmbeddedEngine } from '../../query/embedded-engine.ts';
import type { OpenIndexes } from '../../query/open-indexes.ts';
import { parsedQuery } from '../../query/query-texts.ts';
import type { Explanation } from '../../search/explanation.ts';
import { firstHints } from '../../search/hints.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../../search/keywords.ts';
import type { EventsRequest, SourceEvents } from '../../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../../search/related/item-tree.ts';
import type { Outcome, SourceAnswer } from '../../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../../search/search-engine.ts';
import { DEFAULT_FIELDS, type OutsideSet, type SearchRequest } from '../../search/search-request.ts';
import type { MatchingRequest, MatchingSession } from '../../search/text-matching.ts';
import { AppError } from '../../shared/errors.ts';
import { type MemoryLimits, memoryLimits, QUERY_MEMORY_MEBIBYTES, QueryMemory } from '../../shared/query-memory.ts';
import { runInSlices } from '../../shared/slices.ts';
import { allOf } from '../translate/dsl.ts';
import { type ClusterPlan, filterDsl, isExpressible } from '../translate/plan.ts';
import { Translator } from '../translate/translator.ts';
import type { WordList } from '../translate/word-lists.ts';
import { ClusterMatching, type MatchingNeeds } from './cluster-matching.ts';
import { collected } from './cluster-sets.ts';
import type { ClusterSource } from './cluster-source.ts';
import { explained } from './explained-plan.ts';
import { FoundSets, putSet } from './found-sets.ts';
import { keywordSets } from './keyword-sets.ts';
import { type WordSet, withMatchedWords } from './matched-words.ts';
import { isPlain, plainAnswer } from './plain-answer.ts';
import { rankedAnswer } from './ranked-answer.ts';
import type { SourcePlans } from './source-plans.ts';

export class ClusterEngine implements SearchEngine {
  readonly #limits: MemoryLimits;
  readonly #local: EmbeddedEngine;
  readonly #found: FoundSets;
  #isClosed = false;

  /** `sources` may change while the process runs. */
  constructor(
    sources: ReadonlyMap<string, ClusterSource>,
    stores: OpenIndexes,
    limits: MemoryLimits = memoryLimits(QUERY_MEMORY_MEBIBYTES),
  ) {
    this.#limits = limits;
    this.#local = new EmbeddedEngine(stores, limits);
    this.#found = new FoundSets(sources, limits);
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    const want = request.want.filter((one) => one !== 'hints');
    const asked = { ...request, want };
    const outcomes = await this.#answers(asked, await this.#plansOf(asked, signal), signal);
    if (want.length === request.want.length) return outcomes;
    const isEmpty = ({ count, items }: SourceAnswer): boolean => (count ?? items?.whole?.ids.length) === 0;
    return this.#withHints(request, outcomes, isEmpty, signal);
  }

  async #answers(
    request: SearchRequest,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources, want, sort, facets = [] } = request;
    if (isPlain(request, plans)) {
      return this.#found.each(sources, (source, scope, i) => plainAnswer(source, request, plans[i]!, scope, signal));
    }
    if (sort?.by === 'relevance' && want.includes('ids')) return this.#ranked(request, plans, signal);
    if (facets.some(({ kind }) => kind === 'matches')) return this.#withWords(request, plans, signal);
    return this.#found.over(request, plans, signal, (own) => this.#local.search(own, signal));
  }

  /** Adds hints. They concern fields and values, which the item stores know, and words that the cluster does not find. */
  async #withHints<T extends Pick<SourceAnswer, 'hints'>>(
    request: SearchRequest,
    outcomes: readonly Outcome<T>[],
    isEmpty: (value: T) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<T>[]> {
    const { query, defaultFields, filters, sets, written } = request;
    const parts = { defaultFields, filters, sets, written };
    const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
    const hintsOf = async (source: string, isEmptyAway: boolean) => {
      const asked = { ...given, query, areTextsAway: true, isEmptyAway, want: ['hints'] } as const;
      const [own] = await this.#local.search({ ...asked, sources: [{ source }] }, signal);
      return own!;
    };
    return Promise.all(
      outcomes.map(async (one, i) => {
        if (one.kind === 'damaged') return one;
        const { source, after, skip = 0 } = request.sources[i]!;
        const own = await hintsOf(source, after === undefined && skip === 0 && isEmpty(one.value));
        return own.kind === 'damaged'
          ? one
          : { ...one, value: { ...one.value, hints: firstHints(own.value.hints ?? []) } };
      }),
    );
  }

  /** The item stores count the words of values along with the other facets. This adds the words of texts. */
  async #withWords(
    request: SearchRequest,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources, facets = [], expand = [], collapse, bbox, limit: _limit, sort: _sort, ...rest } = request;
    const query = parsedQuery(request.query);
    const patterns = { occur: 'should', query } as const;
    const outcomes = await this.#found.over(request, plans, signal, (own) => {
      const clauses = [{ occur: 'must', query: own.query as Query }, patterns] as const;
      return this.#local.search({ ...own, query: { kind: 'boolean', clauses, minimumMatch: 0 } }, signal);
    });
    const isWhole = expand.length === 0 && collapse === undefined && bbox === undefined;
    const setOf = async (i: number): Promise<WordSet> => {
      const { query: own, filters } = plans[i]!;
      const all = [own, ...filters];
      if (isWhole && all.every(isExpressible)) return { kind: 'query', dsl: allOf(all.map(filterDsl)) };
      const computed = {
        expand,
        ...(collapse === undefined ? {} : { collapse }),
        ...(bbox === undefined ? {} : { bbox }),
      };
      const scopes = sources.map(({ source }) => ({ source }));
      const asked = { ...rest, ...computed, sources: scopes, want: ['ids'] as const };
      const found = (await this.#found.over(asked, plans, signal, (one) => this.#local.search(one, signal)))[i]!;
      if (found.kind === 'damaged') throw found.fault;
      return { kind: 'ids', ids: await collected(found.value.items!) };
    };
    const asked = { query, defaultFields: request.defaultFields ?? DEFAULT_FIELDS };
    return this.#found.each(sources, async (source, _scope, i) => {
      const outcome = outcomes[i]!;
      if (outcome.kind === 'damaged') throw outcome.fault;
      const memory = new QueryMemory(this.#limits);
      try {
        const counted = [...outcome.value.facets];
        for (const [n, { kind }] of facets.entries()) {
          const matched = { ...asked, setOf: () => setOf(i) };
          if (kind === 'matches') counted[n] = await withMatchedWords(source, matched, counted[n]!, memory, signal);
        }
        return { ...outcome.value, facets: counted };
      } finally {
        memory.releaseTo(0);
      }
    });
  }

  async #ranked(
    request: SearchRequest,
    plans: readonly SourcePlans[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { limit: _limit, sort: _sort, ...set } = request;
    const scopes = request.sources.map(({ source }) => ({ source }));
    const all = { ...set, sources: scopes, want: ['count', 'ids'] as const };
    const found = await this.#found.over(all, plans, signal, (own) => this.#local.search(own, signal));
    return this.#found.each(request.sources, async (source, scope, i) => {
      const outcome = found[i]!;
      if (outcome.kind === 'damaged') throw outcome.fault;
      const idsOf = async (plan: ClusterPlan) => this.#found.sets.itemsOf(source, plan, request.sets ?? [], [], signal);
      return rankedAnswer(source, request, { plan: plans[i]!.query, scope, found: outcome.value, idsOf }, signal);
    });
  }

  async events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]> {
    return this.#found.over(request, await this.#plansOf(request, signal), signal, (own) =>
      this.#local.events(own, signal),
    );
  }

  async tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>> {
    const { hits, source } = request;
    if (hits === null) return this.#local.tree(request, signal);
    const asked = { ...hits, sources: [{ source }] };
    const plans = await this.#plansOf(asked, signal);
    const [outcome] = await this.#found.over(asked, plans, signal, async ({ sources: _, ...own }) => [
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
    const local = await this.#local.explain({ ...request, areTextsAway: true }, signal);
    const { sets } = this.#found;
    const outcomes = await this.#found.each(request.sources, async (source, _scope, i) => {
      const own = local[i]!;
      if (own.kind === 'damaged') throw own.fault;
      const asked = {
        query: parsedQuery(request.query),
        defaultFields: request.defaultFields ?? DEFAULT_FIELDS,
        idsOf: (plan: ClusterPlan) => sets.itemsOf(source, plan, request.sets ?? [], [], signal),
        wordsOf: (list: WordList) => sets.wordsOf(source, list, signal),
      };
      return explained(source, plans[i]!.query, own.value, asked, signal);
    });
    return this.#withHints(query, outcomes, ({ count }: Explanation) => count === 0, signal);
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
    const memory = new QueryMemory(this.#limits);
    try {
      return await this.#keywordsIn(request, memory, signal);
    } finally {
      memory.releaseTo(0);
    }
  }

  async #keywordsIn(request: KeywordsRequest, memory: QueryMemory, signal: AbortSignal | undefined) {
    const outcomes = await this.#found.each(request.sources, (source) =>
      keywordSets(request, memory, {
        planOf: (query) => this.#found.translated(source, query, request.defaultFields, signal),
        prefetch: (plans) => this.#found.sets.prefetch(source, plans, signal),
        idsOf: (plan) => this.#found.sets.itemsOf(source, plan, request.sets ?? [], [], signal),
      }),
    );
    const sets: OutsideSet[] = [...(request.sets ?? [])];
    const trees = new Map(request.queries.trees);
    const { filters = [], ...rest } = request;
    for (const [i, { source }] of request.sources.entries()) {
      const outcome = outcomes[i]!;
      if (outcome.kind === 'damaged') continue;
      for (const [number, ids] of outcome.value.sets) {
        const name = `\0keyword ${number}`;
        trees.set(number, { kind: 'set', name });
        putSet(sets, name, source, ids);
      }
    }
    const plans = await this.#plansOf({ query: { kind: 'all' }, filters, ...rest, sources: request.sources }, signal);
    const own = { ...rest, queries: { ...request.queries, trees: [...trees] }, sets, filters };
    const set = { ...own, query: { kind: 'all' } as const, sources: request.sources };
    const counted = await this.#found.over(set, plans, signal, ({ query, ...asked }) =>
      this.#local.keywords({ ...asked, filters: [query as Query, ...(asked.filters ?? [])] }, signal),
    );
    return this.#withLineHints(request, counted, signal);
  }

  /** Queries are counted as sets, so their hints come from the queries themselves. */
  async #withLineHints(
    { expand: _expand, collapse: _collapse, filters: _filters, ...request }: KeywordsRequest,
    counted: readonly Outcome<KeywordsAnswer>[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<KeywordsAnswer>[]> {
    const itemsAway = new Map(request.sources.map(({ source }, i) => [source, itemsOf(counted[i]!)]));
    const asked = { ...request, wantsOnlyHints: true, areTextsAway: true, itemsAway, wantsIds: false };
    const hinted = await this.#local.keywords(asked, signal);
    return counted.map((one, i) => {
      const own = hinted[i]!;
      if (one.kind === 'damaged' || own.kind === 'damaged') return one;
      return { ...one, value: { ...one.value, hints: own.value.hints } };
    });
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    const source = this.#get(request.source);
    const query = parsedQuery(request.query);
    const { sets = [], defaultFields = DEFAULT_FIELDS } = request;
    const translator = new Translator(source.store, defaultFields);
    await runInSlices(translator.translate(query), signal);
    const nearest = new Map<string, readonly string[]>();
    for (const [text, list] of translator.nearest) {
      nearest.set(text, await this.#found.sets.wordsOf(source, list, signal));
    }
    const itemsOf: MatchingNeeds['itemsOf'] = async (list, within) => {
      const plan = await this.#found.translated(source, list, defaultFields, signal);
      return this.#found.sets.itemsOf(source, plan, sets, within, signal);
    };
    return ClusterMatching.begin(source, { ...request, query }, { limits: this.#limits, nearest, itemsOf }, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#local.close();
    await this.#found.close();
  }

  #get(name: string): ClusterSource {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'The engine is closed.');
    return this.#found.get(name);
  }

  #plansOf(request: Parameters<FoundSets['plansOf']>[0], signal: AbortSignal | undefined) {
    for (const { source } of request.sources) this.#get(source);
    return this.#found.plansOf(request, signal);
  }
}

/** Returns the number of items of each query of a list; nonzero for refused ones. */
function itemsOf(counted: Outcome<KeywordsAnswer>): Uint32Array {
  if (counted.kind === 'damaged') return new Uint32Array(0);
  const items = counted.value.items.slice();
  for (const { number } of counted.value.refused) items[number] = 1;
  return items;
}
