/**
 * The engine over processes, with the same interface as the engine inside them. A request over many sources is divided among
 * the processes, which work on them in parallel.
 */
import { offsetsIn } from '../../grammar/offsets.ts';
import { WholeItems } from '../query/item-batches.ts';
import { crossesSources, setKeyOf } from '../query/set-cache.ts';
import type { Explanation } from '../search/explanation.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../search/keywords.ts';
import type { EventsRequest, SourceEvents } from '../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../search/related/item-tree.ts';
import type { ItemBatch, Items, Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../search/search-engine.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { MatchingRequest, MatchingSession } from '../search/text-matching.ts';
import type { AskedEngine } from './asked-engine.ts';
import type { EnginePool } from './engine-pool.ts';
import { decodeFault } from './faults.ts';
import { ProcessMatching } from './process-matching.ts';
import type {
  WireAnswer,
  WireEvents,
  WireEventsRequest,
  WireOutcome,
  WireRequest,
  WireStream,
  WireValue,
} from './protocol.ts';

export class ProcessEngine implements SearchEngine {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    return this.#shared(request, 'search', signal, (answer: WireAnswer, channel) => answerOf(answer, channel, signal));
  }

  events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]> {
    return this.#shared(request, 'events', signal, ({ events, ...rest }: WireEvents, channel) => ({
      ...rest,
      events: channel.parts(events, signal),
    }));
  }

  async tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>> {
    const { source, hits } = request;
    const query = hits?.query;
    const offsets = query === undefined || query.kind === 'unparsed' ? null : offsetsIn(query);
    const key = hits === null ? null : setKeyOf({ ...hits, sources: [{ source }] });
    const affinityKey = key === null ? null : `${source}\n${key}`;
    const { channel, result } = await this.#pool.call([source], 'tree', { request, offsets }, signal, affinityKey);
    return decoded(result, (value) => channel.value(value, signal));
  }

  async family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>> {
    const { channel, result } = await this.#pool.call([source], 'family', { source, id }, signal);
    return decoded(result, (value) => channel.value(value, signal));
  }

  explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    return this.#shared(request, 'explain', signal, (explanation: WireValue<Explanation>, channel) =>
      channel.value(explanation, signal),
    );
  }

  async fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    const { channel, result } = await this.#pool.call(sources, 'fields', sources, signal);
    return decodedAll(result, (value) => channel.value(value, signal));
  }

  async fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    const { channel, result } = await this.#pool.call(sources, 'fieldValues', { field, sources }, signal);
    return decodedAll(result, (value) => channel.value(value, signal));
  }

  /** Each source is searched in a process of its own, if there are enough processes. */
  async keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]> {
    const names = request.sources.map(({ source }) => source);
    const damaged = await this.#pool.damagedAmong(names, signal);
    const controller = new AbortController();
    const any = anySignal(signal, controller.signal);
    const sound = request.sources.filter(({ source }) => !damaged.has(source));
    const shares = crossesSources(request) ? [sound] : sound.map((scope) => [scope]);
    try {
      const answers = await Promise.all(
        shares.map(async (sources) => {
          const asked = sources.map(({ source }) => source);
          const { channel, result } = await this.#pool.call(asked, 'keywords', { ...request, sources }, any);
          return decodedAll(result, (value) => channel.value(value, any));
        }),
      );
      const outcomes = answers.flat();
      let next = 0;
      return names.map((name) => {
        const fault = damaged.get(name);
        return fault === undefined ? outcomes[next++]! : { kind: 'damaged', fault };
      });
    } catch (fault) {
      controller.abort();
      throw fault;
    }
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    const { source, query } = request;
    const damage = (await this.#pool.damagedAmong([source], signal)).get(source);
    if (damage !== undefined) throw damage;
    const offsets = query.kind === 'unparsed' ? null : offsetsIn(query);
    const { channel, result } = await this.#pool.call([source], 'matchingBegin', { ...request, offsets }, signal);
    return new ProcessMatching(channel, result, request.all);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Sends each share of the undamaged sources to a process. Outcomes are in the order of the request. */
  async #shared<W, T>(
    request: SearchRequest | EventsRequest,
    name: 'search' | 'explain' | 'events',
    signal: AbortSignal | undefined,
    decode: (value: W, channel: AskedEngine) => T | Promise<T>,
  ): Promise<readonly Outcome<T>[]> {
    const { sources } = request;
    const damaged = await this.#pool.damagedAmong(
      sources.map(({ source }) => source),
      signal,
    );
    const indexes = [...sources.keys()].filter((index) => !damaged.has(sources[index]!.source));
    const key = setKeyOf(request);
    const offsets = request.query.kind === 'unparsed' ? null : offsetsIn(request.query);
    // An error in one share makes the other shares useless.
    const controller = new AbortController();
    const answered: { readonly channel: AskedEngine; readonly result: unknown }[] = [];
    const ask = async (share: readonly number[], shareSignal: AbortSignal | undefined) => {
      const scopes = share.map((index) => sources[index]!);
      const asked = scopes.map(({ source }) => source);
      const wired = { ...request, sources: scopes, offsets } as unknown as WireRequest & WireEventsRequest;
      const affinityKey = key === null ? null : `${asked.join('\n')}\n${key}`;
      const { channel, result } = await this.#pool.call(asked, name, wired, shareSignal, affinityKey);
      if (controller.signal.aborted) channel.abandon(result);
      else answered.push({ channel, result });
      return decodedAll(result as readonly unknown[] as readonly WireOutcome<W>[], (value) => decode(value, channel));
    };
    const shares = this.#sharesOf(indexes, request);
    if (shares.length === 1 && damaged.size === 0) return ask(shares[0]!, signal);
    const any = anySignal(signal, controller.signal);
    try {
      const answers = await Promise.all(shares.map((share) => ask(share, any)));
      const outcomes: Outcome<T>[] = sources.map(({ source }) => ({ kind: 'damaged', fault: damaged.get(source)! }));
      for (const [n, share] of shares.entries()) {
        for (const [i, index] of share.entries()) outcomes[index] = answers[n]![i]!;
      }
      return outcomes;
    } catch (fault) {
      controller.abort();
      for (const { channel, result } of answered) channel.abandon(result);
      throw fault;
    }
  }

  /**
   * Distributes sources among shares in turn, by their indexes in the request. Sources whose values are compared stay in one
   * share.
   */
  #sharesOf(
    indexes: readonly number[],
    set: Pick<SearchRequest, 'expand' | 'collapse'>,
  ): readonly (readonly number[])[] {
    if (indexes.length === 0) return [];
    const count = crossesSources(set) ? 1 : Math.min(this.#pool.processes, indexes.length);
    return Array.from({ length: count }, (_, n) => indexes.filter((_index, i) => i % count === n));
  }
}

function anySignal(signal: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return signal === undefined ? own : AbortSignal.any([signal, own]);
}

async function decodedAll<W, T>(
  outcomes: readonly WireOutcome<W>[],
  decode: (value: W) => T | Promise<T>,
): Promise<readonly Outcome<T>[]> {
  const all: Outcome<T>[] = [];
  for (const outcome of outcomes) {
    const own = decoded(outcome, decode);
    all.push(own instanceof Promise ? await own : own);
  }
  return all;
}

function decoded<W, T>(
  outcome: WireOutcome<W>,
  decode: (value: W) => T | Promise<T>,
): Outcome<T> | Promise<Outcome<T>> {
  if (outcome.kind === 'damaged') return { kind: 'damaged', fault: decodeFault(outcome.fault) };
  const value = decode(outcome.value);
  return value instanceof Promise ? value.then((later) => ({ kind: 'value', value: later })) : { kind: 'value', value };
}

function answerOf(
  { items, records, facets, ...rest }: WireAnswer,
  channel: AskedEngine,
  signal: AbortSignal | undefined,
): SourceAnswer {
  return {
    ...rest,
    items: items === null ? null : itemsOf(items, channel, signal),
    ...(records === null ? {} : { records: JSON.parse(records) }),
    facets: facets.map(({ counts, ...facet }) => ({ ...facet, counts: channel.parts(counts, signal) })),
  };
}

/** Small answers are complete in their first part. */
function itemsOf(items: WireStream<ItemBatch>, channel: AskedEngine, signal: AbortSignal | undefined): Items {
  const { part, stream } = items;
  return part !== null && stream === null ? new WholeItems(part) : channel.parts(items, signal);
}
