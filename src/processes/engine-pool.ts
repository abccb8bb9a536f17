/**
 * The engine processes of a server. Each has all sources open, and a call goes to the least busy one. A process that ends is
 * replaced. If the server ended a process because one call did not yield, the other calls run again in another process.
 * Otherwise they fail with a clear error, and every index that the process had open is checked in a separate process. An index
 * that fails that check, or also ends that process, was the cause: its source is taken out of service.
 */
import type { ClusterOpening } from '../cluster/engine/open-cluster-source.ts';
import { LostEngineError } from '../search/lost-engine.ts';
import type { SourceSummary } from '../search/search-engine.ts';
import { processEntry } from '../shared/child/process-entry.ts';
import { orAbort } from '../shared/ends/end-listeners.ts';
import { AppError } from '../shared/errors.ts';
import { QUERY_MEMORY_MEBIBYTES } from '../shared/query-memory.ts';
import { AffinityMap } from './affinity-map.ts';
import { AskedEngine, lossAbout } from './asked-engine.ts';
import { EngineChannel, EngineEndedError } from './engine-channel.ts';
import { checkIndex } from './index-check.ts';
import type { CallName, Calls } from './protocol.ts';

/** Maximum attempts of a call. Each earlier attempt was lost because its process was ended for another call. */
const ATTEMPTS_MAX = 4;
/** Delay before a process is replaced. It doubles each time a process ends soon after its start. */
const REPLACED_AFTER_MILLISECONDS = 10;
const REPLACED_AFTER_MILLISECONDS_MAX = 5000;
const YOUNG_MILLISECONDS = 5000;

export interface EnginePoolOptions {
  readonly processes: number;
  /** The compiled entry point. */
  readonly entry?: URL;
  readonly checkEntry?: URL;
  /** Memory that one query may use, in MiB. */
  readonly queryMebibytes?: number;
  /**
   * How long a call without a signal may take. After that, its process is ended, like a process that does not cancel a call.
   */
  readonly callMsMax?: number;
  /** Called when damage of an index was found. Its source must no longer be used. */
  readonly onDamaged?: (source: string, fault: AppError) => void;
  readonly onEnded?: (ending: {
    readonly pid: number | undefined;
    readonly isOrdered: boolean;
    readonly how: string;
  }) => void;
}

export interface EngineState {
  readonly pid: number;
  readonly state: 'ready' | 'starting';
  /** Resident memory in bytes. */
  readonly memory: number;
}

interface Called<N extends CallName> {
  readonly channel: AskedEngine;
  readonly result: Calls[N]['result'];
}

const NONE_DAMAGED: ReadonlyMap<string, AppError> = new Map();

interface OpenSource {
  readonly directory: string;
  readonly cluster: ClusterOpening | null;
  /** Not null while the index is being checked. */
  check: Promise<void> | null;
}

/** A slot for a process, and the process in it. */
interface Slot {
  channel: EngineChannel | null;
  /** By source: the summary from the process. While it is a promise, calls wait for it. */
  opened: Map<string, SourceSummary | Promise<SourceSummary>>;
  /** Number of calls that wait for this process or run in it. */
  calls: number;
  startedAt: number;
  delay: number;
}

export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #slots: readonly Slot[];
  readonly #sources = new Map<string, OpenSource>();
  /** Sources that were taken out of service, with the reason, until they are opened again. */
  readonly #damaged = new Map<string, AppError>();
  readonly #waiting = new Set<() => void>();
  readonly #affinities = new AffinityMap<Slot>();
  #isClosed = false;

  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: Math.max(1, options.processes) }, () => ({
      channel: null,
      opened: new Map(),
      calls: 0,
      startedAt: 0,
      delay: REPLACED_AFTER_MILLISECONDS,
    }));
    for (const slot of this.#slots) this.#start(slot);
  }

  get engines(): readonly EngineState[] {
    return this.#slots.flatMap(({ channel }) =>
      channel?.pid === undefined
        ? []
        : [
            {
              pid: channel.pid,
              state: channel.isReady ? ('ready' as const) : ('starting' as const),
              memory: channel.memory,
            },
          ],
    );
  }

  get processes(): number {
    return this.#slots.length;
  }

  /** Opens an index in every process. Passes on the errors of opening: INDEX_CORRUPT, INDEX_FORMAT … */
  async open(source: string, directory: string, cluster: ClusterOpening | null = null): Promise<SourceSummary> {
    this.#refuseClosed();
    this.#damaged.delete(source);
    const opened = { directory, cluster, check: null };
    this.#sources.set(source, opened);
    try {
      const summaries = await Promise.all(this.#slots.map((slot) => this.#openIn(slot, source, opened)));
      return summaries.find((summary) => summary !== null) ?? (await this.#openAnywhere(source));
    } catch (fault) {
      this.drop(source);
      throw fault;
    }
  }

  drop(source: string): void {
    this.#sources.delete(source);
    for (const { channel, opened } of this.#slots) {
      if (opened.delete(source)) channel?.call('drop', { source }).catch(() => undefined);
    }
  }

  /**
   * Calls the process that handled the same `affinityKey` before, because it may have cached data; else the least busy one. Also
   * returns `channel`, which carries the streams of the answer. Throws the errors of the engine, and LostEngineError if the
   * process ended by itself. Without a signal: DEADLINE if the call takes too long.
   */
  async call<N extends CallName>(
    sources: readonly string[],
    name: N,
    argument: Calls[N]['argument'],
    signal?: AbortSignal,
    affinityKey: string | null = null,
  ): Promise<Called<N>> {
    const { callMsMax } = this.#options;
    if (signal !== undefined || callMsMax === undefined)
      return this.#call(sources, name, argument, signal, affinityKey);
    const controller = new AbortController();
    const fault = new AppError('DEADLINE', `The engine did not answer within ${callMsMax / 1000} seconds.`);
    const timer = setTimeout(() => controller.abort(fault), callMsMax);
    try {
      return await this.#call(sources, name, argument, controller.signal, affinityKey);
    } finally {
      clearTimeout(timer);
    }
  }

  async #call<N extends CallName>(
    sources: readonly string[],
    name: N,
    argument: Calls[N]['argument'],
    signal: AbortSignal | undefined,
    affinityKey: string | null,
  ): Promise<Called<N>> {
    for (let attempt = 1; ; attempt++) {
      this.#refuseUnknown(sources);
      const slot = await this.#taken(signal, affinityKey);
      try {
        const channel = slot.channel!;
        if (sources.some((source) => slot.opened.get(source) instanceof Promise)) {
          const opened = Promise.all(
            sources.map((source) => slot.opened.get(source) instanceof Promise && this.#openedAgain(slot, source)),
          );
          await orAbort(opened, signal);
        }
        const result = await channel.call(name, argument, signal);
        return { channel: new AskedEngine(channel, sources, (among) => this.damagedAmong(among, signal)), result };
      } catch (fault) {
        const mayAskAgain = fault instanceof EngineEndedError && fault.isOrdered && attempt < ATTEMPTS_MAX;
        if (mayAskAgain && signal?.aborted !== true) continue;
        throw await lossAbout(fault, sources, (among) => this.damagedAmong(among, signal));
      } finally {
        slot.calls--;
      }
    }
  }

  /** Returns the damaged sources among these, with their faults. Waits for running checks. */
  async damagedAmong(sources: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, AppError>> {
    const checks = sources.flatMap((source) => this.#sources.get(source)?.check ?? []);
    if (checks.length > 0) await orAbort(Promise.all(checks), signal);
    if (this.#damaged.size === 0) return NONE_DAMAGED;
    return new Map(
      sources.flatMap((source) => {
        const fault = this.#damaged.get(source);
        return fault === undefined ? [] : [[source, fault] as const];
      }),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
    const ended = this.#slots.map(({ channel }) => channel?.end());
    await Promise.all(ended);
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'The engine is closed.');
  }

  #refuseUnknown(sources: readonly string[]): void {
    this.#refuseClosed();
    for (const source of sources) {
      if (!this.#sources.has(source)) {
        throw new AppError('NOT_FOUND', `The engine has no source ${JSON.stringify(source)}.`);
      }
    }
  }

  /** Chooses a process for a call and counts it immediately, so that calls that begin together go to different processes. */
  async #taken(signal: AbortSignal | undefined, affinityKey: string | null): Promise<Slot> {
    const known = this.#affinities.get(affinityKey);
    const slot = known?.channel ? known : (this.#freeNow() ?? (await this.#free(signal)));
    slot.calls++;
    this.#affinities.set(affinityKey, slot);
    return slot;
  }

  #freeNow(): Slot | undefined {
    const [first, ...others] = this.#slots.filter(({ channel }) => channel !== null);
    return first && others.reduce((best, slot) => (slot.calls < best.calls ? slot : best), first);
  }

  /** Returns the process with the fewest calls. Waits if no process is running. */
  async #free(signal: AbortSignal | undefined): Promise<Slot> {
    for (;;) {
      this.#refuseClosed();
      const slot = this.#freeNow();
      if (slot !== undefined) return slot;
      let wake = (): void => undefined;
      const started = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#waiting.add(wake);
      try {
        await orAbort(started, signal);
      } finally {
        this.#waiting.delete(wake);
      }
    }
  }

  #start(slot: Slot): void {
    if (this.#isClosed) return;
    slot.startedAt = performance.now();
    slot.opened = new Map();
    slot.channel = new EngineChannel({
      entry: this.#options.entry ?? processEntry('./engine-process.js', import.meta.url),
      queryMebibytes: this.#options.queryMebibytes ?? QUERY_MEMORY_MEBIBYTES,
      onEnd: (channel, isOrdered, how) => this.#onEnd(slot, channel, isOrdered, how),
    });
    for (const [source, opened] of this.#sources) {
      this.#openIn(slot, source, opened).catch((fault: unknown) => {
        if (fault instanceof AppError && fault.code.startsWith('INDEX_')) this.#takeOut(source, fault);
      });
    }
    for (const wake of this.#waiting) wake();
  }

  /** If an index does not open in a replacement process, its source is taken out of service. The waiting caller asks again. */
  async #openedAgain({ opened }: Slot, source: string): Promise<void> {
    try {
      await opened.get(source);
    } catch (fault) {
      if (!(fault instanceof AppError && fault.code.startsWith('INDEX_'))) throw fault;
      throw new LostEngineError('the next one does not open an index', { sources: [source], damaged: [source] });
    }
  }

  /** Returns null if the process ends meanwhile. */
  async #openIn(
    slot: Slot,
    source: string,
    { directory, cluster }: Omit<OpenSource, 'check'>,
  ): Promise<SourceSummary | null> {
    if (slot.channel === null) return null;
    const opening = slot.channel.call('open', { source, directory, cluster });
    slot.opened.set(source, opening);
    try {
      const summary = await opening;
      if (slot.opened.get(source) === opening) slot.opened.set(source, summary);
      return summary;
    } catch (fault) {
      if (fault instanceof EngineEndedError) return null;
      throw fault;
    }
  }

  async #openAnywhere(source: string): Promise<SourceSummary> {
    const slot = await this.#free(undefined);
    return slot.opened.get(source)!;
  }

  #onEnd(slot: Slot, channel: EngineChannel, isOrdered: boolean, how: string): void {
    if (slot.channel !== channel) return;
    slot.channel = null;
    const had = [...slot.opened.keys()];
    slot.opened = new Map();
    if (this.#isClosed) return;
    this.#options.onEnded?.({ pid: channel.pid, isOrdered, how });
    if (!isOrdered) for (const source of had) this.#check(source);
    const isYoung = performance.now() - slot.startedAt < YOUNG_MILLISECONDS && !isOrdered;
    slot.delay = isYoung ? Math.min(slot.delay * 2, REPLACED_AFTER_MILLISECONDS_MAX) : REPLACED_AFTER_MILLISECONDS;
    setTimeout(() => this.#start(slot), slot.delay);
  }

  /** Checks an index. Calls for its source wait meanwhile, so that a damaged index ends only one process. */
  #check(source: string): void {
    const open = this.#sources.get(source);
    if (open === undefined) return;
    const before = open.check ?? Promise.resolve();
    const checked = before.then(() => checkIndex(open.directory, this.#options.checkEntry));
    const check = checked.then((fault) => {
      if (open.check === check) open.check = null;
      if (fault === null || this.#sources.get(source) !== open) return;
      this.#takeOut(source, fault);
    });
    open.check = check;
  }

  #takeOut(source: string, fault: AppError): void {
    if (!this.#sources.has(source)) return;
    this.drop(source);
    this.#damaged.set(source, fault);
    this.#options.onDamaged?.(source, fault);
  }
}
