/** The dates of a set's documents, from all date fields, in order of time. Ties are in order of id, then of field. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Heap } from '../../engine/columns/heap.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { EventBatch, EventPosition, EventsRequest, SourceEvents } from '../../search/related/events.ts';
import { throwIfCancelled } from '../../shared/slices.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type ChosenDates, chosenDates } from './chosen-dates.ts';

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
  const dates: ChosenDates[] = [];
  let count = 0;
  for (const [field, name] of fields.entries()) {
    const column = index.fields.get(name)!.numbers!;
    const own = yield* chosenDates(index.columns, { field, column }, words, part);
    count += own.count;
    if (own.count > 0) dates.push(own);
  }
  return { count, fields, events: batches(new EventCursor(index.ids, dates, fields, part), part, signal) };
}

/** Merges all fields. Events with equal times are sorted before they are returned. */
class EventCursor {
  readonly #ids: Uint32Array;
  readonly #heads: Heap<ChosenDates>;
  readonly #after: {
    readonly time: number;
    readonly id: number;
    readonly field: number;
    readonly omitted: number;
  } | null;
  #time = 0;
  #equal: { readonly id: number; readonly field: number }[] = [];
  #next = 0;

  constructor(
    ids: Uint32Array,
    dates: readonly ChosenDates[],
    fields: readonly string[],
    { order, after }: EventsPart,
  ) {
    const step = order === 'asc' ? 1 : -1;
    this.#ids = ids;
    this.#heads = new Heap((a, b) => step * (a.time - b.time) || a.field - b.field);
    this.#after = after === undefined ? null : { ...after, field: rankOf(fields, after.field) };
    for (const own of dates) if (own.begin(step, after?.time)) this.#heads.push(own);
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
    const { time } = first;
    const equal: { id: number; field: number }[] = [];
    for (let head = this.#heads.top; head?.time === time; head = this.#heads.top) {
      this.#heads.pop();
      let isMore = true;
      for (; isMore && head.time === time; isMore = head.next()) {
        equal.push({ id: this.#ids[head.doc]!, field: head.field });
      }
      if (isMore) this.#heads.push(head);
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

/** Returns the rank of a field. A missing field ranks 0.5 below the next one. */
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
