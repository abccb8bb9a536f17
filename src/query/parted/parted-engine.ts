/**
 * An engine over sources whose indexes have several parts. It is based on an engine in which each part is a source: it
 * requests the parts and merges their answers. The result equals that of a single index of all items. Requests without
 * such a source pass through unchanged.
 */
import type { Query } from '../../../grammar/ast.ts';
import { isDamage } from '../../search/damage-watch.ts';
import type { Explanation } from '../../search/explanation.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../../search/keywords.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import type { EventsRequest, SourceEvents } from '../../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../../search/related/item-tree.ts';
import type { Outcome, SourceAnswer } from '../../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../../search/search-engine.ts';
import type { SearchRequest } from '../../search/search-request.ts';
import type { MatchingRequest, MatchingSession } from '../../search/text-matching.ts';
import { type MemoryLimits, memoryLimits, QUERY_MEMORY_MEBIBYTES } from '../../shared/query-memory.ts';
import { isComputed } from '../request-sets.ts';
import { type IndexParts, namesInParts, type PartOfSource, partOfId } from './index-parts.ts';
import { fromTheFirst, limitOfParts, mergedAnswer, requestOfParts } from './merged-answer.ts';
import { mergedEvents } from './merged-events.ts';
import { mergedExplanations, mergedFields, mergedFieldValues } from './merged-facts.ts';
import { mergedKeywords } from './merged-keywords.ts';
import { mergedTop } from './merged-top.ts';
import { PartedMatching } from './parted-matching.ts';

/** Name of the set that contains the hits of a tree, if they were found first. */
const HITS = 'hits of the tree';

export class PartedEngine implements SearchEngine {
  readonly #engine: SearchEngine;
  readonly #parts: IndexParts;
  readonly #memory: MemoryLimits;

  constructor(engine: SearchEngine, parts: IndexParts, memory: MemoryLimits = memoryLimits(QUERY_MEMORY_MEBIBYTES)) {
    this.#engine = engine;
    this.#parts = parts;
    this.#memory = memory;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    if (!this.#parts.haveAny(request.sources)) return this.#engine.search(request, signal);
    return this.#merged(
      request.sources,
      (sources) => this.#engine.search(requestOfParts(request, sources, this.#parts), signal),
      (answers, scope) => mergedAnswer(answers, request, scope, this.#memory, this.#parts.areInterleaved(scope.source)),
    );
  }

  events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]> {
    if (!this.#parts.haveAny(request.sources)) return this.#engine.events(request, signal);
    const own = { ...request, ...namesInParts(this.#parts, request), ...limitOfParts(request) };
    return this.#merged(
      request.sources,
      (sources) => this.#engine.events({ ...own, sources: sources.map(fromTheFirst) }, signal),
      async (events, scope) => mergedEvents(events, request, scope),
    );
  }

  async tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>> {
    const { source } = request;
    const parts = this.#parts.of(source);
    if (parts === null) return this.#engine.tree(request, signal);
    try {
      return await this.#treeOf(parts, request, signal);
    } catch (fault) {
      throw this.#ofSource(fault);
    }
  }

  async #treeOf(
    parts: readonly PartOfSource[],
    request: TreeRequest,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<TreeLevel | null>> {
    const { source, id, offset, limit } = request;
    const hits = request.hits === null ? null : await this.#hitsOf(request.hits, source, signal);
    if (hits !== null && 'kind' in hits) return hits;
    const ask = (name: string, page: Pick<TreeRequest, 'offset' | 'limit'>) =>
      this.#engine.tree({ ...request, ...page, source: name, hits }, signal);
    if (id !== null) return ask(partOfId(parts, id).name, { offset, limit });
    const read = async (part: number, from: number, count: number): Promise<TreeLevel> => {
      const level = await ask(parts[part]!.name, { offset: from, limit: count });
      if (level.kind === 'damaged') throw level.fault;
      return level.value!;
    };
    const isRandomAccess = request.isOfHits !== true && hits === null;
    try {
      return { kind: 'value', value: await mergedTop(parts.length, read, { offset, limit, isRandomAccess }) };
    } catch (fault) {
      if (isDamage(fault)) return { kind: 'damaged', fault };
      throw fault;
    }
  }

  /** Returns the set to count in a tree. If items of one part can add items of another, it is computed first. */
  async #hitsOf(
    hits: NonNullable<TreeRequest['hits']>,
    source: string,
    signal: AbortSignal | undefined,
  ): Promise<NonNullable<TreeRequest['hits']> | Extract<Outcome<never>, { kind: 'damaged' }>> {
    const own = { ...hits, ...namesInParts(this.#parts, hits) };
    if (!isComputed(hits)) return own;
    const sources = this.#parts.scopesOf({ source });
    const items = new Map<string, Uint32Array>();
    for (const [i, outcome] of (await this.#engine.search({ ...own, sources, want: ['ids'] }, signal)).entries()) {
      if (outcome.kind === 'damaged') return outcome;
      const ids: number[] = [];
      for await (const batch of outcome.value.items ?? []) for (const id of batch.ids) ids.push(id);
      items.set(sources[i]!.source, Uint32Array.from(ids));
    }
    const query: Query = { kind: 'set', name: HITS };
    return { query, sets: [{ name: HITS, items }] };
  }

  async family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>> {
    const parts = this.#parts.of(source);
    if (parts === null) return this.#engine.family(source, id, signal);
    return this.#engine.family(partOfId(parts, id).name, id, signal);
  }

  explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    if (!this.#parts.haveAny(request.sources)) return this.#engine.explain(request, signal);
    return this.#merged(
      request.sources,
      (sources) => this.#engine.explain(requestOfParts(request, sources, this.#parts), signal),
      async (explanations) => mergedExplanations(explanations),
    );
  }

  fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    return this.#mergedNames(sources, (names) => this.#engine.fields(names, signal), mergedFields);
  }

  fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    return this.#mergedNames(
      sources,
      (names) => this.#engine.fieldValues(field, names, signal),
      (values) => mergedFieldValues(field, values),
    );
  }

  keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]> {
    if (!this.#parts.haveAny(request.sources)) return this.#engine.keywords(request, signal);
    return this.#merged(
      request.sources,
      (sources) => this.#engine.keywords({ ...request, ...namesInParts(this.#parts, request), sources }, signal),
      async (answers, { source }) => this.#keywordsOf(answers, { ...request, sources: [{ source }] }, signal),
    );
  }

  /** If one part refuses a query, no part may count it. The others are then asked again without it. */
  async #keywordsOf(
    answers: readonly KeywordsAnswer[],
    request: KeywordsRequest,
    signal: AbortSignal | undefined,
  ): Promise<KeywordsAnswer> {
    const merged = mergedKeywords(answers);
    const { refused } = merged;
    if (answers.every((answer) => answer.refused.length === refused.length)) return merged;
    const left = new Uint8Array(request.queries.ends.length);
    left.set(request.left ?? []);
    for (const { number } of refused) left[number] = 1;
    const [again] = await this.keywords({ ...request, left }, signal);
    if (again!.kind === 'damaged') throw again!.fault;
    return { ...again!.value, refused: [...refused, ...again!.value.refused].sort((a, b) => a.number - b.number) };
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    const parts = this.#parts.of(request.source);
    if (parts === null) return this.#engine.matching(request, signal);
    const own = { ...request, ...namesInParts(this.#parts, request) };
    const sessions: MatchingSession[] = [];
    try {
      for (const { name } of parts) sessions.push(await this.#engine.matching({ ...own, source: name }, signal));
    } catch (fault) {
      for (const session of sessions) session.end();
      throw this.#ofSource(fault);
    }
    return new PartedMatching(parts, sessions);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  #mergedNames<T>(
    sources: readonly string[],
    ask: (names: readonly string[]) => Promise<readonly Outcome<T>[]>,
    merge: (values: readonly T[]) => T,
  ): Promise<readonly Outcome<T>[]> {
    const scopes = sources.map((source) => ({ source }));
    if (!this.#parts.haveAny(scopes)) return ask(sources);
    return this.#merged(
      scopes,
      (parts) => ask(parts.map(({ source }) => source)),
      async (values) => merge(values),
    );
  }

  /**
   * Sends a request to all parts of all sources at once. Merges the answers of each source, even if it has a single
   * part.
   */
  async #merged<S extends { readonly source: string }, T, R extends T>(
    scopes: readonly S[],
    ask: (parts: readonly S[]) => Promise<readonly Outcome<T>[]>,
    merge: (values: readonly T[], scope: S) => Promise<R>,
  ): Promise<readonly Outcome<T | R>[]> {
    const split = scopes.map((scope) => this.#parts.scopesOf(scope));
    let outcomes: readonly Outcome<T>[];
    try {
      outcomes = await ask(split.flat());
    } catch (fault) {
      throw this.#ofSource(fault);
    }
    const merged: Outcome<T | R>[] = [];
    let at = 0;
    for (const [i, scope] of scopes.entries()) {
      const own = outcomes.slice(at, at + split[i]!.length);
      at += own.length;
      const damaged = own.find(({ kind }) => kind === 'damaged');
      merged.push(damaged ?? { kind: 'value', value: await merge(own.flatMap(valueIn), scope) });
    }
    return merged;
  }

  /** Renames the part in an error to its source. */
  #ofSource(fault: unknown): unknown {
    if (!(fault instanceof RefusedQueryError) || fault.source === null) return fault;
    return fault.with({ source: this.#parts.sourceOf(fault.source) });
  }
}

function valueIn<T>(outcome: Outcome<T>): readonly T[] {
  return outcome.kind === 'value' ? [outcome.value] : [];
}
