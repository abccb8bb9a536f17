/**
 * Runs one query over the sources that a request is for. Every engine has answered before the first byte is written, so
 * that a fault of any of them is still a status, and none of it passes for the whole.
 */
import type { Query } from '../../grammar/ast.ts';
import { AppError } from '../shared/errors.ts';
import type { ReadySource } from '../sources/source.ts';
import type { Dependencies } from './dependencies.ts';
import { searchMsMax } from './limits.ts';

export interface MissingSource {
  readonly source: string;
  readonly reason: string;
}

export interface ChosenSources {
  readonly ready: readonly ReadySource[];
  readonly missing: readonly MissingSource[];
}

/** One result a source, in listed order, and the sources that have none because they do not work. */
export interface Results<T> {
  readonly results: readonly { readonly source: ReadySource; readonly result: T }[];
  readonly missing: readonly MissingSource[];
}

/**
 * One source, or all that are listed. Throws AppError NOT_FOUND, SOURCE_BUILDING, and for a named source
 * SOURCE_UNAVAILABLE; where all are asked, those that do not work are told in `missing`.
 */
export function chooseSources({ sources }: Dependencies, sourceId: string | undefined): ChosenSources {
  if (sourceId !== undefined) return { ready: [sources.getReady(sourceId)], missing: [] };
  const ready: ReadySource[] = [];
  const missing: MissingSource[] = [];
  for (const { id, state } of sources.list()) {
    if (state.kind === 'failed') missing.push({ source: id, reason: state.reason });
    else ready.push(sources.getReady(id));
  }
  return { ready, missing };
}

export interface SearchRequest<T> {
  readonly query: Query;
  readonly sourceId: string | undefined;
  /** Fires when the client goes away. */
  readonly clientSignal: AbortSignal;
  readonly run: (source: ReadySource, signal: AbortSignal) => Promise<T>;
}

/** Waits for a place, then runs the engines one after the other. Throws what they throw, OVERLOADED, DEADLINE. */
export async function runSearch<T>(dependencies: Dependencies, request: SearchRequest<T>): Promise<Results<T>> {
  // Refused before it waits: a client should not queue up to learn that its source is still building.
  chooseSources(dependencies, request.sourceId);
  const msMax = dependencies.searchMsMax ?? searchMsMax;
  const deadline = new Deadline(msMax, request.clientSignal);
  const { signal } = deadline;
  const lane = dependencies.lanes.laneOf(request.query);
  try {
    const release = await lane.enter(signal);
    try {
      return await runAll(dependencies, request, signal);
    } finally {
      release();
    }
  } catch (fault) {
    if (deadline.isOver) {
      throw new AppError('DEADLINE', `The search was not done after ${msMax / 1000} seconds. It was given up.`);
    }
    throw signal.aborted ? new AppError('CANCELLED', 'The client went away.', { cause: fault }) : fault;
  } finally {
    deadline.clear();
  }
}

/** Fires after a time, or with another signal. Cleared, because thousands of searches a second would leave theirs. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #client: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(msMax: number, client: AbortSignal) {
    this.#client = client;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, msMax);
    if (client.aborted) this.#controller.abort();
    else client.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time ran out, rather than the other signal. */
  get isOver(): boolean {
    return this.#isOver;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#client.removeEventListener('abort', this.#giveUp);
  }

  readonly #giveUp = (): void => this.#controller.abort();
}

async function runAll<T>(
  dependencies: Dependencies,
  { sourceId, run }: SearchRequest<T>,
  signal: AbortSignal,
): Promise<Results<T>> {
  const { ready, missing } = chooseSources(dependencies, sourceId);
  const results: { source: ReadySource; result: T }[] = [];
  const damaged: MissingSource[] = [];
  for (const source of ready) {
    try {
      results.push({ source, result: await run(source, signal) });
    } catch (fault) {
      if (!takenOut(dependencies, source, fault)) throw fault;
      // A named source is asked for again, which says why it cannot be had.
      if (sourceId !== undefined) dependencies.sources.getReady(sourceId);
      damaged.push({ source: source.id, reason: (fault as AppError).message });
    }
  }
  return { results, missing: [...missing, ...damaged] };
}

/**
 * Bytes or ids that are read while they are sent. A fault cuts the answer off; a source whose index turns out to be
 * damaged must not go on besides.
 */
export function* watched<T>(dependencies: Dependencies, source: ReadySource, parts: Iterable<T>): Generator<T> {
  try {
    yield* parts;
  } catch (fault) {
    takenOut(dependencies, source, fault);
    throw fault;
  }
}

/** Whether `fault` shows the index of `source` to be damaged; then it is out of service from now on. */
export function takenOut({ sources, log }: Dependencies, source: ReadySource, fault: unknown): boolean {
  if (!(fault instanceof AppError) || fault.code !== 'INDEX_CORRUPT') return false;
  log.error({ err: fault, source: source.id }, 'index is damaged: source taken out of service');
  sources.takeOut(source.id, fault);
  return true;
}
