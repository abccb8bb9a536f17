/**
 * Indexes that were dropped or replaced while requests may still read them. Each is closed after the last request that began
 * before. Closing an index unmaps its memory, so that its files can be removed.
 */

/** An index, or an object that belongs to it. */
interface Closable {
  close(): Promise<void>;
}

/** A running request, or a stream of an answer that is not read to its end. */
export interface Reading {
  /** The time at which it began. It may read indexes that were retired later. */
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

  /**
   * A stream reads the indexes of the call that began it, which is still running. So it counts as old as the oldest running
   * call.
   */
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

  /** Call this when the index can no longer be found. `mayClose` is called after its last reader. */
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
