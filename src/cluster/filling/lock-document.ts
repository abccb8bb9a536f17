/**
 * The lock of a case in a cluster: a document that one build holds, and renews while it works. It also records the progress of
 * that build, so that the next build can resume it. A lock that is no longer renewed can be taken over.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AppError } from '../../shared/errors.ts';
import { ClusterFault, type ClusterLink } from '../link/cluster-link.ts';

const LOCKS = 'case-access-locks';
/** A build counts as dead after this many milliseconds without renewal. */
const DEAD_AFTER = 60_000;

/** A running or interrupted build. */
export interface Unfinished {
  readonly index: string;
  /** Identifies the input. A build of another state of the case, or with another layout, starts from the beginning. */
  readonly identity: string;
  readonly shards: number;
  /** Number of items of the case that are certainly in the index. */
  readonly items: number;
}

interface LockRecord {
  readonly holder: string | null;
  readonly who: string;
  readonly time: number;
  readonly build: Unfinished | null;
}

interface Found {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: LockRecord;
}

export class LockDocument {
  readonly #link: ClusterLink;
  readonly #path: string;
  readonly #holder = randomUUID();
  #version: { readonly seq: number; readonly term: number };
  #build: Unfinished | null;

  private constructor(
    link: ClusterLink,
    path: string,
    version: { seq: number; term: number },
    build: Unfinished | null,
  ) {
    this.#link = link;
    this.#path = path;
    this.#version = version;
    this.#build = build;
  }

  /** The state of an earlier build. */
  get build(): Unfinished | null {
    return this.#build;
  }

  /** Throws DATA_DIR_BUSY if another build holds it. */
  static async take(link: ClusterLink, alias: string, signal?: AbortSignal): Promise<LockDocument> {
    await makeIndex(link, signal);
    const path = `/${LOCKS}/_doc/${encodeURIComponent(alias)}`;
    const known = await link.find<Found>({ method: 'GET', path }, signal);
    if (known !== null && known._source.holder !== null && Date.now() - known._source.time < DEAD_AFTER)
      throw busy(known);
    const build = known?._source.build ?? null;
    const lock = new LockDocument(
      link,
      path,
      known === null ? { seq: -1, term: -1 } : { seq: known._seq_no, term: known._primary_term },
      build,
    );
    await lock.#write(lock.#holder, build, signal);
    return lock;
  }

  /** Throws LOCK_LOST. */
  async renew(build: Unfinished | null, signal?: AbortSignal): Promise<void> {
    await this.#write(this.#holder, build, signal);
  }

  /** Releases it, with the state of an unfinished build. */
  async release(): Promise<void> {
    await this.#write(null, this.#build).catch(() => undefined);
  }

  async #write(holder: string | null, build: Unfinished | null, signal?: AbortSignal): Promise<void> {
    const record: LockRecord = { holder, who: `${hostname()} ${process.pid}`, time: Date.now(), build };
    const { seq, term } = this.#version;
    const query: Record<string, string | number> =
      seq < 0 ? { op_type: 'create' } : { if_seq_no: seq, if_primary_term: term };
    try {
      const answer = await this.#link.ask<{ _seq_no: number; _primary_term: number }>(
        { method: 'PUT', path: this.#path, query, body: record },
        signal,
      );
      this.#version = { seq: answer._seq_no, term: answer._primary_term };
      this.#build = build;
    } catch (fault) {
      if (!(fault instanceof ClusterFault) || fault.status !== 409) throw fault;
      // A repeated request may find what its first attempt wrote.
      const now = await this.#link.find<Found>({ method: 'GET', path: this.#path }, signal);
      if (now?._source.holder !== holder || now._source.time !== record.time) {
        throw new AppError('LOCK_LOST', 'Another process has taken over the build of this case on the cluster.');
      }
      this.#version = { seq: now._seq_no, term: now._primary_term };
      this.#build = build;
    }
  }
}

function busy({ _source: { who } }: Found): AppError {
  return new AppError(
    'DATA_DIR_BUSY',
    `Another process is building this case on the cluster (${who}). Wait until it has finished.`,
  );
}

async function makeIndex(link: ClusterLink, signal: AbortSignal | undefined): Promise<void> {
  const body = {
    settings: { index: { number_of_shards: 1, auto_expand_replicas: '0-2' } },
    mappings: { dynamic: false, properties: {} },
  };
  try {
    await link.ask({ method: 'PUT', path: `/${LOCKS}`, body }, signal);
  } catch (fault) {
    if (!(fault instanceof ClusterFault) || fault.type !== 'resource_already_exists_exception') throw fault;
  }
}
