/**
 * Batches changes that arrive together into one transaction, so that they share its waits for the disk.
 *
 * Each change is applied separately inside the transaction. A refused change leaves no trace and does not affect the others.
 * Changes are acknowledged after the transaction, when they are on disk. If the transaction fails, all its changes fail. New
 * changes collect meanwhile.
 */
import type { Transactions } from './transactions.ts';

/** A batch is closed at this number of references, which bounds the time that the event loop is blocked. */
const BATCH_REFERENCES_MAX = 131_072;
const BATCH_CHANGES_MAX = 256;

interface Waiting {
  readonly references: number;
  /** Runs before the transaction, and after all earlier changes. Such a change is always the first of its batch. */
  readonly prepare: (() => Promise<void>) | null;
  readonly apply: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

export class ChangeQueue {
  readonly #transactions: Transactions;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** Runs `apply` in a transaction, in call order. Resolves to its result when that is on disk. */
  submit<T>(references: number, apply: () => T, prepare: (() => Promise<void>) | null = null): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ references, prepare, apply, resolve: resolve as (value: never) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no change is pending. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // Changes that arrive in the same turn share the transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const [first, ...others] = this.#takeBatch();
      await this.#applyBatch((await isPrepared(first!)) ? [first!, ...others] : others);
    }
    this.#running = null;
  }

  async #applyBatch(batch: readonly Waiting[]): Promise<void> {
    const outcomes: (() => void)[] = [];
    try {
      await this.#transactions.transact(() => {
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
      if (count > 0 && this.#waiting[count]!.prepare !== null) break;
      references += this.#waiting[count++]!.references;
    }
    return this.#waiting.splice(0, count);
  }
}

/** Rejects the change and returns false if it cannot be prepared. Other changes of the batch are unaffected. */
async function isPrepared({ prepare, reject }: Waiting): Promise<boolean> {
  try {
    await prepare?.();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
