/**
 * The sources of a running server, in the order of their list. Each has a state: building, ready or failed. Two sources on one
 * path share one opening, so that an index is built and opened only once.
 */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { requireBelowRoots } from '../cases/case-roots.ts';
import { AppError } from '../shared/errors.ts';
import { Announcer } from '../shared/listening/announcer.ts';
import { RunningUses } from './running-uses.ts';
import {
  OPENING,
  type OpenProgress,
  type OpenSource,
  type OpenSourceFunction,
  type ReadySource,
  type Source,
  type SourceState,
} from './source.ts';
import { type SourceDefinition, sourceSchema } from './source-definition.ts';
import { noSource, type Refreshed, type SourceList } from './source-list.ts';

export interface SourceRegistryOptions {
  readonly openSource: OpenSourceFunction;
  /** Sources that are added at run time must be inside one of these folders. If absent, they may be anywhere. */
  readonly roots?: readonly string[];
  /** Called for each failure, for lines on stderr. Receives the error itself instead of the reason for clients. */
  readonly onFailure?: (source: SourceDefinition, fault: unknown) => void;
  /** Called when a source can be searched. */
  readonly onReady?: (source: Source) => void;
  /** Called if small parts of an index could not be built together. The source stays as it is. */
  readonly onMergeFault?: (source: SourceDefinition, fault: unknown) => void;
  /** Delay in milliseconds before small parts of an index are built together, after its source was opened. */
  readonly mergeAfter?: number;
  /** Delay in milliseconds before a source with an unreachable cluster is tried again. */
  readonly againAfter?: number;
}

const AGAIN_AFTER_MILLISECONDS = 5000;
/** A merge waits, because more files of the case may follow, and a refresh for them would cancel the merge. */
export const MERGE_AFTER_MILLISECONDS = 60_000;
/**
 * If the disk was full, the next attempt waits this many times as long, because it would read all items in vain if there is
 * still no room.
 */
export const MERGE_AGAIN_TIMES = 10;
/** Maximum number of replaced openings that requests still read. Each keeps the files of its index on disk. */
export const REPLACED_OPENINGS_MAX = 4;

export class SourceRegistry implements SourceList {
  readonly changed = new Announcer();
  readonly #openSource: OpenSourceFunction;
  readonly #roots: readonly string[] | null;
  readonly #onFailure: (source: SourceDefinition, fault: unknown) => void;
  readonly #onReady: (source: Source) => void;
  readonly #onMergeFault: (source: SourceDefinition, fault: unknown) => void;
  readonly #againAfter: number;
  readonly #mergeAfter: number;
  readonly #sources = new Map<string, MutableSource>();
  /** Openings by real path of the case. A failed opening is removed, so that the path can be tried again. */
  readonly #openings = new Map<string, Opening>();
  /**
   * Openings of sources that were taken out of service. Their files stay open until the end, because Node ends a process in
   * which an open file handle is garbage-collected.
   */
  readonly #takenOut: Opening[] = [];
  /** Openings that a refresh replaced, until the last request that may read them has ended. */
  readonly #replaced = new Set<Opening>();
  /** Running refreshes by real path of the case. */
  readonly #refreshing = new Map<string, Promise<Refreshed>>();
  /** Running merges by real path of the case. A refresh of a changed case cancels them. */
  readonly #merging = new Map<string, { readonly done: Promise<void>; readonly controller: AbortController }>();
  readonly #uses = new RunningUses();
  readonly #closing = new AbortController();

  constructor(options: SourceRegistryOptions) {
    this.#openSource = options.openSource;
    this.#roots = options.roots ?? null;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#onReady = options.onReady ?? (() => undefined);
    this.#onMergeFault = options.onMergeFault ?? (() => undefined);
    this.#againAfter = options.againAfter ?? AGAIN_AFTER_MILLISECONDS;
    this.#mergeAfter = options.mergeAfter ?? MERGE_AFTER_MILLISECONDS;
  }

  list(): readonly Source[] {
    return [...this.#sources.values()].filter((source) => source.isListed);
  }

  listAll(): readonly Source[] {
    return [...this.#sources.values()];
  }

  get(id: string): Source {
    const source = this.#sources.get(id);
    if (source === undefined) throw noSource(id);
    return source;
  }

  getReady(id: string): ReadySource {
    const source = this.get(id);
    switch (source.state.kind) {
      case 'ready':
        return { id, ...source.state.open };
      case 'building':
        throw buildingError(source, source.state.progress);
      case 'failed':
        if (source.state.isUnreachable) {
          throw new AppError('CLUSTER_AWAY', `Source ${JSON.stringify(id)} is unreachable: ${source.state.reason}`);
        }
        throw new AppError('SOURCE_UNAVAILABLE', `Source ${JSON.stringify(id)} did not open: ${source.state.reason}`);
    }
  }

  /**
   * Lists all of `definitions` at once and opens them. Resolves when each is ready or has failed. A failure is a state, never a
   * rejection. Throws AppError ALREADY_EXISTS before anything is opened.
   */
  async load(definitions: readonly SourceDefinition[]): Promise<void> {
    for (const definition of definitions) this.#refuseKnown(definition.id);
    const sources = definitions.map((definition) => this.#enter(definition, true));
    this.changed.announce();
    await Promise.all(
      sources.map(async (source) => {
        try {
          source.state = { kind: 'ready', open: await this.#open(source) };
          this.#announceReady(source);
        } catch (fault) {
          this.#fail(source, fault);
        }
      }),
    );
  }

  /**
   * Adds a source at run time; resolves when it can be searched. If it cannot be opened, nothing is kept and the
   * error is thrown: CASE_UNREADABLE if `path` is not a case. Throws AppError ALREADY_EXISTS for an id that is
   * taken, INVALID_REQUEST for an invalid id or path.
   */
  async add(id: string, path: string): Promise<Source> {
    const fault = sourceSchema.safeParse({ id, path }).error?.issues[0];
    if (fault !== undefined) {
      const member = fault.path[0] === 'id' ? 'The source id' : 'The path of the source';
      throw new AppError('INVALID_REQUEST', `${member} ${fault.message}.`);
    }
    this.#refuseKnown(id);
    const source = this.#enter({ id, path }, false);
    try {
      source.state = { kind: 'ready', open: await this.#open(source, source.roots) };
      // The source is listed last, whatever was added meanwhile, to keep the order of answers stable.
      this.#sources.delete(id);
      this.#sources.set(id, source);
      source.isListed = true;
      this.#announceReady(source);
      return source;
    } catch (fault) {
      this.#sources.delete(id);
      if (!(fault instanceof AppError)) throw fault;
      throw new AppError(fault.code, reasonForClients(source, fault), { cause: fault });
    }
  }

  /**
   * Opens the case of a source again if it has changed. Builds its index first, then replaces the earlier state for all sources
   * on the same path. The earlier state answers until then, and stays if the case cannot be read. A source that failed is
   * opened again. Calls on one path share one refresh. Throws AppError NOT_FOUND, SOURCE_BUILDING, OVERLOADED if requests still
   * read too many earlier states, and the errors of opening.
   */
  async refresh(id: string): Promise<Refreshed> {
    const source = this.#sources.get(id);
    if (source === undefined) throw noSource(id);
    this.#refuseClosing();
    const key = await this.#keyOf(source);
    const running = this.#refreshing.get(key);
    if (running !== undefined) return running;
    const { state } = source;
    if (state.kind === 'building') throw buildingError(source, state.progress);
    const opening = state.kind === 'ready' ? this.#replace(key, source, state.open) : this.#openFailed(key, source);
    const refreshed = opening
      .catch((fault: unknown) => {
        if (!(fault instanceof AppError)) throw fault;
        throw new AppError(fault.code, reasonForClients(source, fault), { cause: fault });
      })
      .finally(() => this.#refreshing.delete(key));
    this.#refreshing.set(key, refreshed);
    return refreshed;
  }

  hold(): () => void {
    return this.#uses.begin();
  }

  /**
   * Takes a source out of service because its index is damaged, with every other source on the same opening. Its readers stay
   * open until `close`, because running requests may still use them. `name` names the opening that has the fault.
   */
  takeOut(id: string, fault: unknown, name?: string): void {
    const state = this.#sources.get(id)?.state;
    if (state?.kind !== 'ready' || (name !== undefined && state.open.name !== name)) return;
    // If the path is added again, it is opened again.
    for (const [key, opening] of this.#openings) {
      void opening.promise.then(
        (open) => {
          if (open !== state.open || !this.#openings.delete(key)) return;
          this.#takenOut.push(opening);
        },
        () => undefined,
      );
    }
    for (const source of this.#sources.values()) {
      if (source.state.kind !== 'ready' || source.state.open !== state.open) continue;
      this.#fail(source, fault);
    }
  }

  #announceReady(source: MutableSource): void {
    this.#onReady(source);
    this.changed.announce();
    if (source.state.kind !== 'ready' || source.state.open.isMergeDue !== true) return;
    this.#mergeLater(source, source.state.open, this.#mergeAfter);
  }

  #mergeLater(source: MutableSource, open: OpenSource, milliseconds: number): void {
    setTimeout(() => void this.#merge(source, open), milliseconds).unref();
  }

  /** Builds small parts of the index together, unless the source was opened again since, or is being refreshed. */
  async #merge(source: MutableSource, before: OpenSource): Promise<void> {
    const key = await this.#keyOf(source);
    const isSame = source.state.kind === 'ready' && source.state.open === before;
    const isBusy = this.#refreshing.has(key) || this.#merging.has(key) || this.#replaced.size >= REPLACED_OPENINGS_MAX;
    if (!isSame || isBusy || this.#closing.signal.aborted) return;
    const controller = new AbortController();
    const done = this.#openAgain(key, source, controller.signal).then(
      () => undefined,
      (fault: unknown) => {
        const code = fault instanceof AppError ? fault.code : null;
        if (code !== 'CANCELLED') this.#onMergeFault(source, fault);
        if (code === 'DISK_FULL') this.#mergeLater(source, before, MERGE_AGAIN_TIMES * this.#mergeAfter);
      },
    );
    this.#merging.set(key, { done, controller });
    await done;
    this.#merging.delete(key);
  }

  #fail(source: MutableSource, fault: unknown): void {
    const isUnreachable = fault instanceof AppError && fault.code === 'CLUSTER_AWAY';
    source.state = { kind: 'failed', reason: reasonForClients(source, fault), isUnreachable };
    this.#onFailure(source, fault);
    this.changed.announce();
    if (isUnreachable) setTimeout(() => void this.#tryAgain(source), this.#againAfter).unref();
  }

  /** Opens the source again after a while, until its cluster can be reached. */
  async #tryAgain(source: MutableSource): Promise<void> {
    if (this.#closing.signal.aborted || this.#sources.get(source.id) !== source) return;
    try {
      source.state = { kind: 'ready', open: await this.#open(source) };
      this.#announceReady(source);
    } catch (fault) {
      this.#fail(source, fault);
    }
  }

  /** The same for all sources of an index, given the engine's name for it. */
  takeOutNamed(name: string, fault: unknown): void {
    for (const { id, state } of this.#sources.values()) {
      if (state.kind === 'ready' && state.open.name === name) this.takeOut(id, fault);
    }
  }

  /** Closes every opened case and index, including those still being opened, as soon as possible. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#refreshing.values(), ...[...this.#merging.values()].map(({ done }) => done)]);
    const openings = [...this.#openings.values(), ...this.#takenOut.splice(0), ...this.#replaced];
    this.#openings.clear();
    this.#replaced.clear();
    await Promise.all(
      openings.map(async (opening) => {
        const open = await opening.promise.catch(() => null);
        await open?.close();
      }),
    );
  }

  async #cancelMerge(key: string): Promise<void> {
    const merging = this.#merging.get(key);
    merging?.controller.abort(new AppError('CANCELLED', 'the case is being refreshed'));
    await merging?.done;
  }

  async #openFailed(key: string, source: MutableSource): Promise<Refreshed> {
    source.state = { kind: 'building', progress: null };
    this.changed.announce();
    try {
      await this.#cancelMerge(key);
      source.state = { kind: 'ready', open: await this.#open(source, source.roots) };
      this.#announceReady(source);
      return { isChanged: true, items: source.state.open.summary.itemCount };
    } catch (fault) {
      this.#fail(source, fault);
      throw fault;
    }
  }

  async #replace(key: string, source: MutableSource, before: OpenSource): Promise<Refreshed> {
    if ((await before.lookAgain()) === before.fingerprint) {
      return { isChanged: false, items: before.summary.itemCount };
    }
    await this.#cancelMerge(key);
    if (this.#replaced.size >= REPLACED_OPENINGS_MAX) {
      const finding = `Requests still read ${this.#replaced.size} earlier states of sources`;
      throw new AppError('OVERLOADED', `${finding}. Try again after they have ended.`);
    }
    const open = await this.#openAgain(key, source);
    return { isChanged: true, items: open.summary.itemCount };
  }

  /**
   * Replaces the state of all sources on a path. If `merging` is given, small parts of the index are merged until this signal
   * fires.
   */
  async #openAgain(key: string, source: MutableSource, merging?: AbortSignal): Promise<OpenSource> {
    const opening = this.#launch(source, source.roots, merging);
    const open = await opening.promise;
    const replaced = this.#openings.get(key);
    this.#openings.set(key, opening);
    for (const other of this.#sources.values()) {
      if (other.state.kind === 'building' || !other.isListed || (await this.#keyOf(other)) !== key) continue;
      other.state = { kind: 'ready', open };
      this.#announceReady(other);
    }
    if (replaced !== undefined) void this.#closeUnused(replaced);
    return open;
  }

  async #closeUnused(opening: Opening): Promise<void> {
    this.#replaced.add(opening);
    await this.#uses.ended();
    // If it is no longer in the set, the registry was closed and has closed the opening, too.
    if (this.#replaced.delete(opening)) await (await opening.promise).close();
  }

  #refuseClosing(): void {
    if (this.#closing.signal.aborted) throw new AppError('OVERLOADED', 'The server is stopping.');
  }

  #refuseKnown(id: string): void {
    this.#refuseClosing();
    if (this.#sources.has(id)) throw new AppError('ALREADY_EXISTS', `There is already a source ${JSON.stringify(id)}.`);
  }

  #enter(definition: SourceDefinition, isListed: boolean): MutableSource {
    const source: MutableSource = {
      id: definition.id,
      path: definition.path,
      resolvedPath: definition.resolvedPath ?? resolve(definition.path),
      ...(definition.mapping === undefined ? {} : { mapping: definition.mapping }),
      ...(definition.engine === undefined ? {} : { engine: definition.engine }),
      isListed,
      roots: isListed ? null : this.#roots,
      state: { kind: 'building', progress: null },
    };
    this.#sources.set(source.id, source);
    return source;
  }

  #keyOf({ resolvedPath }: MutableSource): Promise<string> {
    return realpath(resolvedPath).catch(() => resolvedPath);
  }

  /** `roots` are the folders of which one must contain the case, even if the case is already open. */
  async #open(source: MutableSource, roots: readonly string[] | null = null): Promise<OpenSource> {
    const onProgress = (progress: OpenProgress): void => {
      if (source.state.kind === 'building') source.state = { kind: 'building', progress };
    };
    const key = await this.#keyOf(source);
    if (roots !== null) await requireBelowRoots(source.path, key, roots);
    const opening = this.#openings.get(key) ?? this.#start(key, source, roots);
    opening.listeners.add(onProgress);
    // The source joined a running opening, or the opening has already reported progress.
    if (opening.progress !== null) onProgress(opening.progress);
    try {
      return await opening.promise;
    } finally {
      opening.listeners.delete(onProgress);
    }
  }

  #start(key: string, source: MutableSource, roots: readonly string[] | null): Opening {
    const opening = this.#launch(source, roots);
    this.#openings.set(key, opening);
    opening.promise.catch(() => this.#openings.delete(key));
    return opening;
  }

  #launch(
    { resolvedPath, mapping, engine }: MutableSource,
    roots: readonly string[] | null,
    merging: AbortSignal | null = null,
  ): Opening {
    const listeners = new Set<(progress: OpenProgress) => void>();
    let last: OpenProgress | null = null;
    const onProgress = (progress: OpenProgress): void => {
      last = progress;
      for (const listener of listeners) listener(progress);
    };
    const options = { ...(mapping === undefined ? {} : { mapping }), ...(roots === null ? {} : { roots }) };
    const signal = merging === null ? this.#closing.signal : AbortSignal.any([this.#closing.signal, merging]);
    const promise = this.#openSource(resolvedPath, onProgress, signal, options, engine, merging !== null);
    return {
      promise,
      listeners,
      get progress() {
        return last;
      },
    };
  }
}

interface MutableSource extends SourceDefinition {
  readonly resolvedPath: string;
  isListed: boolean;
  /** The folders of which one must contain the case. Null if it may be anywhere. */
  readonly roots: readonly string[] | null;
  state: SourceState;
}

interface Opening {
  readonly promise: Promise<OpenSource>;
  readonly listeners: Set<(progress: OpenProgress) => void>;
  /** The last reported state. */
  readonly progress: OpenProgress | null;
}

function buildingError(source: Source, progress: OpenProgress | null): AppError {
  const name = JSON.stringify(source.id);
  if (progress === null || progress.phase === OPENING.phase) {
    return new AppError('SOURCE_BUILDING', `Source ${name} is being opened. Try again soon.`);
  }
  const share = progress.fraction === null ? '' : `, ${Math.floor(progress.fraction * 100)} %`;
  return new AppError(
    'SOURCE_BUILDING',
    `The index of source ${name} is being built (${progress.phase}${share}, ${progress.items} items so far). Try again soon.`,
  );
}

/**
 * Messages of AppErrors are written for clients; those of other errors may contain anything. Paths are shown as the user gave
 * them, never resolved.
 */
function reasonForClients(source: MutableSource, fault: unknown): string {
  if (!(fault instanceof AppError)) return 'an internal error; the log of the server has the details';
  return fault.message.replaceAll(source.resolvedPath, source.path);
}
