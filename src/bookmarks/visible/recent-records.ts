/**
 * Cache of the newest log records for many followers, so that each record is read from the store once. Descriptions, which may
 * be long, are left out.
 */
import type { ChangeLog, CountedRecord } from '../change-log.ts';

/** Maximum number of cached records. Older records are read for each follower. */
export const RECENT_RECORDS_MAX = 1024;

export class RecentRecords {
  readonly #log: ChangeLog;
  /** Keyed by sequence number, in the order of requests. */
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
      // A record without waiting readers may fail.
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
