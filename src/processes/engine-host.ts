/**
 * The work of an engine process: opens indexes, runs calls, and serves streams. Work is done in slices, so a cancellation
 * takes effect within milliseconds. If some work does not yield, the server ends the whole process.
 */
import { recordOffsets } from '../../grammar/offsets.ts';
import { ClusterEngine } from '../cluster/engine/cluster-engine.ts';
import type { ClusterSource } from '../cluster/engine/cluster-source.ts';
import { type ClusterOpening, closeClusterSource, openClusterSource } from '../cluster/engine/open-cluster-source.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { EmbeddedEngine } from '../query/embedded-engine.ts';
import { EmbeddedItems } from '../query/embedded-items.ts';
import { OpenIndexes } from '../query/open-indexes.ts';
import { IndexParts } from '../query/parted/index-parts.ts';
import { openParts } from '../query/parted/open-parts.ts';
import { PartedEngine } from '../query/parted/parted-engine.ts';
import { PartedItems } from '../query/parted/parted-items.ts';
import { describeQuery, parsedQuery } from '../query/query-texts.ts';
import { summaryOfIndex } from '../query/source-summary.ts';
import type { IndexedItem, ItemStore } from '../search/item-store.ts';
import type { ItemBatch, Items, Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { SearchEngine, SourceSummary } from '../search/search-engine.ts';
import type { CallContext } from '../shared/child/call-host.ts';
import { memoryLimits, QUERY_MEMORY_MEBIBYTES } from '../shared/query-memory.ts';
import { weightOf } from '../shared/value-weight.ts';
import { encodeFault } from './faults.ts';
import { MatchingSessions } from './matching-sessions.ts';
import { OpenStreams } from './open-streams.ts';
import { copies, isOnePart, mergedBatches, wireFacets } from './parts.ts';
import type {
  CallName,
  Calls,
  ValuePart,
  WireAnswer,
  WireOutcome,
  WireRecords,
  WireRequest,
  WireStream,
  WireValue,
} from './protocol.ts';
import { RetiredIndexes } from './retired-indexes.ts';
import { joinedValue, PART_WEIGHT, valueParts } from './value-parts.ts';
import { ValueSession } from './value-session.ts';

/** Number of records that are read and weighed at a time. */
const ALONG_AT_ONCE = 64;
const NO_IDS = new Uint32Array(0);

type Handlers = {
  readonly [N in CallName]: (argument: Calls[N]['argument'], signal: AbortSignal) => Promise<Calls[N]['result']>;
};

export class EngineHost {
  readonly #indexes = new Map<string, IndexReader>();
  readonly #open = new OpenIndexes(this.#indexes);
  readonly #parts = new IndexParts();
  readonly #engine: SearchEngine;
  /** Sources whose words are in a cluster. Their item stores are among the indexes. */
  readonly #onCluster = new Map<string, ClusterSource>();
  readonly #clusterEngine: ClusterEngine;
  readonly #items: ItemStore = new PartedItems(new EmbeddedItems(this.#open), this.#parts);
  readonly #values: ValueSession;
  readonly #directories = new Map<IndexReader, string>();
  readonly #retired = new RetiredIndexes();
  readonly #streams = new OpenStreams(this.#retired);

  readonly #matching: MatchingSessions;

  constructor(queryMebibytes = QUERY_MEMORY_MEBIBYTES) {
    const limits = memoryLimits(queryMebibytes);
    this.#engine = new PartedEngine(new EmbeddedEngine(this.#open, limits), this.#parts, limits);
    this.#clusterEngine = new ClusterEngine(this.#onCluster, this.#open, limits);
    this.#values = new ValueSession(this.#engine, this.#items);
    this.#matching = new MatchingSessions((source) => this.#engineOf(source), this.#retired);
  }

  /** All sources of a request use one engine. */
  #engineOf(source: string | undefined): SearchEngine {
    return source !== undefined && this.#onCluster.has(source) ? this.#clusterEngine : this.#engine;
  }

  #engineFor({ sources }: { readonly sources: readonly { readonly source: string }[] }): SearchEngine {
    return this.#engineOf(sources[0]?.source);
  }

  /** Answers a call. A long argument comes in parts. */
  async answer(name: string, argument: unknown, { signal, parts }: CallContext): Promise<unknown> {
    const whole = parts.length === 0 ? argument : await joinedValue(parts as readonly ValuePart[]);
    return this.#handlers[name as CallName](whole as never, signal);
  }

  /** Keeps the indexes that a call may read open, until the returned function is called. */
  readonly beginCall = (): (() => void) => {
    const reading = this.#retired.beginCall();
    return () => this.#retired.end(reading);
  };

  readonly #handlers: Handlers = {
    open: ({ source, directory, cluster }) => this.#openIndex(source, directory, cluster),
    drop: async ({ source }) => {
      this.#retire(source);
      this.#values.forget(source);
      return null;
    },
    search: async (request, signal) => {
      const outcomes = await this.#engineFor(request).search(received(request), signal);
      const along = (items: WireStream<ItemBatch> | null) => this.#recordsAlong(request, items, signal);
      return Promise.all(outcomes.map((outcome) => wireOutcome(outcome, (answer) => this.#wireAnswer(answer, along))));
    },
    events: async (request, signal) => {
      const outcomes = await this.#engineFor(request).events(received(request), signal);
      return Promise.all(
        outcomes.map((outcome) =>
          wireOutcome(outcome, async ({ events, ...rest }) => ({ ...rest, events: await this.#streams.begin(events) })),
        ),
      );
    },
    tree: async ({ request, offsets }, signal) => {
      if (request.hits !== null) received({ ...request.hits, offsets });
      return wireOutcome(await this.#engineOf(request.source).tree(request, signal), (level) => this.#wireValue(level));
    },
    family: async ({ source, id }, signal) =>
      wireOutcome(await this.#engine.family(source, id, signal), (family) => this.#wireValue(family)),
    explain: async (request, signal) =>
      this.#wireOutcomes(await this.#engineFor(request).explain(received(request), signal)),
    keywords: async (request, signal) => this.#wireOutcomes(await this.#engineFor(request).keywords(request, signal)),
    fields: async (sources, signal) => this.#wireOutcomes(await this.#engine.fields(sources, signal)),
    fieldValues: async ({ field, sources }, signal) =>
      this.#wireOutcomes(await this.#engine.fieldValues(field, sources, signal)),
    suggest: (argument) => this.#values.suggest(argument),
    distinct: async (argument, signal) => {
      const { values, isComplete, damaged } = await this.#values.distinct(argument, signal);
      return { values: await this.#wireValue(values), isComplete, damaged };
    },
    checkQuery: async (query) => {
      parsedQuery(query);
      return null;
    },
    describeQuery: async (query) => {
      const { canonical, tree } = describeQuery(query);
      return { canonical: await this.#streams.begin(canonical), tree: await this.#streams.begin(tree) };
    },
    matchingBegin: (request, signal) => this.#matching.begin(received(request), signal),
    matchingScan: (argument, signal) => this.#matching.scan(argument, signal),
    matchingSift: (argument, signal) => this.#matching.sift(argument, signal),
    matchingEnd: async (session) => {
      this.#matching.end(session);
      return null;
    },
    exist: ({ source, ids }, signal) => this.#items.exist(source, ids, signal),
    records: async ({ refs, shown }, signal) => this.#wireRecords(await this.#items.records(refs, signal, shown)),
    rows: async (request, signal) => {
      const { rest, ...first } = await this.#items.rows(request, signal);
      return { ...first, rest: rest === null ? null : await this.#streams.begin(rest) };
    },
    familyRoots: ({ source, ids }, signal) => this.#items.familyRoots(source, ids, signal),
    threadGroups: async ({ source, ids }, signal) => {
      const { of, threads } = await this.#items.threadGroups(source, ids, signal);
      return { of, threads: await this.#wireValue(threads) };
    },
    next: (stream, signal) => this.#streams.next(stream, signal),
    leave: async (stream) => {
      this.#streams.leave(stream);
      return null;
    },
    holders: (request, signal) => this.#items.holders(request, signal),
    propertyNames: async (source) => this.#wireValue(await this.#items.propertyNames(source)),
    storedText: async (ref, signal) => {
      const { bytes, pieces } = await this.#items.storedText(ref, signal);
      return { bytes, pieces: await this.#streams.begin(copies(pieces)) };
    },
  };

  async #openIndex(source: string, directory: string, cluster: ClusterOpening | null): Promise<SourceSummary> {
    const readers = await openParts(directory);
    const [index] = readers;
    const onCluster = cluster === null ? null : await openClusterSource(source, index!, cluster);
    this.#retire(source);
    for (const [name, reader] of this.#parts.add(source, readers)) {
      this.#indexes.set(name, reader);
      this.#directories.set(reader, directory);
    }
    if (onCluster !== null) this.#onCluster.set(source, onCluster);
    this.#values.forget(source);
    return summaryOfIndex(readers);
  }

  /** Running searches may still read the index, so it is closed when they end. */
  #retire(source: string): void {
    const onCluster = this.#onCluster.get(source);
    this.#onCluster.delete(source);
    if (onCluster !== undefined) this.#retired.retire({ close: () => closeClusterSource(onCluster) }, () => true);
    for (const name of this.#parts.namesOf(source)) {
      const index = this.#indexes.get(name);
      if (index === undefined) continue;
      this.#indexes.delete(name);
      const directory = this.#directories.get(index);
      this.#directories.delete(index);
      // Two readers of one directory may share a mapping.
      this.#retired.retire(index, () => ![...this.#directories.values()].includes(directory!));
    }
    this.#parts.drop(source);
  }

  async #wireAnswer(
    { items, facets, records: _none, ...rest }: SourceAnswer,
    along: (items: WireStream<ItemBatch> | null) => Promise<string | null>,
  ): Promise<WireAnswer> {
    const begun = items === null ? null : await this.#wireItems(items);
    return {
      ...rest,
      items: begun,
      records: await along(begun),
      facets: await wireFacets(facets, this.#streams),
    };
  }

  async #wireValue<T>(value: T): Promise<WireValue<T>> {
    if (weightOf(value, PART_WEIGHT) <= PART_WEIGHT) return { value };
    return { parts: await this.#streams.begin(valueParts(value)) };
  }

  async #wireItems(items: Items): Promise<WireStream<ItemBatch>> {
    const { whole } = items;
    return whole !== undefined && isOnePart(whole)
      ? { part: whole, stream: null }
      : this.#streams.begin(mergedBatches(items));
  }

  /**
   * Returns the first records of a page of one source, as long as they are small. Null if they cannot be read. In that case the
   * request for these records reports why.
   */
  async #recordsAlong(
    { sources, recordsAlong }: WireRequest,
    items: WireStream<ItemBatch> | null,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (recordsAlong === undefined || sources.length !== 1) return null;
    const { source } = sources[0]!;
    const { count, shown } = recordsAlong;
    const refs = Array.from((items?.part?.ids ?? NO_IDS).subarray(0, count), (id) => ({ source, id }));
    const along: (IndexedItem | null)[] = [];
    try {
      for (let weight = 0; along.length < refs.length; ) {
        const some = await this.#items.records(refs.slice(along.length, along.length + ALONG_AT_ONCE), signal, shown);
        weight += weightOf(some, PART_WEIGHT);
        if (weight > PART_WEIGHT) break;
        along.push(...some);
      }
      return along.length === 0 ? null : JSON.stringify(along);
    } catch {
      return null;
    }
  }

  async #wireRecords(records: readonly (IndexedItem | null)[]): Promise<WireRecords> {
    if (weightOf(records, PART_WEIGHT) <= PART_WEIGHT) return { json: JSON.stringify(records) };
    return this.#wireValue(records);
  }

  #wireOutcomes<T>(outcomes: readonly Outcome<T>[]): Promise<readonly WireOutcome<WireValue<T>>[]> {
    return Promise.all(outcomes.map((outcome) => wireOutcome(outcome, (value) => this.#wireValue(value))));
  }
}

async function wireOutcome<T, W>(outcome: Outcome<T>, encode: (value: T) => Promise<W>): Promise<WireOutcome<W>> {
  if (outcome.kind === 'damaged') return { kind: 'damaged', fault: encodeFault(outcome.fault) };
  return { kind: 'value', value: await encode(outcome.value) };
}

/** Restores the offsets of the parts of a query, so that errors can locate them. */
function received<R extends Pick<WireRequest, 'query' | 'offsets'>>(request: R): R {
  const { query, offsets } = request;
  if (query.kind !== 'unparsed' && offsets !== null) recordOffsets(query, offsets);
  return request;
}
