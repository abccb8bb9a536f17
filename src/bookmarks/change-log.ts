/**
 * The log of every change, over the store: append-only, chained by hashes (see change-record.ts). Past states are derived from
 * it. Records are read from the store on request; memory holds only the time and the set of each.
 *
 * A request that changes nothing (such as adding existing members) is not logged.
 */
import { AppError } from '../shared/errors.ts';
import { Announcer } from '../shared/listening/announcer.ts';
import { Slice } from '../shared/slices.ts';
import { BookmarkState } from './bookmark-state.ts';
import {
  type Change,
  type ChangeAction,
  type ChangeRecord,
  chainHash,
  type Effect,
  membersDigest,
  type Origin,
  parseRecord,
} from './change-record.ts';
import { applyBase, effectOf, unpackItems } from './effects.ts';
import { countPacked, type PackedItems } from './member-set.ts';
import { encodePacked } from './packed-items.ts';
import { decodeBase, decodeRecord, encodeRecord, type StoredRecord } from './record-format.ts';
import { RecordIndex } from './record-index.ts';
import { NO_REFERENCES } from './references.ts';
import { Steps } from './steps.ts';
import type { LogChain, StoreConnection } from './store/store-connection.ts';
import type { LogHead } from './store/verdict.ts';
import { DamagedStoreError, unavailable } from './store-errors.ts';

export type HashedRecord = ChangeRecord & { readonly hash: string };

export interface CountedRecord {
  readonly record: HashedRecord;
  readonly counts: readonly (readonly [source: string, items: number])[];
}

const ITEMS_MAX = 64;
const ORIGIN_TEXT_MAX = 200;
const RECORDS_AT_ONCE = 4096;

export class ChangeLog {
  /** Announces records once they are on disk. */
  readonly grown = new Announcer();
  readonly #store: StoreConnection;
  readonly #index = new RecordIndex();
  /** The sets that existed when the store was migrated to this format. */
  readonly #bases: number[] = [];
  #hash: Buffer;
  #waiting: Buffer[] = [];

  constructor(store: StoreConnection) {
    this.#store = store;
    this.#hash = store.head.hash;
  }

  /** Loads the times and sets of the next stored records. */
  load({ times, sets }: { readonly times: Float64Array; readonly sets: Uint32Array }): void {
    for (let i = 0; i < times.length; i++) this.#index.push(times[i]!, sets[i]!);
  }

  loadBase(set: number): void {
    this.#bases.push(set);
  }

  head(): LogHead {
    return { count: this.#index.count, hash: this.#hash.toString('hex') };
  }

  get chain(): LogChain {
    return { count: this.#index.count, hash: this.#hash };
  }

  /** Inside a transaction. Returns the records appended in it. */
  takeWaiting(): readonly Buffer[] {
    return [...this.#waiting];
  }

  /** Called when these records are on disk. */
  forgetWaiting(): void {
    this.#waiting = [];
    this.grown.announce();
  }

  /** Inside the transaction of the change. Returns the sequence number. */
  append({ action, effect, refs = NO_REFERENCES, undoes }: Change, origin: Origin, steps: Steps): number {
    const sequence = this.#index.count + 1;
    const { count: references, digest } = refs;
    const items = encodePacked(effect.items);
    const time = new Date();
    const record: ChangeRecord = {
      sequence,
      time: time.toISOString(),
      action,
      bookmark: effect.name,
      ...(effect.newName !== undefined && { newName: effect.newName }),
      ...(undoes !== undefined && { undoes }),
      changed: countPacked(effect.items),
      references,
      digest,
      ...(references > 0 &&
        references <= ITEMS_MAX && { items: refs.parts.map(({ source, ids }) => ({ source, ids: [...ids] })) }),
      set: effect.set,
      effect: effect.kind,
      ...(items.length > 0 && { members: membersDigest(items) }),
      ...(effect.description !== undefined && { description: effect.description }),
      ...(effect.formerly !== undefined && { formerly: effect.formerly }),
      ...(origin.who != null && { who: bounded(origin.who) }),
      remoteAddress: bounded(origin.remoteAddress),
      requestId: bounded(origin.requestId),
    };
    const text = Buffer.from(JSON.stringify(record));
    const before = this.#hash;
    const hash = chainHash(before, text);
    const { set } = effect;
    const bytes = encodeRecord({ hash, time: time.getTime(), set, text, items });
    steps.run(
      () => {
        this.#hash = hash;
        this.#index.push(time.getTime(), set);
        this.#waiting.push(bytes);
      },
      () => {
        this.#hash = before;
        this.#index.cutTo(sequence - 1);
        this.#waiting.pop();
      },
    );
    return sequence;
  }

  /** Oldest first. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *records(): AsyncGenerator<HashedRecord> {
    const { count } = this.#index;
    yield* this.recordsOf(Array.from({ length: count }, (_, i) => i + 1));
  }

  /** Reads the records with these sequence numbers. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *recordsOf(sequences: readonly number[]): AsyncGenerator<HashedRecord> {
    for await (const [sequence, { hash, text }] of this.#stored(sequences)) {
      yield { ...readable(text, sequence), hash: hash.toString('hex') };
    }
  }

  /** Like `recordsOf`, each with the number of its items by source. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *countedRecordsOf(sequences: readonly number[]): AsyncGenerator<CountedRecord> {
    for await (const [sequence, stored] of this.#stored(sequences)) {
      const record = { ...readable(stored.text, sequence), hash: stored.hash.toString('hex') };
      const items = readEffect(sequence, stored)?.items ?? [];
      yield { record, counts: items.map(({ source, count }) => [source, count]) };
    }
  }

  /** Returns the effect of the change, or null for a record of format 1. Rejects with NOT_FOUND, BOOKMARKS_UNAVAILABLE. */
  async effect(sequence: number): Promise<Effect | null> {
    if (!Number.isInteger(sequence) || sequence < 1 || sequence > this.#index.count) {
      throw new AppError('NOT_FOUND', `The log of the bookmarks has no record ${sequence}.`);
    }
    let effect: Effect | null = null;
    for await (const [, stored] of this.#stored([sequence])) effect = readEffect(sequence, stored);
    return effect;
  }

  /** The time of the record, in milliseconds since 1970. */
  timeOf(sequence: number): number {
    return this.#index.timeOf(sequence);
  }

  /** The set that a record changed. */
  setOf(sequence: number): number {
    return this.#index.setOf(sequence);
  }

  /** Sequence numbers below `before`, newest first: of all records, or of changes to the sets. */
  *sequences(before: number, sets: ReadonlySet<number> | null): Generator<number> {
    for (let sequence = Math.min(before - 1, this.#index.count); sequence > 0; sequence--) {
      if (sets === null || sets.has(this.#index.setOf(sequence))) yield sequence;
    }
  }

  /**
   * Returns the time of each set's last change, in ISO 8601, among the records that `counts` accepts. Sets unknown to the log
   * are missing.
   */
  lastTimes(sets: ReadonlySet<number>, counts: (sequence: number) => boolean = () => true): Map<number, string> {
    const times = new Map<number, string>();
    for (let sequence = this.#index.count; sequence > 0 && times.size < sets.size; sequence--) {
      const set = this.#index.setOf(sequence);
      if (!sets.has(set) || times.has(set) || !counts(sequence)) continue;
      times.set(set, new Date(this.#index.timeOf(sequence)).toISOString());
    }
    return times;
  }

  /**
   * Yields the set and the time (in milliseconds since 1970) of each record that changed one of the sets, from `last` down.
   * Yields null as a pause.
   */
  timesOf(last: number, sets: { has(set: number): boolean }): ReturnType<RecordIndex['timesOf']> {
    return this.#index.timesOf(last, sets);
  }

  /** The last record written at or before `time` (milliseconds since 1970), or 0 if there is none. */
  lastAt(time: number): number {
    return this.#index.lastAt(time);
  }

  /** Whether the log has the members of this state. Records from older releases have none. */
  hasMembersAt(sequence: number): boolean {
    return sequence >= this.#store.head.baseSequence;
  }

  /** The first record with members. */
  get firstWithMembers(): number {
    return this.#store.head.baseSequence + 1;
  }

  /** Yields the effects of a range of records, and null for records of format 1. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *effects(
    from: number,
    to: number,
  ): AsyncGenerator<{ readonly sequence: number; readonly action: ChangeAction; readonly effect: Effect | null }> {
    for (let first = from; first <= to; first += RECORDS_AT_ONCE) {
      const sequences = Array.from({ length: Math.min(RECORDS_AT_ONCE, to + 1 - first) }, (_, i) => first + i);
      for await (const [sequence, stored] of this.#stored(sequences)) {
        const { action } = readable(stored.text, sequence);
        yield { sequence, action, effect: readEffect(sequence, stored) };
      }
    }
  }

  /** Yields the sets as they were before the first record with members. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *bases(): AsyncGenerator<{ readonly set: number; readonly items: readonly PackedItems[] }> {
    for await (const bytes of this.#store.read('bases', this.#bases)) {
      const { set, items } = decodeBase(bytes);
      yield { set, items: unpackItems(items) };
    }
  }

  /** Computes the state after record `sequence`, of all sets or of the given ones. Yields to other work. */
  async stateAt(sequence: number, sets: ReadonlySet<number> | null): Promise<BookmarkState> {
    const state = new BookmarkState();
    const steps = new Steps();
    const slice = new Slice();
    const giveWay = (): Promise<void> => {
      steps.forget();
      return slice.giveWay();
    };
    const bases = this.#bases.filter((set) => sets === null || sets.has(set));
    for await (const bytes of this.#store.read('bases', bases)) {
      applyBase(decodeBase(bytes), state, steps);
      await giveWay();
    }
    const wanted: number[] = [];
    for (let at = this.#store.head.baseSequence + 1; at <= sequence; at++) {
      if (sets === null || sets.has(this.#index.setOf(at))) wanted.push(at);
      if ((at & 0xffff) === 0) await giveWay();
    }
    for await (const [at, stored] of this.#stored(wanted)) {
      const effect = readEffect(at, stored);
      if (effect !== null) state.apply(effect, steps);
      await giveWay();
    }
    return state;
  }

  async *#stored(sequences: readonly number[]): AsyncGenerator<readonly [sequence: number, record: StoredRecord]> {
    let i = 0;
    for await (const bytes of this.#store.read('records', sequences)) yield [sequences[i++]!, decodeRecord(bytes)];
  }
}

function readEffect(sequence: number, { text, items }: StoredRecord): Effect | null {
  try {
    return effectOf(readable(text, sequence), items);
  } catch (error) {
    throw error instanceof DamagedStoreError ? unavailable(error.message, error) : error;
  }
}

/** Throws BOOKMARKS_UNAVAILABLE. */
function readable(text: Buffer, sequence: number): ChangeRecord {
  const record = parseRecord(text);
  if (record?.sequence !== sequence) throw unavailable(`record ${sequence} of its log cannot be read`);
  return record;
}

/** The client chooses the request id, so the log stores only a bounded part of it. */
function bounded(text: string | null): string | null {
  return text === null ? null : text.slice(0, ORIGIN_TEXT_MAX);
}

/** The error for a state whose members are unknown. */
export function membersUnknown(): AppError {
  return new AppError(
    'CONFLICT',
    'The log does not have the members at that time: it was written by a release that did not keep them.',
  );
}
