/**
 * The facts about a case in a certificate, read in a separate process, so that a server can answer other requests meanwhile.
 */
import type { CaseOptions } from '../cases/case-format.ts';
import { openCase } from '../cases/open-case.ts';
import { ChildEndedError, callOnce } from '../shared/child/child-calls.ts';
import { AppError } from '../shared/errors.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { readCaseIdentity } from './case-identity.ts';
import { readUnreadable, type Unreadable } from './unread-parts.ts';

export interface CaseFacts {
  readonly caseIdentity: string;
  readonly unreadable: Unreadable;
}

export interface FactsOrder {
  readonly path: string;
  /** State of the case's files when they were indexed. */
  readonly fingerprint: string;
  /** The data directory that has the report of the build. */
  readonly dataDir: string;
  readonly options: CaseOptions;
}

export interface FactsCalls {
  read: { argument: FactsOrder; result: CaseFacts };
}

/** Throws the errors of the case, and AppError CONFLICT if its files have changed since they were indexed. */
export async function readCaseFacts({ path, fingerprint, dataDir, options }: FactsOrder): Promise<CaseFacts> {
  const reader = await openCase(path, undefined, options);
  try {
    const { identity: caseIdentity } = await readCaseIdentity(reader);
    // This is checked after reading, so that a change during reading is noticed, too.
    if ((await reader.fingerprint()) !== fingerprint) {
      throw new AppError('CONFLICT', 'its files have changed since they were indexed');
    }
    return { caseIdentity, unreadable: await readUnreadable(dataDir, reader.realPath) };
  } finally {
    await reader.close();
  }
}

/** Maximum number of cases that are read at the same time. */
const READ_AT_ONCE_MAX = 2;

/** Reads each case once, as long as `key` is the same: a served index does not change. */
export class CaseFactsReader {
  readonly #shared: CaseOptions;
  readonly #known = new WeakMap<object, Promise<CaseFacts>>();
  readonly #closing = new AbortController();
  readonly #semaphore = new Semaphore(READ_AT_ONCE_MAX);

  /** `shared` has options for all cases. */
  constructor(shared: CaseOptions = {}) {
    this.#shared = shared;
  }

  /** Throws the errors of the case, and AppError SOURCE_UNAVAILABLE if the reading process ends. */
  factsOf(key: object, { options, ...about }: FactsOrder): Promise<CaseFacts> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const order = { ...about, options: { ...this.#shared, ...options } };
    const facts = this.#semaphore.run(() => this.#read(order), this.#closing.signal);
    this.#known.set(key, facts);
    facts.catch(() => this.#known.delete(key));
    return facts;
  }

  close(): void {
    this.#closing.abort();
  }

  async #read(order: FactsOrder): Promise<CaseFacts> {
    // Processes run compiled files only.
    if (import.meta.url.endsWith('.ts')) return readCaseFacts(order);
    const entry = new URL('./case-facts-process.js', import.meta.url);
    const { signal } = this.#closing;
    try {
      return await callOnce<FactsCalls, 'read'>({ entry }, 'read', order, { signal, graceMs: 0 });
    } catch (error) {
      if (!(error instanceof ChildEndedError)) throw error;
      throw new AppError('SOURCE_UNAVAILABLE', `The process that read the case ended (${error.message}). Try again.`);
    }
  }
}
