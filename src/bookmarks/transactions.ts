/**
 * Changes memory and journal together: when a transaction returns, its changes are either on disk or undone.
 *
 * Everything here is synchronous, so no reader sees a change that is not on disk yet.
 */
import type { ChangeLog } from './change-log.ts';
import type { Journal } from './journal/journal.ts';
import { Rollback } from './rollback.ts';

export class Transactions {
  readonly rollback = new Rollback();
  readonly #journal: Journal;
  readonly #log: ChangeLog;

  constructor(journal: Journal, log: ChangeLog) {
    this.#journal = journal;
    this.#log = log;
  }

  /** Runs `action`, and returns when what it changed is on disk. If it throws, or the disk does, nothing has changed. */
  transact<T>(action: () => T): T {
    this.#journal.requireWritable();
    try {
      const value = action();
      this.#journal.commit(this.#log.chain);
      this.rollback.forget();
      return value;
    } catch (error) {
      this.rollback.backTo(0);
      this.#journal.discard(0);
      throw error;
    }
  }

  /** Runs `action` inside a transaction. If it throws, what it changed is undone, and only that. */
  attempt<T>(action: () => T): T {
    const mark = this.rollback.mark;
    const { pending } = this.#journal;
    try {
      return action();
    } catch (error) {
      this.rollback.backTo(mark);
      this.#journal.discard(pending);
      throw error;
    }
  }
}
