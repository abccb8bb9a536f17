/**
 * Selects the sources of a request and runs one query over them. The first byte is written only after every engine has
 * answered. So any error can still become a status, and no partial answer looks complete.
 */
import type { Query } from '../../grammar/ast.ts';
import type { Damaged } from '../search/combined/combined-answer.ts';
import type { UnparsedQuery } from '../search/search-request.ts';
import { abandonParts } from '../shared/ends/abandoned-parts.ts';
import { onAbort } from '../shared/ends/end-listeners.ts';
import { AppError } from '../shared/errors.ts';
import type { ReadySource } from '../sources/source.ts';
import type { SourceList } from '../sources/source-list.ts';
import { Deadline } from './deadline.ts';
import type { Dependencies } from './dependencies.ts';
import { HttpFault } from './errors.ts';
import { RETRY_AFTER_SECONDS } from './limits.ts';

export interface MissingSource {
  readonly source: string;
  readonly reason: string;
}

/** For changes, and answers that cannot report missing parts. Throws HttpFault 503 for an unavailable source. */
export function refuseMissing([first]: readonly MissingSource[], remedy = ''): void {
  if (first === undefined) return;
  throw new HttpFault(
    503,
    `The source ${JSON.stringify(first.source)} is unavailable (${first.reason}), and without it the result would be incomplete.${remedy}`,
    { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  );
}

export interface ChosenSources {
  readonly ready: readonly ReadySource[];
  readonly missing: readonly MissingSource[];
}

/**
 * One source, several in list order, or all. Throws AppError NOT_FOUND, SOURCE_BUILDING, and for a named source
 * SOURCE_UNAVAILABLE. If all are requested, unavailable ones are listed in `missing`.
 */
export function chooseSources({ sources }: Dependencies, sourceId: NamedSources): ChosenSources {
  if (typeof sourceId === 'string') return { ready: [sources.getReady(sourceId)], missing: [] };
  if (sourceId !== undefined) {
    const named = new Map(sourceId.map((id) => [id, sources.getReady(id)]));
    const listed = sources.list().flatMap(({ id }) => named.get(id) ?? []);
    return { ready: [...new Set([...listed, ...named.values()])], missing: [] };
  }
  const ready: ReadySource[] = [];
  const missing: MissingSource[] = [];
  for (const { id, state } of sources.list()) {
    if (state.kind === 'failed') missing.push({ source: id, reason: state.reason });
    else ready.push(sources.getReady(id));
  }
  return { ready, missing };
}

/** One source, several in any order, or all. */
export type NamedSources = string | readonly string[] | undefined;

export interface Search<R> {
  readonly query: Query | UnparsedQuery;
  readonly sourceId: NamedSources;
  /** Fires when the client disconnects. */
  readonly clientSignal: AbortSignal;
  /** If given, a missing source is an error whose message ends with this remedy, and the hits are abandoned. */
  readonly remedyIfMissing?: string | undefined;
  readonly run: (sources: readonly ReadySource[], signal: AbortSignal) => Promise<R>;
}

export interface SearchResult<R> {
  readonly result: R;
  readonly missing: readonly MissingSource[];
}

/**
 * Finds a source among those that a search uses. It may be in a newer state than an earlier `getReady` returned. Throws AppError
 * SOURCE_UNAVAILABLE.
 */
export function sourceAmong(sources: readonly ReadySource[], id: string): ReadySource {
  const found = sources.find((source) => source.id === id);
  if (found !== undefined) return found;
  throw new AppError('SOURCE_UNAVAILABLE', `The source ${JSON.stringify(id)} was taken out of service. Try again.`);
}

interface SearchedAnswer {
  readonly damaged: readonly Damaged<ReadySource>[];
  /** Abandoned if the search fails. */
  readonly hits?: AsyncIterable<unknown>;
}

/** Waits for a permit, then asks the engines. Throws their errors, OVERLOADED, DEADLINE. */
export async function runSearch<R extends SearchedAnswer>(
  dependencies: Dependencies,
  request: Search<R>,
): Promise<SearchResult<R>> {
  await refuseEarly(dependencies, request);
  const { query, clientSignal, sourceId, remedyIfMissing, run } = request;
  return inLane(dependencies, query, clientSignal, async (signal) => {
    const { ready, missing } = chooseSources(dependencies, sourceId);
    const result = await run(ready, signal);
    try {
      // The deadline or a disconnect may have ended the request meanwhile.
      signal.throwIfAborted();
      const damaged = result.damaged.map(({ target, fault }) => ({ source: target.id, reason: fault.message }));
      // Looks up a named source again, which throws the reason.
      if (sourceId !== undefined) for (const { source } of damaged) dependencies.sources.getReady(source);
      // An empty result is not a partial answer: an unreachable cluster may return later.
      const all = [...missing, ...damaged];
      if (ready.length === damaged.length) refuseAway(dependencies, all);
      if (remedyIfMissing !== undefined) refuseMissing(all, remedyIfMissing);
      return { result, missing: all };
    } catch (fault) {
      if (result.hits !== undefined) await abandonParts(result.hits);
      throw fault;
    }
  });
}

/** Runs engine work that needs a search permit. Throws OVERLOADED, and the errors of `withinDeadline`. */
export async function inLane<R>(
  dependencies: Dependencies,
  query: Query | UnparsedQuery,
  clientSignal: AbortSignal,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const lane = dependencies.lanes.laneOf(query);
  return withinDeadline(dependencies, clientSignal, async (signal) => {
    const release = await lane.enter(signal);
    // Releases the permit of work that ignores its signal. The engine ends a process that does not cancel a call.
    const forget = onAbort(signal, release);
    try {
      return await run(signal);
    } finally {
      forget();
      release();
    }
  });
}

/** Runs work with the time limit of a search. Throws its errors, DEADLINE, and CANCELLED if the client disconnected. */
export function withinDeadline<R>(
  { searchMsMax }: Pick<Dependencies, 'searchMsMax'>,
  clientSignal: AbortSignal,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const deadline = new Deadline(clientSignal, searchMsMax);
  return deadline.during(run).finally(() => deadline.end());
}

/** Checked before waiting: a client should not queue only to learn that its source is still building. */
async function refuseEarly(
  dependencies: Dependencies,
  { query, sourceId, clientSignal }: Pick<Search<unknown>, 'query' | 'sourceId' | 'clientSignal'>,
): Promise<void> {
  let fault: unknown = null;
  try {
    if (chooseSources(dependencies, sourceId).ready.length > 0) return;
  } catch (refusal) {
    fault = refusal;
  }
  // No engine will parse the text, but an invalid text must still be refused.
  if (query.kind === 'unparsed') await dependencies.queryTexts?.check(query, clientSignal);
  if (fault !== null) throw fault;
}

/** Throws CLUSTER_AWAY for the first source with an unreachable cluster. */
function refuseAway({ sources }: Dependencies, missing: readonly MissingSource[]): void {
  for (const { source } of missing) {
    const { state } = sources.get(source);
    if (state.kind === 'failed' && state.isUnreachable) sources.getReady(source);
  }
}

/** Returns the error for a read from a source that was taken out of service because of `fault`. It names the source. */
export function faultOfSource(sources: Pick<SourceList, 'getReady'>, sourceId: string, fault: Error): Error {
  try {
    sources.getReady(sourceId);
    // Its cluster is already reachable again.
    return fault;
  } catch (named) {
    return named as Error;
  }
}
