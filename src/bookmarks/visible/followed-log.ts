/**
 * The growing log of one viewer, oldest record first. It has the same records, with the same numbers of items, as
 * `BookmarkHistory.changes`. Whether a viewer sees a record never changes, so a sequence number is a position to continue from.
 */
import { Slice } from '../../shared/slices.ts';
import type { ChangeLog, CountedRecord, HashedRecord } from '../change-log.ts';
import type { Includes } from '../references.ts';
import { RecentRecords } from './recent-records.ts';

/** Records examined between two checks of the clock. */
const STRIDE = 4096;

export interface FollowedRecords {
  readonly records: readonly HashedRecord[];
  /** The last examined record, visible or not. */
  readonly through: number;
}

export class FollowedLog {
  readonly #log: ChangeLog;
  readonly #isSeen: Includes | null;
  readonly #recordsSeen: () => Promise<(sequence: number) => boolean>;

  /** `isSeen`: the sources whose items count, null for all. `recordsSeen`: the visible records. */
  constructor(log: ChangeLog, isSeen: Includes | null, recordsSeen: () => Promise<(sequence: number) => boolean>) {
    this.#log = log;
    this.#isSeen = isSeen;
    this.#recordsSeen = recordsSeen;
  }

  /** Records on disk, visible or not. */
  get count(): number {
    return this.#log.head().count;
  }

  /** The time of the record, in milliseconds since 1970. */
  timeOf(sequence: number): number {
    return this.#log.timeOf(sequence);
  }

  /** Whether more than `max` records follow `after`. Rejects with BOOKMARKS_UNAVAILABLE. */
  async isFollowedByMore(after: number, max: number): Promise<boolean> {
    const { count } = this;
    if (count - after <= max) return false;
    const { sequences } = await this.#seenAfter(after, max + 1, count);
    return sequences.length > max;
  }

  /** Returns at most `limit` records after `after`, oldest first. Rejects with BOOKMARKS_UNAVAILABLE. */
  async after(after: number, limit: number): Promise<FollowedRecords> {
    const { sequences, through } = await this.#seenAfter(after, limit, this.count);
    const records = await RecentRecords.of(this.#log).read(sequences);
    return {
      records: records.map((counted) => shownTo(this.#isSeen, counted)),
      through,
    };
  }

  /** Returns the last visible record, or 0 if there is none. Rejects with BOOKMARKS_UNAVAILABLE. */
  async last(): Promise<number> {
    const { count } = this;
    const isSeen = await this.#recordsSeen();
    const slice = new Slice();
    for (let sequence = count; sequence > 0; sequence--) {
      if (isSeen(sequence)) return sequence;
      if (sequence % STRIDE === 0) await slice.giveWay();
    }
    return 0;
  }

  /** `count`: number of records on disk before visibility was checked. Later records may not be visible. */
  async #seenAfter(after: number, limit: number, count: number): Promise<{ sequences: number[]; through: number }> {
    const sequences: number[] = [];
    if (after >= count) return { sequences, through: after };
    const isSeen = await this.#recordsSeen();
    const slice = new Slice();
    let through = after;
    while (through < count && sequences.length < limit) {
      through++;
      if (isSeen(through)) sequences.push(through);
      if (through % STRIDE === 0) await slice.giveWay();
    }
    return { sequences, through };
  }
}

function shownTo(isSeen: Includes | null, { record, counts }: CountedRecord): HashedRecord {
  if (isSeen === null) return record;
  return { ...record, changed: counts.reduce((sum, [source, items]) => (isSeen(source) ? sum + items : sum), 0) };
}
