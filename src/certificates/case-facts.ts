/** The facts about a case in a certificate, read in a separate process, so that a server can answer others meanwhile. */
import { fork } from 'node:child_process';
import type { CaseOptions } from '../cases/case-format.ts';
import { openCase } from '../cases/open-case.ts';
import { onEndOf } from '../shared/ends/child-end.ts';
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
  /** Has the report of its build. */
  readonly dataDir: string;
  readonly options: CaseOptions;
}

export async function readCaseFacts({ path, dataDir, options }: FactsOrder): Promise<CaseFacts> {
  const reader = await openCase(path, undefined, options);
  try {
    const { identity: caseIdentity } = await readCaseIdentity(reader);
    return { caseIdentity, unreadable: await readUnreadable(dataDir, reader.realPath) };
  } finally {
    await reader.close();
  }
}

/** Cases that are read at the same time. */
const READ_AT_ONCE_MAX = 2;

/** Reads each case once, as long as `key` is the same: a served index does not change. */
export class CaseFactsReader {
  readonly #shared: CaseOptions;
  readonly #known = new WeakMap<object, Promise<CaseFacts>>();
  readonly #processes = new Set<ReturnType<typeof fork>>();
  readonly #semaphore = new Semaphore(READ_AT_ONCE_MAX);

  /** `shared`: options for every case. */
  constructor(shared: CaseOptions = {}) {
    this.#shared = shared;
  }

  /** Throws the errors of the case, and AppError SOURCE_UNAVAILABLE if the reading process ends. */
  factsOf(key: object, { path, dataDir, options }: FactsOrder): Promise<CaseFacts> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const order = { path, dataDir, options: { ...this.#shared, ...options } };
    const facts = this.#semaphore.run(() => this.#read(order));
    this.#known.set(key, facts);
    facts.catch(() => this.#known.delete(key));
    return facts;
  }

  close(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
  }

  #read(order: FactsOrder): Promise<CaseFacts> {
    // Processes run compiled files only.
    if (import.meta.url.endsWith('.ts')) return readCaseFacts(order);
    const child = fork(new URL('./case-facts-process.js', import.meta.url), [JSON.stringify(order)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#processes.add(child);
    return new Promise((resolve, reject) => {
      child.on('message', (answer: CaseFacts | { readonly fault: string }) => {
        if (!('fault' in answer)) resolve(answer);
        else reject(new AppError('SOURCE_UNAVAILABLE', answer.fault));
      });
      child.on('error', reject);
      onEndOf(child, (code, signal) => {
        this.#processes.delete(child);
        const how = signal ?? `exit code ${code}`;
        reject(new AppError('SOURCE_UNAVAILABLE', `The process that read the case ended (${how}). Try again.`));
      });
    });
  }
}
