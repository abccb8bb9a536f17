/**
 * Combines sources. Calls their engines concurrently, merges their items into one order, adds up their counts, and reports
 * damaged indexes. Everything above the engines searches through this.
 */
import { abandonParts, endingUnread } from '../../shared/ends/abandoned-parts.ts';
import { AppError } from '../../shared/errors.ts';
import { Slice } from '../../shared/slices.ts';
import type { DamageWatch } from '../damage-watch.ts';
import type { Explanation } from '../explanation.ts';
import type { KeywordRefusal, KeywordsAnswer } from '../keywords.ts';
import { equalExpansions, needsValues, valuesOf, valuesRequest } from '../related/equal-expansions.ts';
import { type AskValues, type SeenBefore, seenBefore } from '../related/equal-values.ts';
import type { SourceEvents } from '../related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../related/item-tree.ts';
import { eventPositionIn, eventsInOrder, pageOfEvents, type TargetEvents } from '../related/merged-events.ts';
import type { Outcome, SourceAnswer } from '../search-answer.ts';
import type { FieldSummary, FieldValues } from '../search-engine.ts';
import { BY_ID, type Facet, type OutsideSet, type SearchRequest } from '../search-request.ts';
import type { Target } from '../target.ts';
import {
  type AllEvents,
  type Combined,
  type CombinedAnswer,
  type CombinedEvents,
  type CombinedKeywords,
  type CombinedKeywordsAnswer,
  type EventStream,
  type EventsPage,
  type FacetsUse,
  requireWhole,
} from './combined-answer.ts';
import { type AskGroup, askConcurrently, groupNumbers } from './engine-groups.ts';
import { type CombinedRequest, orderOf, renamed, requestOf, seenIn } from './engine-request.ts';
import {
  abandonCounts,
  type CombinedFacet,
  combinedFacet,
  facetsOfEach,
  refuseTooManyCompared,
  refuseTooManyFacets,
} from './merged-facets.ts';
import { inKeyOrder, inSourceOrder, page, type SourceBatches, widthOf } from './merged-hits.ts';
import { hintsOf, named } from './named-sources.ts';

export type { CombinedRequest };

export class Coordinator<T extends Target> {
  readonly #watch: DamageWatch<T>;

  constructor(watch: DamageWatch<T>) {
    this.#watch = watch;
  }

  /** Throws AppError INVALID_REQUEST for an impossible position, and the errors of engines and of `use`. */
  async search(
    targets: readonly T[],
    request: CombinedRequest,
    signal?: AbortSignal,
    use: FacetsUse<T> = {},
  ): Promise<CombinedAnswer<T>> {
    const { offset = 0, limit, after, sort = BY_ID } = request;
    if (after !== undefined && offset > 0) {
      throw new AppError('INVALID_REQUEST', 'A page begins at an offset or after an item, not both. Remove one.');
    }
    const orders = orderOf(targets, after);
    const whole = await this.#withEqual(targets, request, signal);
    const { facets: asked } = request;
    const shared = asked === undefined ? whole : { ...whole, facets: facetsOfEach(asked, targets.length) };
    // A single source can skip its own items. With several sources, nobody knows yet whose items will be skipped.
    const isSkipped = targets.length === 1 && offset > 0;
    const part = isSkipped
      ? { skip: offset, limit }
      : { skip: 0, limit: limit === undefined ? undefined : offset + limit };
    const ask: AskGroup<T, SourceAnswer> = (engine, group, groupSignal) =>
      engine.search(requestOf(group, shared, orders, part, targets.length > 1), groupSignal);
    const { found, damaged } = await askConcurrently(this.#watch, targets, ask, signal);
    const counted = {
      count: found.reduce<number | null>(
        (sum, { value }) => add(sum, value.count),
        request.want.includes('count') ? 0 : null,
      ),
      counts: found.map(({ target, value }) => ({ target, count: value.count })),
    };
    const facets = await this.#facets(request.facets ?? [], found, counted, use);
    const sources: SourceBatches<T>[] = [];
    for (const { target, value } of found) {
      if (value.items === null) continue;
      // Reading items that are already in memory cannot fail.
      const isWhole = value.items.whole !== undefined;
      sources.push({ target, items: isWhole ? value.items : this.#watch.reading(target, value.items) });
    }
    const ordered = sort.by === 'id' ? inSourceOrder(sources) : inKeyOrder(sources, sort);
    const left = isSkipped ? 0 : offset;
    const isWhole = left === 0 && limit === undefined;
    return {
      ...counted,
      records: targets.length === 1 ? (found[0]?.value.records ?? []) : [],
      hits: isWhole ? ordered : page(ordered, left, limit ?? Number.POSITIVE_INFINITY, widthOf(sort)),
      facets,
      hints: hintsOf(found),
      damaged,
    };
  }

  /** Adds to a request the data that engines need from each other. Throws AppError UNSUPPORTED if they cannot run it. */
  async #withEqual<R extends Omit<SearchRequest, 'sources' | 'want' | 'limit'>>(
    targets: readonly T[],
    request: R,
    signal: AbortSignal | undefined,
  ): Promise<R> {
    if (request.collapse === undefined && equalExpansions(request).length === 0) return request;
    const groups = groupNumbers(targets);
    const count = new Set(groups.values()).size;
    const whole = needsValues(request, count)
      ? { ...request, equal: await this.#equalValues(targets, request, signal) }
      : request;
    const { collapse } = whole;
    if (count <= 1 || collapse === undefined) return whole;
    const ask: AskValues<T> = (own, asked, seen) => this.#leastValues(own, { ...asked, seen: seenBy(seen) }, signal);
    return { ...whole, seen: seenBy(await seenBefore(groups, { ...whole, collapse }, ask)) };
  }

  async #equalValues<R extends Omit<SearchRequest, 'sources' | 'want' | 'limit'>>(
    targets: readonly T[],
    request: R,
    signal: AbortSignal | undefined,
  ): Promise<NonNullable<SearchRequest['equal']>> {
    const answer = await this.search(targets, valuesRequest({ ...request, want: [] }), signal);
    requireWhole(answer);
    return valuesOf(request, answer.facets);
  }

  async #leastValues(
    targets: readonly T[],
    request: Omit<SearchRequest, 'sources'>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<T, readonly string[]>> {
    const ask: AskGroup<T, SourceAnswer> = (engine, group, groupSignal) =>
      engine.search(requestOf(group, request, null, ALL, false), groupSignal);
    const values = new Map<T, readonly string[]>();
    const answer = await askConcurrently(this.#watch, targets, ask, signal);
    requireWhole(answer);
    for (const { target, value } of answer.found) {
      const own: string[] = [];
      for await (const some of value.facets[0]!.counts) for (const { key } of some) own.push(key);
      values.set(target, own);
    }
    return values;
  }

  /** A page of the events of all sources. Throws the same errors as `search`. */
  async events(targets: readonly T[], request: CombinedEvents, signal?: AbortSignal): Promise<EventsPage<T>> {
    const { offset = 0, limit, ...set } = request;
    // A single source can skip its own events. With several sources, nobody knows yet whose events will be skipped.
    const skip = targets.length === 1 ? offset : 0;
    const { sources, ...facts } = await this.#askEvents(
      targets,
      { ...set, limit: offset - skip + limit },
      skip,
      signal,
    );
    return { ...facts, events: await pageOfEvents(sources, request.order, offset - skip, limit) };
  }

  /**
   * All events of all sources. Can be read once, at the reader's pace. A reader that stops early must call `return` of the
   * iterator. Throws the same errors as `search`.
   */
  async eventStream(targets: readonly T[], request: AllEvents, signal?: AbortSignal): Promise<EventStream<T>> {
    const { sources, ...facts } = await this.#askEvents(targets, request, 0, signal);
    const abandon = async (): Promise<void> => {
      for (const { events } of sources) await abandonParts(events.events);
    };
    return { ...facts, events: endingUnread(eventsInOrder(sources, request.order), abandon) };
  }

  async #askEvents(
    targets: readonly T[],
    { after, ...set }: AllEvents & Pick<CombinedEvents, 'after'>,
    skip: number,
    signal: AbortSignal | undefined,
  ): Promise<Omit<EventStream<T>, 'events'> & { readonly sources: readonly TargetEvents<T>[] }> {
    const shared = await this.#withEqual(targets, set, signal);
    const rank = after === undefined ? -1 : targets.findIndex(({ id }) => id === after.source);
    const ask: AskGroup<T, SourceEvents> = (engine, group, groupSignal) => {
      const sources = group.map((target) =>
        after === undefined
          ? { source: target.name, ...(skip === 0 ? {} : { skip }) }
          : { source: target.name, after: eventPositionIn(after, targets.indexOf(target), rank) },
      );
      const { sets, seen } = shared;
      const own = sets === undefined ? {} : { sets: sets.map((one) => renamed(one, group)) };
      return engine.events({ ...shared, ...own, ...seenIn(group, seen), sources }, groupSignal);
    };
    const { found, damaged } = await askConcurrently(this.#watch, targets, ask, signal);
    const sources = found.map(({ target, value }) => ({
      target,
      events: { ...value, events: this.#watch.reading(target, value.events) },
    }));
    return { count: found.reduce((sum, { value }) => sum + value.count, 0), sources, damaged };
  }

  /**
   * Returns children of an item of a source, or of its top level. Null for an unknown item. Throws the error of a damaged
   * index.
   */
  tree(target: T, request: Omit<TreeRequest, 'source'>, signal?: AbortSignal): Promise<TreeLevel | null> {
    const { hits } = request;
    const own = hits?.sets === undefined ? hits : { ...hits, sets: hits.sets.map((one) => renamed(one, [target])) };
    return this.#one(target, target.engine.tree({ ...request, source: target.name, hits: own }, signal));
  }

  /** Returns the location of an item in its source. Null for an unknown item. */
  family(target: T, id: number, signal?: AbortSignal): Promise<ItemFamily | null> {
    return this.#one(target, target.engine.family(target.name, id, signal));
  }

  async #one<R>(target: T, asked: Promise<Outcome<R>>): Promise<R> {
    const outcome = await asked.catch((fault) => {
      throw named(fault, [target]);
    });
    if (outcome.kind === 'value') return outcome.value;
    throw this.#watch.faultOf(target, outcome.fault);
  }

  async #facets(
    facets: readonly Facet[],
    found: readonly { readonly target: T; readonly value: SourceAnswer }[],
    counted: Pick<CombinedAnswer<T>, 'count' | 'counts'>,
    { memory, onFacet }: FacetsUse<T>,
  ): Promise<readonly CombinedFacet[]> {
    const all: CombinedFacet[] = [];
    try {
      const answersOf = (i: number) => found.map(({ value }) => value.facets[i]!);
      if (memory !== undefined) {
        refuseTooManyFacets(facets, answersOf, memory);
        refuseTooManyCompared(facets, answersOf);
      }
      for (const [i, facet] of facets.entries()) {
        const answers = found.map(({ target, value }) => {
          const answer = value.facets[i]!;
          return { ...answer, counts: this.#watch.reading(target, answer.counts) };
        });
        const combined = await combinedFacet(facet, answers, memory ?? null);
        await onFacet?.(combined, counted);
        all.push(onFacet === undefined ? combined : { ...combined, counts: [] });
      }
      return all;
    } catch (fault) {
      // Engines keep unread answers for minutes unless they are abandoned.
      const unread = found.flatMap(({ value }) => value.facets.slice(all.length));
      await Promise.allSettled(unread.map(({ counts }) => abandonCounts(counts)));
      throw fault;
    }
  }

  /** If one source refuses a query, no source answers it. */
  async keywords(
    targets: readonly T[],
    request: CombinedKeywords,
    signal?: AbortSignal,
  ): Promise<CombinedKeywordsAnswer<T>> {
    const groups = new Set(groupNumbers(targets).values()).size;
    refuseAcrossGroups(request, groups);
    if (needsValues(request, groups)) {
      throw new AppError(
        'UNSUPPORTED',
        'A list with duplicates, near duplicates or threads cannot be counted over several engines, or over one case under several names. Name one source.',
      );
    }
    const refused = new Map<number, KeywordRefusal>();
    const slice = new Slice();
    for (const one of request.refused ?? []) {
      refused.set(one.number, one);
      if (slice.isOver) await slice.giveWay();
    }
    for (;;) {
      const left = refused.size === 0 ? null : leftOut(request.queries.ends.length, refused);
      const known = refused.size;
      const ask: AskGroup<T, KeywordsAnswer> = async (engine, group, groupSignal) => {
        const { sets = [], refused: _, ...shared } = request;
        const own: OutsideSet[] = [];
        for (const set of sets) {
          own.push(renamed(set, group));
          if (slice.isOver) await slice.giveWay();
        }
        const asked = { ...shared, sets: own, left, sources: group.map(({ name }) => ({ source: name })) };
        return engine.keywords(asked, groupSignal);
      };
      const { found, damaged } = await askConcurrently(this.#watch, targets, ask, signal);
      for (const { target, value } of found) {
        for (const one of value.refused) {
          const message = one.isOfSource ? `in the source ${JSON.stringify(target.id)}, ${one.message}` : one.message;
          if (!refused.has(one.number)) refused.set(one.number, { ...one, message });
          if (slice.isOver) await slice.giveWay();
        }
      }
      const isOfAll = found.every(({ value }) => value.refused.length === refused.size - known);
      if (isOfAll) return { found, damaged, refused };
    }
  }

  explain(targets: readonly T[], request: CombinedRequest, signal?: AbortSignal): Promise<Combined<T, Explanation>> {
    const ask: AskGroup<T, Explanation> = (engine, group, groupSignal) =>
      engine.explain(requestOf(group, request, null, ALL, false), groupSignal);
    return askConcurrently(this.#watch, targets, ask, signal);
  }

  fields(targets: readonly T[], signal?: AbortSignal): Promise<Combined<T, readonly FieldSummary[]>> {
    return askConcurrently(
      this.#watch,
      targets,
      (engine, group, groupSignal) => engine.fields(group.map(nameOf), groupSignal),
      signal,
    );
  }

  fieldValues(targets: readonly T[], field: string, signal?: AbortSignal): Promise<Combined<T, FieldValues>> {
    const ask: AskGroup<T, FieldValues> = (engine, group, groupSignal) =>
      engine.fieldValues(field, group.map(nameOf), groupSignal);
    return askConcurrently(this.#watch, targets, ask, signal);
  }
}

function leftOut(count: number, refused: ReadonlyMap<number, unknown>): Uint8Array {
  const left = new Uint8Array(count);
  for (const number of refused.keys()) left[number] = 1;
  return left;
}

const nameOf = ({ name }: Target): string => name;
const ALL = { skip: 0, limit: undefined };

function add(sum: number | null, count: number | null): number | null {
  return sum === null || count === null ? sum : sum + count;
}

/** Converts the keys from targets to source ids, which combined requests use. */
function seenBy<T extends Target>(seen: SeenBefore<T>): NonNullable<SearchRequest['seen']> {
  return [...seen].filter(([, values]) => values.length > 0).map(([{ id }, values]) => [id, values]);
}

/** Within a group, equal values are found over all of its sources. Several groups would have to exchange every value. */
function refuseAcrossGroups({ collapse }: Pick<SearchRequest, 'collapse'>, groups: number): void {
  if (collapse === undefined || groups <= 1) return;
  throw new AppError(
    'UNSUPPORTED',
    'Equal values cannot be searched over sources of several engines, or over one case under several names. Name one source.',
  );
}
