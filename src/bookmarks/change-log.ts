/**
 * The log of every change, over the journal: append-only, chained by hashes (see change-record.ts), and the state at any
 * time, derived from it. The record is the change: there is no second copy that could disagree.
 *
 * A request that changes nothing (such as adding existing members) is not logged.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../shared/errors.ts';
import { DamagedBlockError } from './block.ts';
import { BookmarkState } from './bookmark-state.ts';
import {
  type Change,
  type ChangeRecord,
  chainHash,
  type Effect,
  membersDigest,
  type Origin,
  parseRecord,
} from './change-record.ts';
import { OldNames } from './format-1/old-names.ts';
import type { Journal } from './journal/journal.ts';
import { DamagedJournalError, decodeBody, type Entry, encodeBody } from './journal/journal-format.ts';
import type { Chain } from './journal/journal-writer.ts';
import { unavailable } from './journal/store-errors.ts';
import { countPacked } from './member-set.ts';
import { decodePacked, encodePacked } from './packed-items.ts';
import { RecordIndex } from './record-index.ts';
import { countReferences, digestReferences } from './references.ts';
import { Rollback } from './rollback.ts';

export interface LogHead {
  readonly count: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export type HashedRecord = ChangeRecord & { readonly hash: string };

const ITEMS_MAX = 64;
const ORIGIN_TEXT_MAX = 200;
const SLICE_MS = 4;

export class ChangeLog {
  readonly #journal: Journal;
  readonly #index = new RecordIndex();
  /** Where the state that the store had when it got this format begins, and after which record that was. */
  readonly #bases: number[] = [];
  #baseSequence = 0;
  #hash: Buffer;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#hash = journal.head.hash;
  }

  /** Reads the whole log into `state`. Throws DamagedJournalError. */
  replayInto(state: BookmarkState): void {
    const oldNames = new OldNames();
    const rollback = new Rollback();
    for (const { offset, body } of this.#journal.entries()) {
      const entry = decodeBody(body);
      if (entry.kind === 'base') {
        this.#bases.push(offset);
        this.#baseSequence = this.#index.count;
        applyBase(entry, state, rollback);
      } else {
        const record = readable(entry, this.#index.count + 1);
        const effect = effectOf(record, entry.items);
        const set = effect?.set ?? oldNames.setOf(record);
        if (effect !== null) state.apply(effect, rollback);
        else if (record.bookmark !== null) state.tell(set, record.newName ?? record.bookmark);
        this.#index.push(offset, Date.parse(record.time), set);
      }
      rollback.forget();
    }
    const { records } = this.#journal.head;
    if (this.#index.count !== records) {
      throw new DamagedJournalError(`its head counts ${records} records, and there are ${this.#index.count}`);
    }
  }

  head(): LogHead {
    return { count: this.#index.count, hash: this.#hash.toString('hex') };
  }

  get chain(): Chain {
    return { records: this.#index.count, hash: this.#hash };
  }

  /** Inside the transaction of the change. Returns the sequence number. */
  append({ action, effect, refs = [], undoes }: Change, origin: Origin, rollback: Rollback): number {
    const sequence = this.#index.count + 1;
    const references = countReferences(refs);
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
      digest: references === 0 ? null : digestReferences(refs),
      ...(references > 0 &&
        references <= ITEMS_MAX && { items: refs.map(({ source, ids }) => ({ source, ids: [...ids] })) }),
      set: effect.set,
      effect: effect.kind,
      ...(items.length > 0 && { members: membersDigest(items) }),
      remoteAddress: bounded(origin.remoteAddress),
      requestId: bounded(origin.requestId),
    };
    const text = Buffer.from(JSON.stringify(record));
    const before = this.#hash;
    this.#hash = chainHash(before, text);
    const offset = this.#journal.append(encodeBody({ kind: 'record', hash: this.#hash, text, items }));
    this.#index.push(offset, time.getTime(), effect.set);
    rollback.push(() => {
      this.#hash = before;
      this.#index.cutTo(sequence - 1);
    });
    return sequence;
  }

  /** Oldest first. */
  *records(): Generator<HashedRecord> {
    for (let sequence = 1; sequence <= this.#index.count; sequence++) yield this.record(sequence);
  }

  /** Throws BOOKMARKS_UNAVAILABLE if the file no longer has it. */
  record(sequence: number): HashedRecord {
    const { hash, text } = this.#entry(sequence);
    const record = parseRecord(text);
    if (record === undefined) throw unavailable(`record ${sequence} of its log cannot be read`);
    return { ...record, hash: hash.toString('hex') };
  }

  /** What the change did, or null for one of format 1. Throws BOOKMARKS_UNAVAILABLE. */
  effect(sequence: number): Effect | null {
    const { text, items } = this.#entry(sequence);
    const record = parseRecord(text);
    if (record === undefined) throw unavailable(`record ${sequence} of its log cannot be read`);
    return readEffect(record, items);
  }

  /** Sequence numbers below `before`, newest first, of all records or of those of the sets. */
  *sequences(before: number, sets: ReadonlySet<number> | null): Generator<number> {
    for (let sequence = Math.min(before - 1, this.#index.count); sequence > 0; sequence--) {
      if (sets === null || sets.has(this.#index.setOf(sequence))) yield sequence;
    }
  }

  /** The last record that was written at `time` (milliseconds of the epoch) or before; 0 if there is none. */
  lastAt(time: number): number {
    return this.#index.lastAt(time);
  }

  /** True where the log has members of this state: it was written before they were kept. */
  hasMembersAt(sequence: number): boolean {
    return sequence >= this.#baseSequence;
  }

  /** The state after record `sequence`: of all sets, or of those given. Yields to other work. */
  async stateAt(sequence: number, sets: ReadonlySet<number> | null): Promise<BookmarkState> {
    const state = new BookmarkState();
    const rollback = new Rollback();
    let sliceStart = performance.now();
    const giveWay = async (): Promise<void> => {
      rollback.forget();
      if (performance.now() - sliceStart < SLICE_MS) return;
      await nextTurn();
      sliceStart = performance.now();
    };
    for (const offset of this.#bases) {
      const entry = decodeBody(this.#journal.read(offset));
      if (entry.kind === 'base' && (sets === null || sets.has(entry.set))) applyBase(entry, state, rollback);
      await giveWay();
    }
    for (let at = this.#baseSequence + 1; at <= sequence; at++) {
      if ((at & 0xffff) === 0) await giveWay();
      if (sets !== null && !sets.has(this.#index.setOf(at))) continue;
      const effect = this.effect(at);
      if (effect !== null) state.apply(effect, rollback);
      await giveWay();
    }
    return state;
  }

  #entry(sequence: number): Extract<Entry, { kind: 'record' }> {
    const entry = decodeBody(this.#journal.read(this.#index.offsetOf(sequence)));
    if (entry.kind !== 'record') throw unavailable(`record ${sequence} of its log is not where it was`);
    return entry;
  }
}

/** The effect of a record, or null for one of format 1. Throws DamagedJournalError. */
export function effectOf(record: ChangeRecord, items: Buffer): Effect | null {
  if (record.effect === undefined || record.set === undefined) return null;
  const { effect: kind, set, bookmark: name, newName } = record;
  return { kind, set, name, ...(newName !== undefined && { newName }), items: unpacked(items) };
}

export function applyBase(entry: Extract<Entry, { kind: 'base' }>, state: BookmarkState, rollback: Rollback): void {
  const { set, name, items } = entry;
  const kind = set === 0 ? 'add' : 'create';
  state.apply({ kind, set, name: set === 0 ? null : name, items: unpacked(items) }, rollback);
}

function unpacked(items: Buffer): Effect['items'] {
  try {
    return decodePacked(items);
  } catch (error) {
    if (error instanceof DamagedBlockError) throw new DamagedJournalError(`a block of its log ${error.message}`);
    throw error;
  }
}

function readEffect(record: ChangeRecord, items: Buffer): Effect | null {
  try {
    return effectOf(record, items);
  } catch (error) {
    throw error instanceof DamagedJournalError ? unavailable(error.message, error) : error;
  }
}

/** Throws DamagedJournalError. */
function readable({ text }: Extract<Entry, { kind: 'record' }>, sequence: number): ChangeRecord {
  const record = parseRecord(text);
  if (record?.sequence !== sequence) throw new DamagedJournalError(`record ${sequence} of its log cannot be read`);
  return record;
}

/** The client chooses the request id, so the log keeps only a bounded part of it. */
function bounded(text: string | null): string | null {
  return text === null ? null : text.slice(0, ORIGIN_TEXT_MAX);
}

/** For callers that ask for what may be unknown. */
export function membersUnknown(): AppError {
  return new AppError(
    'CONFLICT',
    'The log has no members of that time: it was written by a release that did not keep them.',
  );
}
