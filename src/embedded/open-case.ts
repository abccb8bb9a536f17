/**
 * The engine as a library, for programs that search a case without a server: opens a case, searches it, reads items. One
 * process at a time may build in a data directory; any number may search at the same time.
 */
import { resolve } from 'node:path';
import { parseQuery } from '../../grammar/parse.ts';
import { openCase as openReader } from '../cases/open-case.ts';
import { checkDataDir } from '../data-dir/data-dir.ts';
import { acquireDataLock } from '../data-dir/data-lock.ts';
import { readIndexState } from '../indexing/index-state.ts';
import { Coordinator } from '../search/combined/coordinator.ts';
import { DamageWatch } from '../search/damage-watch.ts';
import { ItemReader } from '../search/item-reader.ts';
import { takeSets } from '../search/set-clauses.ts';
import { AppError } from '../shared/errors.ts';
import { type OpenedSource, openSource } from '../sources/open-source.ts';

export interface OpenCaseOptions {
  /** Data directory for the index, never inside the case. */
  readonly data: string;
  /**
   * Builds an index that is missing or stale; default true. If false, a missing index is an error, and a stale one sets
   * `isStale`.
   */
  readonly build?: boolean;
  /** Cancels the build. */
  readonly signal?: AbortSignal;
}

export interface SearchOptions {
  /** Operator between words without one. Default: `OR`. */
  readonly defaultOperator?: 'AND' | 'OR';
  readonly signal?: AbortSignal;
}

export interface FoundItem {
  readonly id: number;
  /** Values by property, as the case has them. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

export interface OpenedCase {
  /** True if the case changed after its index was built: answers describe the earlier case. */
  readonly isStale: boolean;
  /** Ids of all items that a query finds, ascending. Throws QuerySyntaxError with `position` and `expected`. */
  search(query: string, options?: SearchOptions): Promise<Uint32Array>;
  /** Items with these ids, in order; null for an unknown id. */
  items(ids: ArrayLike<number>, signal?: AbortSignal): Promise<readonly (FoundItem | null)[]>;
  close(): Promise<void>;
}

/**
 * Opens a case of any supported format, and its index. Errors have a `code`: CASE_UNREADABLE, DATA_DIR_BUSY if another process
 * builds, and without `build` INDEX_MISSING, INDEX_FORMAT and INDEX_CORRUPT.
 */
export async function openCase(path: string, { data, build = true, signal }: OpenCaseOptions): Promise<OpenedCase> {
  const casePath = resolve(path);
  const lock = build && (await needsBuild(casePath, data)) ? await acquireDataLock(data) : null;
  try {
    const holding = lock === null ? {} : { lock: lock.token };
    const ending = signal === undefined ? {} : { signal };
    const source = await openSource(casePath, { dataDir: data, buildIfNeeded: lock !== null, ...holding, ...ending });
    return new SearchableCase(source);
  } finally {
    lock?.release();
  }
}

/** Opens a current index without the lock, so that it works beside a server. */
async function needsBuild(casePath: string, data: string): Promise<boolean> {
  const reader = await openReader(casePath);
  try {
    const dataDir = checkDataDir(data, [reader.realPath]);
    return (await readIndexState(dataDir, reader, await reader.fingerprint())).kind !== 'current';
  } finally {
    await reader.close();
  }
}

const NEVER = new AbortController().signal;

class SearchableCase implements OpenedCase {
  readonly isStale: boolean;
  readonly #source: OpenedSource & { readonly id: string };
  readonly #coordinator: Coordinator<OpenedSource & { readonly id: string }>;
  readonly #items: ItemReader<OpenedSource & { readonly id: string }>;

  constructor(source: OpenedSource) {
    // Damage to the index is an error, because there is no other source.
    const watch = new DamageWatch<OpenedSource & { readonly id: string }>((_, fault) => fault);
    this.isStale = source.isStale;
    this.#source = { id: 'case', ...source };
    this.#coordinator = new Coordinator(watch);
    this.#items = new ItemReader(watch);
  }

  async search(text: string, { defaultOperator = 'OR', signal = NEVER }: SearchOptions = {}): Promise<Uint32Array> {
    const { query, clauses } = takeSets(parseQuery(text, { defaultOperator }));
    const [named] = clauses;
    if (named !== undefined) {
      throw new AppError('USAGE', `${named.field}: needs a server; a case alone has no bookmarks, notes or sources.`);
    }
    const { hits, damaged } = await this.#coordinator.search([this.#source], { query, want: ['ids'] }, signal);
    for (const { fault } of damaged) throw fault;
    const found: number[] = [];
    for await (const batches of hits) for (const { ids } of batches) for (const id of ids) found.push(id);
    return Uint32Array.from(found);
  }

  async items(ids: ArrayLike<number>, signal = NEVER): Promise<readonly (FoundItem | null)[]> {
    const records = await this.#items.records(this.#source, Uint32Array.from(ids), signal);
    return records.map((record, i) => record && { id: ids[i]!, properties: new Map(record.properties) });
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
