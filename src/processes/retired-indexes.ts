/**
 * Indexes that were dropped or replaced while requests may still read them. Each is closed when the last request is done that
 * began before that: a closed index has no memory mapped, and its files can go.
 */

/** An index, or what belongs to it. */
interface Closable {
  close(): Promise<void>;
}

/** A request at work, or a stream of an answer that is not read to its end. */
export interface Reading {
  /** Whether it may read an index that was retired at `time`: it began before. */
  readonly since: number;
}

export class RetiredIndexes {
  #clock = 0;
  readonly #calls = new Set<Reading>();
  readonly #streams = new Set<Reading>();
  #retired: { readonly index: Closable; readonly at: number; readonly mayClose: () => boolean }[] = [];

  beginCall(): Reading {
    const reading = { since: ++this.#clock };
    this.#calls.add(reading);
    return reading;
  }

  /** A stream reads what the call read that began it: one of those at work, so it counts as old as the oldest. */
  beginStream(): Reading {
    const reading = { since: Math.min(++this.#clock, ...[...this.#calls].map(({ since }) => since)) };
    this.#streams.add(reading);
    return reading;
  }

  end(reading: Reading): void {
    this.#calls.delete(reading);
    this.#streams.delete(reading);
    this.#closeUnread();
  }

  /** Nobody finds the index any more. `mayClose` is asked when nobody reads it any more either. */
  retire(index: Closable, mayClose: () => boolean): void {
    this.#retired.push({ index, at: ++this.#clock, mayClose });
    this.#closeUnread();
  }

  #closeUnread(): void {
    if (this.#retired.length === 0) return;
    const oldest = Math.min(...[...this.#calls, ...this.#streams].map(({ since }) => since));
    const unread = this.#retired.filter(({ at }) => at < oldest);
    this.#retired = this.#retired.filter(({ at }) => at >= oldest);
    for (const { index, mayClose } of unread) if (mayClose()) void index.close();
  }
}
