/** The sources that a request can use: all of a server's, or those that one viewer may see. */
import { AppError } from '../shared/errors.ts';
import type { Announcer } from '../shared/listening/announcer.ts';
import type { ReadySource, Source } from './source.ts';

export interface SourceList {
  /** Announces that a source was added or changed its state. */
  readonly changed: Announcer;
  /** Every source that can be requested, in listed order. Sources that `add` is still opening are not included. */
  list(): readonly Source[];
  /** `list`, and those that `add` is still opening: for the status page. */
  listAll(): readonly Source[];
  /**
   * Throws AppError NOT_FOUND, whose message names the source. Also finds a source that is being added: its state is building.
   */
  get(id: string): Source;
  /**
   * Throws AppError NOT_FOUND, SOURCE_BUILDING or SOURCE_UNAVAILABLE, whose message names the source and its progress or fault.
   */
  getReady(id: string): ReadySource;
  /** Adds a source at run time; resolves when it can be searched. */
  add(id: string, path: string): Promise<Source>;
  /** `name` names the opening that has the fault. If the source was opened again since then, it stays. */
  takeOut(id: string, fault: unknown, name?: string): void;
  /** Opens the case of a source again if it has changed. The earlier state answers until then. */
  refresh(id: string): Promise<Refreshed>;
  /** Keeps the current openings open until the returned function is called. */
  hold(): () => void;
}

export interface Refreshed {
  /** False if the case has not changed. Then nothing was opened. */
  readonly isChanged: boolean;
  readonly items: number;
}

export function noSource(id: string): AppError {
  return new AppError('NOT_FOUND', `There is no source ${JSON.stringify(id)}.`);
}

/** Only some of the sources. Others seem not to exist. */
export class VisibleSources implements SourceList {
  readonly #all: SourceList;
  readonly #seen: ReadonlySet<string>;

  constructor(all: SourceList, seen: ReadonlySet<string>) {
    this.#all = all;
    this.#seen = seen;
  }

  /** Also announces changes of other sources, which do not show in the lists. */
  get changed(): Announcer {
    return this.#all.changed;
  }

  list(): readonly Source[] {
    return this.#all.list().filter(({ id }) => this.#seen.has(id));
  }

  listAll(): readonly Source[] {
    return this.#all.listAll().filter(({ id }) => this.#seen.has(id));
  }

  get(id: string): Source {
    if (!this.#seen.has(id)) throw noSource(id);
    return this.#all.get(id);
  }

  getReady(id: string): ReadySource {
    if (!this.#seen.has(id)) throw noSource(id);
    return this.#all.getReady(id);
  }

  /**
   * The viewer can add only sources that it may see. It would not see another one, and the error for a taken name would reveal
   * that a hidden source exists.
   */
  async add(id: string, path: string): Promise<Source> {
    if (this.#seen.has(id)) return this.#all.add(id, path);
    throw new AppError('FORBIDDEN', `You may not add a source ${JSON.stringify(id)}: you do not have access to it.`);
  }

  takeOut(id: string, fault: unknown, name?: string): void {
    if (this.#seen.has(id)) this.#all.takeOut(id, fault, name);
  }

  async refresh(id: string): Promise<Refreshed> {
    if (!this.#seen.has(id)) throw noSource(id);
    return this.#all.refresh(id);
  }

  hold(): () => void {
    return this.#all.hold();
  }
}
