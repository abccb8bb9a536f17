/**
 * The newest records of a log as many readers follow them: each is read from the store once. A record is kept without what it says
 * of a set, which may be long.
 */
import type { ChangeLog, CountedRecord } from '../change-log.ts';

/** Records that are kept; an older one is read for each reader. */
export const RECENT_RECORDS_MAX = 1024;

export class RecentRecords {
  readonly #log: ChangeLog;
  /** By sequence number, in the order in which they were asked for. */
  readonly #records = new Map<number, Promise<CountedRecord>>();

  private constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** One for each log. */
  static of(log: ChangeLog): RecentRecords {
    let records = known.get(log);
    if (records === undefined) {
      records = new RecentRecords(log);
      known.set(log, records);
    }
    return records;
  }

  /** In the order of `sequences`. Rejects with BOOKMARKS_UNAVAILABLE. */
  async read(sequences: readonly number[]): Promise<readonly CountedRecord[]> {
    const first = this.#log.head().count - RECENT_RECORDS_MAX;
    const unread = sequences.filter((sequence) => !this.#records.has(sequence));
    const reading = this.#readAll(unread);
    const own = new Map(unread.map((sequence, i) => [sequence, reading.then((records) => records[i]!)]));
    for (const [sequence, record] of own) {
      // One that nobody waits for any more may fail.
      record.catch(() => this.#records.delete(sequence));
      if (sequence > first) this.#records.set(sequence, record);
    }
    this.#forgetOldest();
    return Promise.all(sequences.map((sequence) => own.get(sequence) ?? this.#records.get(sequence)!));
  }

  async #readAll(sequences: readonly number[]): Promise<readonly CountedRecord[]> {
    const records: CountedRecord[] = [];
    for await (const { record, counts } of this.#log.countedRecordsOf(sequences)) {
      const { description: _description, formerly: _formerly, items: _items, ...rest } = record;
      records.push({ record: rest, counts });
    }
    return records;
  }

  #forgetOldest(): void {
    for (const sequence of this.#records.keys()) {
      if (this.#records.size <= RECENT_RECORDS_MAX) return;
      this.#records.delete(sequence);
    }
  }
}

const known = new WeakMap<ChangeLog, RecentRecords>();
