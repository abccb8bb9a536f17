/**
 * Changes memory and store together. A batch of changes is applied to the state and rolled back again, which gives its records.
 * These are written to disk, and then the changes are applied in memory again. So no reader sees a change that is not on disk
 * yet.
 */
import type { ChangeLog } from './change-log.ts';
import { Steps } from './steps.ts';
import type { StoreConnection } from './store/store-connection.ts';

export class Transactions {
  readonly steps = new Steps();
  readonly #store: StoreConnection;
  readonly #log: ChangeLog;

  constructor(store: StoreConnection, log: ChangeLog) {
    this.#store = store;
    this.#log = log;
  }

  /** Runs `action`, which changes memory, and resolves when the changes are on disk. On rejection, they are not acknowledged. */
  async transact(action: () => void): Promise<void> {
    this.#store.requireWritable();
    let redo: () => void;
    let records: readonly Buffer[];
    let chain: ChangeLog['chain'];
    try {
      action();
      ({ chain } = this.#log);
      records = this.#log.takeWaiting();
    } finally {
      redo = this.steps.rollback();
    }
    if (records.length === 0) return;
    const { isOnDisk, fault } = await this.#store.commit(records, chain);
    if (isOnDisk) {
      redo();
      this.#log.forgetWaiting();
    }
    if (fault !== null) throw fault;
  }

  /** Runs `action` inside a transaction. If it throws, only its own changes are rolled back. */
  attempt<T>(action: () => T): T {
    const { mark } = this.steps;
    try {
      return action();
    } catch (error) {
      this.steps.backTo(mark);
      throw error;
    }
  }
}
