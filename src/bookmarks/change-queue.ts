/**
 * Puts changes that arrive together into one transaction, so that they share its waits for the disk.
 *
 * A change is applied separately inside the transaction: a refused one leaves no trace and does not affect its
 * neighbours. It is acknowledged after the transaction, when it is on disk; if the transaction fails, all of it fails.
 */
import type { Transactions } from './transactions.ts';

/** Number of references after which the next change waits for another transaction: bounds how long the event loop stalls. */
const BATCH_REFERENCES_MAX = 1_000_000;
const BATCH_CHANGES_MAX = 256;

interface Waiting {
  readonly references: number;
  readonly apply: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

export class ChangeQueue {
  readonly #transactions: Transactions;
  #waiting: Waiting[] = [];
  #scheduled = false;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** Runs `apply` in a transaction, in the order of the calls; resolves to its result when that is on disk. */
  submit<T>(references: number, apply: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ references, apply, resolve: resolve as (value: never) => void, reject });
      this.#schedule();
    });
  }

  /** Applies the waiting changes. */
  drain(): void {
    while (this.#waiting.length > 0) this.#applyBatch();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#applyBatch();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #applyBatch(): void {
    const batch = this.#takeBatch();
    if (batch.length === 0) return;
    const outcomes: (() => void)[] = [];
    try {
      this.#transactions.transact(() => {
        for (const { apply, resolve, reject } of batch) {
          try {
            const value = this.#transactions.attempt(apply) as never;
            outcomes.push(() => resolve(value));
          } catch (error) {
            outcomes.push(() => reject(error));
          }
        }
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  #takeBatch(): Waiting[] {
    let references = 0;
    let count = 0;
    while (count < this.#waiting.length && count < BATCH_CHANGES_MAX && references < BATCH_REFERENCES_MAX) {
      references += this.#waiting[count++]!.references;
    }
    return this.#waiting.splice(0, count);
  }
}
