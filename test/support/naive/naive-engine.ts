/**
 * The naive evaluator behind the interface of engines and item stores: computes every answer item by item. The reference for
 * engines, and a second implementation of the interface, without an index.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Query } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import type { Explanation } from '../../../src/search/explanation.ts';
import type { IndexedItem, ItemRef, ItemStore, StoredText, ThreadGroups } from '../../../src/search/item-store.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../../../src/search/keywords.ts';
import type { EventBatch, EventsRequest, SourceEvents } from '../../../src/search/related/events.ts';
import type { ItemFamily, TreeRequest } from '../../../src/search/related/item-tree.ts';
import type { Holders, HoldersRequest } from '../../../src/search/related/value-holders.ts';
import type { Rows, RowsRequest } from '../../../src/search/rows.ts';
import type { ItemBatch, Outcome, SourceAnswer } from '../../../src/search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../../../src/search/search-engine.ts';
import type { SearchRequest, SourceScope } from '../../../src/search/search-request.ts';
import type { MatchingRequest, MatchingSession } from '../../../src/search/text-matching.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { NaiveCase, type NaiveItem } from './naive-case.ts';
import { evaluate, type NaiveOptions } from './naive-evaluator.ts';
import { naiveFamilyRoot, naiveNearest } from './naive-families.ts';
import { foldWhole } from './naive-folding.ts';
import { naiveHints } from './naive-hints.ts';
import { naiveKeywords } from './naive-keywords.ts';
import { beginNaive } from './naive-matching-session.ts';
import { facetOf, isBehind, type OrderedHit, ordered } from './naive-orders.ts';
import { isInBox } from './naive-places.ts';
import { type NaiveHit, rank } from './naive-ranking.ts';
import { NaiveQueryError } from './naive-regexp.ts';
import { childrenOf, eventsIn, expandedBy, familyIn, nameIn } from './naive-relatives.ts';
import { naiveRows } from './naive-rows.ts';

/** Ids returned at once. Few, so that answers have several batches. */
const BATCH = 7;

export class NaiveEngine implements SearchEngine, ItemStore {
  readonly #sources: ReadonlyMap<string, NaiveCase>;
  #isClosed = false;

  constructor(sources: ReadonlyMap<string, readonly NaiveItem[]>) {
    this.#sources = new Map([...sources].map(([name, items]) => [name, new NaiveCase(items)]));
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    const kept = this.#kept(request);
    let next = 0;
    return this.#each(
      request.sources,
      ({ source }) => source,
      signal,
      (items, scope) => answerOf(request, scope, items, signal, kept[next++]),
    );
  }

  async events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]> {
    const { order: _order, from: _from, until: _until, limit: _limit, ...set } = request;
    const asked = { ...set, sources: request.sources.map(({ source }) => ({ source })), want: [] };
    const kept = this.#kept(asked);
    let next = 0;
    return this.#each(
      request.sources,
      ({ source }) => source,
      signal,
      (items, scope) => {
        const { source } = scope;
        const ids = new Set(hitsOf(asked, { source }, items, kept[next++]).map(({ id }) => id));
        const { listed, ...rest } = eventsIn(items, ids, request, scope);
        return { ...rest, events: eventBatches(listed) };
      },
    );
  }

  async tree({ source, id, offset, limit, isOfHits, hits }: TreeRequest, signal?: AbortSignal) {
    const [outcome] = await this.#each([source], String, signal, (items) => {
      const asked = hits === null ? null : { ...hits, sources: [{ source }], want: [] };
      const found = asked === null ? items.searchable : hitsOf(asked, { source }, items, this.#kept(asked)[0] ?? null);
      const name = id === null ? null : nameIn(items, id);
      if (id !== null && name === null) return null;
      const hit = new Set(found.map((one) => one.id));
      const all = childrenOf(items, id, hit);
      const marked = hits === null ? all : all.map((child) => ({ ...child, isHit: hit.has(child.id) }));
      const children = isOfHits ? marked.filter((child) => hit.has(child.id) || child.items > 0) : marked;
      return { name, total: children.length, children: children.slice(offset, offset + limit) };
    });
    return outcome!;
  }

  async family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>> {
    const [outcome] = await this.#each([source], String, signal, (items) => familyIn(items, id));
    return outcome!;
  }

  #kept(request: SearchRequest): readonly (ReadonlySet<number> | null)[] {
    return keptOf(
      request,
      request.sources.map(({ source }) => this.#get(source)),
    );
  }

  explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    return this.#each(
      request.sources,
      ({ source }) => source,
      signal,
      (items, scope) => {
        const hints = naiveHints(parsed(request), items, request.defaultFields ?? ['content']);
        const count = hitsOf({ ...request, filters: [], sort: { by: 'id' } }, scope, items).length;
        const plan = { operator: 'every item', detail: '', estimate: count, count, microseconds: 0, children: [] };
        return { plan, expansions: [], hints, count, microseconds: 0 };
      },
    );
  }

  keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]> {
    const texts = [...request.queries.ends].map((end, i) =>
      Buffer.from(request.queries.bytes.subarray(request.queries.ends[i - 1] ?? 0, end)).toString(),
    );
    const trees = new Map(request.queries.trees);
    return this.#each(
      request.sources,
      ({ source }) => source,
      signal,
      (items, scope) =>
        naiveKeywords(
          items.items,
          texts.length,
          (number) => {
            if (request.left?.[number] === 1) return [];
            const query = trees.get(number) ?? parseQuery(texts[number]!, request);
            return hitsOf({ ...request, query, want: ['ids'] }, scope, items).map(({ id }) => id);
          },
          request.wantsIds === true,
          (number) => {
            if (request.left?.[number] === 1) return [];
            const query = trees.get(number) ?? parseQuery(texts[number]!, request);
            return naiveHints(query, items, request.defaultFields ?? ['content']);
          },
        ),
    );
  }

  fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    return this.#each(sources, String, signal, (items) =>
      fieldNames(items).map((name) => ({
        name,
        type: items.type(name),
        items: having(items, name).length,
        sorts: name !== 'content',
        counts: !['content', 'id', 'parentId'].includes(name),
      })),
    );
  }

  fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    return this.#each(sources, String, signal, (items) => {
      const counts = new Map<string, number>();
      for (const item of items.searchable) {
        for (const value of new Set(items.values(item, field))) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return { isComplete: true, values: [...counts].map(([value, count]) => ({ value, items: count })) };
    });
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    const items = this.#get(request.source);
    throwIfCancelled(signal);
    items.sets = new Map(
      (request.sets ?? []).map((set) => [set.name, membersOf(set.items.get(request.source), items)]),
    );
    return asAppError(() => beginNaive(request, items));
  }

  async exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    const { items } = this.#get(source);
    throwIfCancelled(signal);
    return Uint8Array.from(ids, (id) => (items.some((item) => item.id === id) ? 1 : 0));
  }

  async records(refs: readonly ItemRef[], signal?: AbortSignal): Promise<readonly (IndexedItem | null)[]> {
    const found = refs.map(({ source, id }) => this.#get(source).items.find((item) => item.id === id) ?? null);
    throwIfCancelled(signal);
    return found.map((item) => (item === null ? null : recordOf(item)));
  }

  async rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows> {
    const items = this.#get(request.source);
    throwIfCancelled(signal);
    const record = (id: number): IndexedItem | null => {
      const item = items.items.find((one) => one.id === id);
      return item === undefined ? null : recordOf(item);
    };
    return naiveRows(request, record, (name) => items.type(name));
  }

  async familyRoots(source: string, ids: Uint32Array): Promise<Uint32Array> {
    const { items } = this.#get(source);
    return ids.map((id) => naiveFamilyRoot(items, id));
  }

  async threadGroups(source: string, ids: Uint32Array): Promise<ThreadGroups> {
    const items = this.#get(source);
    const named = Array.from(ids, (id) => naiveNearest(items.items, id, (item) => items.values(item, 'thread')[0]));
    const threads = [...new Set(named.flatMap((thread) => thread ?? []))];
    return {
      of: Uint32Array.from(named, (thread) => (thread === undefined ? 0 : 1 + threads.indexOf(thread))),
      threads,
    };
  }

  async holders({ source, fields, bytes, ends }: HoldersRequest): Promise<Holders> {
    const items = this.#get(source);
    const texts = [...ends].map((end, i) => foldWhole(Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)).toString()));
    const own = items.searchable.map((item) => {
      const values = fields.flatMap((field) => items.values(item, field)).map(foldWhole);
      return { id: item.id, values: new Set(values.filter((value) => value !== '')) };
    });
    const ids = own.filter(({ values }) => texts.some((text) => values.has(text))).map(({ id }) => id);
    const found = Uint8Array.from(texts, (text) => (own.some(({ values }) => values.has(text)) ? 1 : 0));
    return { ids: Uint32Array.from(ids), found };
  }

  async propertyNames(source: string): Promise<readonly string[]> {
    return [...new Set(this.#get(source).items.flatMap((item) => recordOf(item).properties.map(([name]) => name)))];
  }

  async storedText({ source, id }: ItemRef, signal?: AbortSignal): Promise<StoredText> {
    const text = this.#get(source).items.find((item) => item.id === id)?.text ?? null;
    throwIfCancelled(signal);
    if (text === null) throw new AppError('NOT_FOUND', `item ${id} has no stored text`);
    const bytes = Buffer.from(text);
    return { bytes: bytes.length, pieces: each([bytes.subarray(0, 3), bytes.subarray(3)]) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #each<S, T>(
    scopes: readonly S[],
    nameOf: (scope: S) => string,
    signal: AbortSignal | undefined,
    work: (items: NaiveCase, scope: S) => T,
  ): Promise<readonly Outcome<T>[]> {
    const cases = scopes.map((scope) => this.#get(nameOf(scope)));
    const outcomes: Outcome<T>[] = [];
    for (const [i, items] of cases.entries()) {
      throwIfCancelled(signal);
      outcomes.push({ kind: 'value', value: asAppError(() => work(items, scopes[i]!)) });
      await nextTurn();
    }
    return outcomes;
  }

  #get(source: string): NaiveCase {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the engine is closed');
    const items = this.#sources.get(source);
    if (items === undefined) throw new AppError('NOT_FOUND', `there is no source ${source}`);
    return items;
  }
}

/** Every match in the order of the request, whatever the position and limit. */
export function hitsOf(
  request: SearchRequest,
  { source }: SourceScope,
  items: NaiveCase,
  kept: ReadonlySet<number> | null = null,
): readonly NaiveHit[] {
  items.sets = new Map((request.sets ?? []).map((set) => [set.name, membersOf(set.items.get(source), items)]));
  const options: NaiveOptions = { defaultFields: request.defaultFields ?? ['content'] };
  const query = parsed(request);
  const hits =
    request.sort?.by === 'relevance'
      ? rank(query, items, options)
      : evaluate(query, items, options).map((id) => ({ id, score: 0 }));
  const filters = (request.filters ?? []).map((filter) => new Set(evaluate(filter, items, options)));
  const { bbox } = request;
  const isIn = (id: number): boolean => bbox === undefined || isInBox(items.items.find((one) => one.id === id)!, bbox);
  const isAdded = (request.expand ?? []).length > 0;
  return (isAdded && kept !== null ? withAdded(hits, kept) : hits).filter(
    ({ id }) => (kept?.has(id) ?? true) && filters.every((allowed) => allowed.has(id)) && isIn(id),
  );
}

function parsed({ query }: Pick<SearchRequest, 'query'>): Query {
  return query.kind === 'unparsed' ? parseQuery(query.text, query) : query;
}

/** Items that the query does not find have no score, and come last when sorting by score. */
function withAdded(hits: readonly NaiveHit[], kept: ReadonlySet<number>): readonly NaiveHit[] {
  const found = new Set(hits.map(({ id }) => id));
  const added = [...kept].filter((id) => !found.has(id)).map((id) => ({ id, score: 0 }));
  return [...hits, ...added].sort((a, b) => b.score - a.score || a.id - b.id);
}

/**
 * Indexed by source: the items after expansion and collapsing by a field. Null if these are simply the items that the query
 * finds.
 */
export function keptOf(request: SearchRequest, cases: readonly NaiveCase[]): readonly (ReadonlySet<number> | null)[] {
  const { collapse, expand = [], equal, filters: _filters, bbox: _box, expand: _expand, ...rest } = request;
  if (collapse === undefined && expand.length === 0) return cases.map(() => null);
  const found = cases.map((items, i) => {
    const hits = hitsOf({ ...rest, sort: { by: 'id' } }, request.sources[i]!, items);
    return new Set(hits.map(({ id }) => id));
  });
  const sets = expandedBy(cases, found, expand, new Map(equal).get('duplicates'));
  if (collapse === undefined) return sets;
  if (['content', 'id', 'parentId'].includes(collapse)) throw new AppError('INVALID_REQUEST', 'no column');
  const seen = new Set<string>();
  const told = new Map(request.seen);
  return cases.map((items, i) => {
    for (const value of told.get(request.sources[i]!.source) ?? []) seen.add(value);
    const inOrder = [...sets[i]!].sort((a, b) => a - b);
    const values = inOrder.map((id) => {
      const item = items.items.find((one) => one.id === id)!;
      const folded = items.values(item, collapse).map(foldWhole);
      return { id, least: folded.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0] };
    });
    const staying = values.filter(({ least }) => {
      if (least === undefined) return true;
      if (seen.has(least)) return false;
      seen.add(least);
      return true;
    });
    return new Set(staying.map(({ id }) => id));
  });
}

function membersOf(members: Uint32Array | 'all' | undefined, items: NaiveCase): ReadonlySet<number> {
  return new Set(members === 'all' ? items.items.map(({ id }) => id) : members);
}

function answerOf(
  request: SearchRequest,
  scope: SourceScope,
  items: NaiveCase,
  signal: AbortSignal | undefined,
  kept: ReadonlySet<number> | null | undefined,
): SourceAnswer {
  if (request.want.includes('hints')) {
    const want = request.want.filter((one) => one !== 'hints');
    const { defaultFields = ['content'] } = request;
    const hints = naiveHints(parsed(request), items, defaultFields);
    return { ...answerOf({ ...request, want }, scope, items, signal, kept), hints };
  }
  const { want, sort, limit = Number.POSITIVE_INFINITY } = request;
  const isRanked = sort?.by === 'relevance';
  const { skip = 0 } = scope;
  const all = hitsOf(request, scope, items, kept ?? null);
  const facets = (request.facets ?? []).map((facet) => {
    const { counts, ...rest } = facetOf(
      all.map(({ id }) => id),
      facet,
      items,
    );
    return { ...rest, counts: each([counts]) };
  });
  const count = want.includes('count') ? all.length : null;
  if (sort?.by === 'fields') {
    const { after } = scope;
    const hits = ordered(
      all.map(({ id }) => id),
      sort.keys,
      items,
    ).filter((hit) => after === undefined || isBehind(hit, after, sort.keys));
    const shown = hits.slice(skip, skip + limit);
    return { count, items: want.includes('ids') ? orderedBatches(shown, want.includes('keys')) : null, facets };
  }
  const { after } = scope;
  const behind = all.filter(({ id, score }) => {
    if (after === undefined) return true;
    const key = Number(after.key[0]);
    return isRanked && score !== key ? score < key : id > after.id;
  });
  const isKeyed = isRanked && want.includes('keys');
  return {
    count,
    items: want.includes('ids') ? batches(behind.slice(skip, skip + limit), isKeyed, signal) : null,
    facets,
  };
}

async function* batches(
  hits: readonly NaiveHit[],
  isKeyed: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<ItemBatch> {
  const ids = new Uint32Array(BATCH);
  const scores = new Float64Array(BATCH);
  for (let start = 0; start < hits.length; start += BATCH) {
    throwIfCancelled(signal);
    const some = hits.slice(start, start + BATCH);
    ids.set(some.map(({ id }) => id));
    scores.set(some.map(({ score }) => score));
    yield { ids: ids.subarray(0, some.length), keys: isKeyed ? scores.subarray(0, some.length) : null };
  }
}

async function* eventBatches(
  events: readonly { readonly id: number; readonly time: number; readonly field: number }[],
): AsyncGenerator<EventBatch> {
  for (let start = 0; start < events.length; start += BATCH) {
    const some = events.slice(start, start + BATCH);
    yield {
      ids: Uint32Array.from(some, ({ id }) => id),
      times: Float64Array.from(some, ({ time }) => time),
      fields: Uint32Array.from(some, ({ field }) => field),
    };
  }
}

async function* orderedBatches(hits: readonly OrderedHit[], isKeyed: boolean): AsyncGenerator<ItemBatch> {
  for (let start = 0; start < hits.length; start += BATCH) {
    const some = hits.slice(start, start + BATCH);
    yield { ids: Uint32Array.from(some, ({ id }) => id), keys: isKeyed ? some.flatMap(({ keys }) => keys) : null };
  }
}

function fieldNames(items: NaiveCase): readonly string[] {
  const named = items.items.flatMap(({ properties }) => properties.map(([name]) => name));
  const names = new Set([...named, 'ext', 'content', 'id', 'parentId']);
  return [...names].filter((name) => having(items, name).length > 0).sort();
}

function having(items: NaiveCase, field: string): readonly NaiveItem[] {
  return items.searchable.filter((item) => items.values(item, field).length > 0);
}

function recordOf({ id, parentId, properties, text }: NaiveItem): IndexedItem {
  return { id, parentId, properties, text: text === null ? null : 'stored', content: null, thumb: null };
}

function asAppError<T>(work: () => T): T {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof NaiveQueryError) throw new AppError('QUERY_INVALID', fault.message, { cause: fault });
    throw fault;
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'cancelled');
}

async function* each<T>(parts: readonly T[]): AsyncGenerator<T> {
  yield* parts;
}
