/** The embedded engine: answers requests over the indexes that this process has open. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { Explanation } from '../search/explanation.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../search/keywords.ts';
import type { EventsRequest, SourceEvents } from '../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../search/related/item-tree.ts';
import type { Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../search/search-engine.ts';
import { DEFAULT_FIELDS, type SearchRequest, type SourceScope } from '../search/search-request.ts';
import { startConcurrently } from '../search/start-concurrently.ts';
import type { MatchingRequest, MatchingSession } from '../search/text-matching.ts';
import { onAbort } from '../shared/ends/end-listeners.ts';
import { type MemoryLimits, memoryLimits, QUERY_MEMORY_MEBIBYTES, QueryMemory } from '../shared/query-memory.ts';
import { furtherSlices, nextSlice, runInSlices, throwIfCancelled } from '../shared/slices.ts';
import { type CacheEntry, cachedAnswer, cachedDocs } from './cached-search.ts';
import type { SeenValues } from './columns/collapse.ts';
import { orderedEvents } from './columns/event-order.ts';
import { itemTree } from './columns/field-columns.ts';
import { computedKeywords } from './computed-keywords.ts';
import { EmbeddedMatching } from './embedded-matching.ts';
import { equalTexts, expandedOf, withEqual } from './expansion.ts';
import { explainQuery } from './explain.ts';
import { familyOf, treeLevel } from './families/tree-level.ts';
import { fieldSummaries } from './field-summaries.ts';
import { fieldValues } from './field-values.ts';
import { type FoundEarlier, foundEarlier } from './found-earlier.ts';
import { keywordReport } from './keywords/keyword-report.ts';
import type { OpenIndexes } from './open-indexes.ts';
import { damageOutcome, valueOutcome } from './outcome-of.ts';
import { outsideSets } from './plan/outside-sets.ts';
import { parsedQuery } from './query-texts.ts';
import { isComputed } from './request-sets.ts';
import { crossesSources, SetCache, setKeyOf } from './set-cache.ts';
import { answerOf, collapsedOf, leastIdsOf, type ParsedRequest } from './source-search.ts';

export class EmbeddedEngine implements SearchEngine {
  readonly #indexes: OpenIndexes;
  readonly #memory: MemoryLimits;
  readonly #sets: SetCache;
  /** Requests whose set is being computed. */
  readonly #computing = new Map<string, Promise<unknown>>();

  constructor(
    indexes: OpenIndexes,
    memory: MemoryLimits = memoryLimits(QUERY_MEMORY_MEBIBYTES),
    sets: SetCache = new SetCache(),
  ) {
    this.#indexes = indexes;
    this.#memory = memory;
    this.#sets = sets;
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    const parsed = withTree(request);
    const key = setKeyOf(request);
    if (key !== null) return this.#searchKept(parsed, key, signal);
    if (isComputed(parsed)) {
      const found = await this.#found(parsed, signal);
      return this.#eachFound(request.sources, parsed, found, signal, (index, own, scope) =>
        answerOf(index, own, scope, signal),
      );
    }
    const earlier = foundEarlier(request.sources);
    const answer = (index: IndexReader, scope: SourceScope, i: number) =>
      answerOf(index, withEarlier(parsed, earlier[i]!), scope, signal);
    const outcomes = this.#each(request.sources, answer, signal);
    // Awaited only if necessary, because an asynchronous function that returns a promise takes three more turns.
    return outcomes instanceof Promise ? await outcomes : outcomes;
  }

  /** Uses sets that are cached or are being computed for another request. */
  async #searchKept(
    request: ParsedRequest,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources } = request;
    const name = `${sources.map(({ source }) => source).join('\n')}\n${key}`;
    // Nothing is awaited between the last check and the computation, so one request at a time computes a missing set.
    for (let other = this.#computing.get(name); other !== undefined; other = this.#computing.get(name)) {
      await settled(other, signal);
    }
    const computing = this.#answerKept(request, key, signal);
    this.#computing.set(name, computing);
    try {
      return await computing;
    } finally {
      if (this.#computing.get(name) === computing) this.#computing.delete(name);
    }
  }

  async #answerKept(
    request: ParsedRequest,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { entries, found } = await this.#cacheEntries(request, key, signal);
    return this.#eachFound(request.sources, request, found, signal, (index, own, scope, i) =>
      cachedAnswer(index, own, scope, entries![i]!, signal),
    );
  }

  /** Returns the cached set of each source, and the documents that must be found first. A null key caches nothing. */
  async #cacheEntries(
    request: ParsedRequest,
    key: string | null,
    signal: AbortSignal | undefined,
  ): Promise<{ entries: readonly CacheEntry[] | null; found: readonly Outcome<Uint32Array>[] | null }> {
    const entries =
      key === null
        ? null
        : request.sources.map(({ source }, i) => {
            // A source that occurs twice may have two sets, because the second omits items of the first.
            const own = crossesSources(request) ? `${i} ${key}` : key;
            return {
              sets: this.#sets,
              key: own,
              known: this.#sets.get(this.#indexes.get(source), own),
              user: request.keptFor,
            };
          });
    const isKnown = entries?.every(({ known }) => known !== null) ?? false;
    return { entries, found: isComputed(request) && !isKnown ? await this.#found(request, signal) : null };
  }

  /** Indexed by source: the items that the query finds, after expansion and collapsing. Filters are applied later. */
  async #found(request: ParsedRequest, signal: AbortSignal | undefined): Promise<readonly Outcome<Uint32Array>[]> {
    const { sources, expand = [], collapse } = request;
    for (const { source } of sources) this.#indexes.get(source);
    const expanded = expand.length === 0 ? null : await this.#expanded(request, signal);
    if (collapse === undefined) return expanded!;
    // One source after the other, because items of a later source are dropped if their value occurred in an earlier
    // one.
    const seenBefore = new Map(request.seen);
    const before = sources.length + seenBefore.size > 1 ? new Set<string>() : null;
    let leastIds: Map<string, number> | null = null;
    const kept: Outcome<Uint32Array>[] = [];
    for (const [i, scope] of sources.entries()) {
      for (const value of seenBefore.get(scope.source) ?? []) before?.add(value);
      if (scope.isInterleaved !== true) leastIds = null;
      else if (scope.partOf !== sources[i - 1]?.partOf) leastIds = await this.#leastIds(i, request, expanded, signal);
      const seen: SeenValues | null = before === null ? null : { before, leastIds };
      const known = expanded === null ? null : [expanded[i]!];
      const collapsed = (index: IndexReader, own: ParsedRequest) => collapsedOf(index, own, scope, collapse, seen);
      kept.push(...(await this.#eachFound([scope], request, known, signal, collapsed)));
    }
    return kept;
  }

  /**
   * The least id of each value of the collapsed field, over all parts of a source. The n-th scope is the first of these
   * parts.
   */
  async #leastIds(
    n: number,
    request: ParsedRequest,
    expanded: readonly Outcome<Uint32Array>[] | null,
    signal: AbortSignal | undefined,
  ): Promise<Map<string, number>> {
    const { sources, collapse } = request;
    const leastIds = new Map<string, number>();
    for (let i = n; sources[i]?.partOf === sources[n]!.partOf; i++) {
      const known = expanded === null ? null : [expanded[i]!];
      const add = (index: IndexReader, own: ParsedRequest) => leastIdsOf(index, own, sources[i]!, collapse!, leastIds);
      await this.#eachFound([sources[i]!], request, known, signal, add);
    }
    return leastIds;
  }

  async #expanded(request: ParsedRequest, signal: AbortSignal | undefined): Promise<readonly Outcome<Uint32Array>[]> {
    const { sources } = request;
    const texts = equalTexts(request);
    const find = (index: IndexReader, scope: SourceScope) => expandedOf(index, request, scope, texts);
    const found = await this.#each(sources, find, signal);
    const add = (index: IndexReader, _scope: SourceScope, i: number) => {
      const own = found[i]!;
      return own.kind === 'damaged' ? failing(own.fault) : withEqual(index, own.value, texts);
    };
    return this.#each(sources, add, signal);
  }

  /** Runs work on each source with its documents found before, or with null if none were found. */
  async #eachFound<S extends Pick<SourceScope, 'source' | 'partOf'>, T>(
    scopes: readonly S[],
    request: ParsedRequest,
    found: readonly Outcome<Uint32Array>[] | null,
    signal: AbortSignal | undefined,
    work: (index: IndexReader, request: ParsedRequest, scope: S, i: number) => Generator<void, T>,
  ): Promise<readonly Outcome<T>[]> {
    const earlier = foundEarlier(scopes);
    const each = (index: IndexReader, scope: S, i: number) => {
      const asked = withEarlier(request, earlier[i]!);
      const own = found?.[i];
      if (own === undefined) return work(index, asked, scope, i);
      return own.kind === 'damaged' ? failing(own.fault) : work(index, { ...asked, found: own.value }, scope, i);
    };
    return this.#each(scopes, each, signal);
  }

  async events(
    { order, from, until, bareFrom, bareUntil, limit, sources, ...set }: EventsRequest,
    signal?: AbortSignal,
  ): Promise<readonly Outcome<SourceEvents>[]> {
    const plain = sources.map(({ after: _after, skip: _skip, ...scope }) => scope);
    const parsed = withTree({ ...set, sources: plain, want: [] });
    const { entries, found } = await this.#cacheEntries(parsed, setKeyOf(parsed), signal);
    const bounds = {
      order,
      ...(from === undefined ? {} : { from }),
      ...(until === undefined ? {} : { until }),
      ...(bareFrom === undefined ? {} : { bareFrom }),
      ...(bareUntil === undefined ? {} : { bareUntil }),
      ...(limit === undefined ? {} : { limit }),
    };
    return this.#eachFound(sources, parsed, found, signal, function* (index, own, scope, i) {
      const found = yield* cachedDocs(index, own, scope, entries?.[i] ?? null);
      const words = found.bitmap(index.bitmapWords);
      return yield* orderedEvents(index, words, { ...bounds, after: scope.after, skip: scope.skip ?? 0 }, signal);
    });
  }

  async tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>> {
    const { source, id, hits } = request;
    const parsed = hits === null ? null : withTree({ ...hits, sources: [{ source }], want: [] });
    const prepared = parsed === null ? null : await this.#cacheEntries(parsed, setKeyOf(parsed), signal);
    const entry = prepared?.entries?.[0] ?? null;
    const level = function* (index: IndexReader, own: ParsedRequest | null): Generator<void, TreeLevel | null> {
      const doc = id === null ? index.tree.top : index.docOf(id);
      if (doc < 0) return null;
      const found = own === null ? null : yield* cachedDocs(index, own, { source }, entry);
      const words = found?.bitmap(index.bitmapWords) ?? null;
      return yield* treeLevel(index, doc, request, yield* itemTree(index), words);
    };
    const scopes = [{ source }];
    const [outcome] =
      parsed === null
        ? await this.#each(scopes, (index) => level(index, null), signal)
        : await this.#eachFound(scopes, parsed, prepared!.found, signal, level);
    return outcome!;
  }

  async family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>> {
    const find = function* (index: IndexReader): Generator<void, ItemFamily | null> {
      const doc = index.docOf(id);
      return doc < 0 ? null : yield* familyOf(index, doc);
    };
    const [outcome] = await this.#each([source], find, signal);
    return outcome!;
  }

  async explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    const { defaultFields = DEFAULT_FIELDS, sources } = request;
    const { query, written } = withTree(request);
    const explain = (index: IndexReader, { source }: SourceScope): Generator<void, Explanation> =>
      explainQuery(index, query, {
        defaultFields,
        written,
        sets: outsideSets(index, request.sets, source),
        areTextsAway: request.areTextsAway ?? false,
      });
    return this.#each(sources, explain, signal);
  }

  async fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    return this.#each(sources, fieldSummaries, signal);
  }

  async fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    return this.#each(sources, (index) => fieldValues(index, field), signal);
  }

  async keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]> {
    if (request.collapse !== undefined || (request.expand ?? []).length > 0) {
      const indexes = request.sources.map(({ source }) => this.#indexes.get(source));
      return computedKeywords(indexes, request, (one) => this.search(one, signal));
    }
    const report = (index: IndexReader, scope: SourceScope) => keywordReport(index, request, scope);
    return this.#each(request.sources, report, signal);
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    return EmbeddedMatching.begin(this.#indexes.get(request.source), request, this.#memory, signal);
  }

  close(): Promise<void> {
    return this.#indexes.close();
  }

  /** Searches all sources concurrently, each part by part. Nothing starts if one of them is unknown. */
  #each<S extends Scope, T>(
    scopes: readonly S[],
    work: (index: IndexReader, scope: S, i: number) => Generator<void, T>,
    signal: AbortSignal | undefined,
  ): readonly Outcome<T>[] | Promise<readonly Outcome<T>[]> {
    if (scopes.length === 1) return this.#only(scopes[0]!, work, signal);
    const memory = new QueryMemory(this.#memory);
    let account = memory.part();
    const indexes = scopes.map((scope) => this.#indexes.get(nameOf(scope)));
    const sources = partsBySource(scopes);
    const inTurn = function* (parts: readonly number[]): Generator<void, readonly Outcome<T>[]> {
      const outcomes: Outcome<T>[] = [];
      for (const i of parts) {
        if (outcomes.length > 0) yield;
        try {
          outcomes.push(valueOutcome(yield* work(indexes[i]!, scopes[i]!, i)));
        } catch (fault) {
          outcomes.push(damageOutcome(fault, nameOf(scopes[i]!)));
        }
      }
      return outcomes;
    };
    // Most searches are complete after their first slice, and promises take longer than some of them.
    const outcomes: Outcome<T>[] = [];
    let begun: Generator<void, readonly Outcome<T>[]> | null = null;
    let complete = 0;
    const start = performance.now();
    while (complete < sources.length) {
      if (complete > 0 && performance.now() - start >= AT_ONCE_MILLISECONDS) break;
      begun = inTurn(sources[complete]!);
      let step: IteratorResult<void, readonly Outcome<T>[]>;
      try {
        account = memory.part();
        step = nextSlice(begun, signal, account);
      } catch (error) {
        memory.releaseTo(0);
        throw error;
      }
      if (step.done !== true) break;
      for (const outcome of step.value) outcomes.push(outcome);
      begun = null;
      complete++;
    }
    if (complete === sources.length) {
      memory.releaseTo(0);
      return outcomes;
    }
    const all = startConcurrently(sources.slice(complete), (parts, n) =>
      begun === null || n > 0
        ? runInSlices(inTurn(parts), signal, memory.part())
        : furtherSlices(begun, signal, account),
    );
    // If one source refuses, the others are still being searched.
    return all.then((others) => [...outcomes, ...others.flat()]).finally(() => memory.end());
  }

  /** Searches one source that has no parts, in half the time of the general way if the search is small. */
  #only<S extends Scope, T>(
    scope: S,
    work: (index: IndexReader, scope: S, i: number) => Generator<void, T>,
    signal: AbortSignal | undefined,
  ): readonly Outcome<T>[] | Promise<readonly Outcome<T>[]> {
    const memory = new QueryMemory(this.#memory);
    const begun = work(this.#indexes.get(nameOf(scope)), scope, 0);
    try {
      const step = nextSlice(begun, signal, memory);
      if (step.done === true) {
        memory.releaseTo(0);
        return [valueOutcome(step.value)];
      }
    } catch (fault) {
      memory.releaseTo(0);
      return [damageOutcome(fault, nameOf(scope))];
    }
    return furtherSlices(begun, signal, memory)
      .then(
        (value) => [valueOutcome(value)],
        (fault: unknown) => [damageOutcome(fault, nameOf(scope))],
      )
      .finally(() => memory.end());
  }
}

/** The name of a source, or its scope, which may be a part. */
type Scope = string | Pick<SourceScope, 'source' | 'partOf'>;

const nameOf = (scope: Scope): string => (typeof scope === 'string' ? scope : scope.source);

/** Returns the numbers of the scopes of each source. Its parts are searched in order, because later ones need the results of earlier ones. */
function partsBySource(scopes: readonly Scope[]): readonly (readonly number[])[] {
  const sources: number[][] = [];
  let last: string | undefined;
  for (const [i, scope] of scopes.entries()) {
    const partOf = typeof scope === 'string' ? undefined : scope.partOf;
    if (partOf !== undefined && partOf === last) sources.at(-1)!.push(i);
    else sources.push([i]);
    last = partOf;
  }
  return sources;
}

/** How long searches of several sources run before other requests get their turn. */
const AT_ONCE_MILLISECONDS = 1;

/** Waits for other work, whatever its outcome, unless the signal fires first. */
async function settled(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  let forget: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    if (signal !== undefined) forget = onAbort(signal, resolve);
  });
  await Promise.race([work.catch(() => undefined), gone]);
  forget?.();
  throwIfCancelled(signal);
}

// biome-ignore lint/correctness/useYield: as all work of an engine
function* failing(fault: Error): Generator<void, never> {
  throw fault;
}

function withEarlier(request: ParsedRequest, earlier: FoundEarlier | null): ParsedRequest {
  return earlier === null ? request : { ...request, earlier };
}

/** Returns the request with its query as a tree. Most requests have one already. */
function withTree(request: SearchRequest): ParsedRequest {
  const { query } = request;
  if (query.kind !== 'unparsed') return request as ParsedRequest;
  return { ...request, query: parsedQuery(query), written: query.text };
}
