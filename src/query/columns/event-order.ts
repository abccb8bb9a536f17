/** The dates of a set's documents, from all date fields, in order of time. Ties are in order of id, then of field. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Heap } from '../../engine/columns/heap.ts';
import { readBare, readPoints } from '../../engine/columns/number-values.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { EventBatch, EventPosition, EventsRequest, SourceEvents } from '../../search/related/events.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { throwIfCancelled } from '../../shared/slices.ts';
import { tuning } from '../../shared/thresholds.ts';
import { firstFrom } from './sorted-numbers.ts';

/** Dates between two yields. */
const POINTS_PER_SLICE = tuning.columnDocs;
/** Events returned at once. */
const EVENTS_AT_ONCE = tuning.keyedAtOnce;
/** Events skipped between two yields. */
const SKIPPED_AT_ONCE = 1 << 14;

type EventsPart = Pick<EventsRequest, 'order' | 'from' | 'until' | 'bareFrom' | 'bareUntil' | 'limit'> & {
  readonly after: EventPosition | undefined;
  readonly skip: number;
};

/** Returns the fields of an index whose values are dates, by name in code point order. */
export function dateFields(index: IndexReader): readonly string[] {
  return [...index.fields.values()]
    .filter(({ type, numbers }) => type === 'date' && numbers !== null)
    .map(({ name }) => name)
    .sort(compareTexts);
}

/** `words`: a bitmap of the documents. */
export function* orderedEvents(
  index: IndexReader,
  words: Uint32Array,
  part: EventsPart,
  signal: AbortSignal | undefined,
): Generator<void, SourceEvents> {
  const fields = dateFields(index);
  const dates: FieldDates[] = [];
  let count = 0;
  for (const [field, name] of fields.entries()) {
    const own = yield* datesOf(index, name, field, words, part);
    count += own.times.length;
    if (own.times.length > 0) dates.push(own);
  }
  return { count, fields, events: batches(new EventCursor(index.ids, dates, fields, part), part, signal) };
}

/** The dates of one field, ascending, with their documents. */
interface FieldDates {
  readonly field: number;
  readonly times: Float64Array;
  readonly docs: Uint32Array;
}

function* datesOf(
  index: IndexReader,
  name: string,
  field: number,
  words: Uint32Array,
  { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, bareFrom = from, bareUntil = until }: EventsPart,
): Generator<void, FieldDates> {
  const column = index.fields.get(name)!.numbers!;
  const held = heldMemory();
  claimMemory(13 * column.count, 'the dates of items');
  const { numbers, docs } = yield* readPoints(index.columns, column);
  const areAlike = column.bare === null || (from === bareFrom && until === bareUntil);
  const bare = areAlike ? null : yield* readBare(index.columns, column);
  const end = firstFrom(numbers, areAlike ? until : Math.max(until, bareUntil));
  let count = 0;
  for (let i = firstFrom(numbers, areAlike ? from : Math.min(from, bareFrom)); i < end; i++) {
    const doc = docs[i]!;
    const isIn =
      bare === null ||
      (bare[i] === 1 ? isWithin(numbers[i]!, bareFrom, bareUntil) : isWithin(numbers[i]!, from, until));
    if (isIn && (words[doc >>> 5]! & (1 << (doc & 31))) !== 0) {
      numbers[count] = numbers[i]!;
      docs[count++] = doc;
    }
    if (i % POINTS_PER_SLICE === 0) yield;
  }
  releaseMemoryTo(held);
  claimMemory(12 * count, 'the dates of items');
  return { field, times: numbers.slice(0, count), docs: docs.slice(0, count) };
}

function isWithin(number: number, from: number, until: number): boolean {
  return number >= from && number < until;
}

interface Head extends FieldDates {
  at: number;
}

/** Merges all fields. Events with equal times are sorted before they are returned. */
class EventCursor {
  readonly #ids: Uint32Array;
  readonly #step: 1 | -1;
  readonly #heads: Heap<Head>;
  readonly #after: {
    readonly time: number;
    readonly id: number;
    readonly field: number;
    readonly omitted: number;
  } | null;
  #time = 0;
  #equal: { readonly id: number; readonly field: number }[] = [];
  #next = 0;

  constructor(ids: Uint32Array, dates: readonly FieldDates[], fields: readonly string[], { order, after }: EventsPart) {
    const step = order === 'asc' ? 1 : -1;
    this.#ids = ids;
    this.#step = step;
    this.#heads = new Heap((a, b) => step * (a.times[a.at]! - b.times[b.at]!) || a.field - b.field);
    this.#after = after === undefined ? null : { ...after, field: rankOf(fields, after.field) };
    for (const own of dates) this.#push({ ...own, at: startOf(own.times, step, after?.time) });
  }

  #push(head: Head): void {
    if (head.at >= 0 && head.at < head.times.length) this.#heads.push(head);
  }

  /** Moves to the first or next event. Returns false at the end. */
  next(): boolean {
    while (++this.#next >= this.#equal.length) {
      if (!this.#readEqual()) return false;
      this.#next = -1;
    }
    return true;
  }

  get time(): number {
    return this.#time;
  }

  get id(): number {
    return this.#equal[this.#next]!.id;
  }

  get field(): number {
    return this.#equal[this.#next]!.field;
  }

  /** Reads all events of the next time, except those up to the position. */
  #readEqual(): boolean {
    const first = this.#heads.top;
    if (first === undefined) return false;
    const time = first.times[first.at]!;
    const equal: { id: number; field: number }[] = [];
    for (let head = this.#heads.top; head !== undefined; head = this.#heads.top) {
      if (head.times[head.at] !== time) break;
      this.#heads.pop();
      for (; head.times[head.at] === time; head.at += this.#step) {
        equal.push({ id: this.#ids[head.docs[head.at]!]!, field: head.field });
      }
      this.#push(head);
    }
    const after = this.#after;
    let omitted = 0;
    const isBehind = ({ id, field }: { id: number; field: number }): boolean => {
      if (after === null || time !== after.time || id > after.id) return true;
      return id === after.id && (field > after.field || (field === after.field && omitted++ >= after.omitted));
    };
    this.#time = time;
    this.#equal = equal.filter(isBehind).sort((a, b) => a.id - b.id || a.field - b.field);
    return true;
  }
}

/** Where a walk begins: at the first or last date, or at a time. */
function startOf(times: Float64Array, step: 1 | -1, time: number | undefined): number {
  if (time === undefined) return step === 1 ? 0 : times.length - 1;
  if (step === 1) return firstFrom(times, time);
  let end = firstFrom(times, time);
  while (times[end] === time) end++;
  return end - 1;
}

/** Returns the rank of a field. For a missing field it is half less than that of the next. */
function rankOf(fields: readonly string[], name: string): number {
  const next = fields.findIndex((field) => compareTexts(field, name) >= 0);
  if (next < 0) return fields.length;
  return fields[next] === name ? next : next - 0.5;
}

async function* batches(
  cursor: EventCursor,
  { limit = Number.POSITIVE_INFINITY, skip }: EventsPart,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventBatch, void, undefined> {
  for (let n = 1; n <= skip; n++) {
    if (!cursor.next()) return;
    if (n % SKIPPED_AT_ONCE !== 0) continue;
    throwIfCancelled(signal);
    await nextTurn();
  }
  for (let left = limit; left > 0; ) {
    throwIfCancelled(signal);
    const most = Math.min(left, EVENTS_AT_ONCE);
    const ids = new Uint32Array(most);
    const times = new Float64Array(most);
    const fields = new Uint32Array(most);
    let count = 0;
    while (count < most && cursor.next()) {
      ids[count] = cursor.id;
      times[count] = cursor.time;
      fields[count++] = cursor.field;
    }
    if (count === 0) return;
    yield { ids: ids.subarray(0, count), times: times.subarray(0, count), fields: fields.subarray(0, count) };
    left -= count;
    await nextTurn();
  }
}
