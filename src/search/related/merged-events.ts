/** The events of several sources in one order: by time, then by source, item and field. */
import { ITEM_ID_MAX } from '../item-store.ts';
import type { EventBatch, EventPosition, SourceEvents } from './events.ts';

export interface Event<T> {
  readonly target: T;
  readonly id: number;
  readonly field: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface TargetEvents<T> {
  readonly target: T;
  readonly events: SourceEvents;
}

/** Events returned at once: a step of an asynchronous iteration costs more than an event. */
const EVENTS_AT_ONCE = 512;

/** Drops `offset` events and ends after `limit`. */
export async function pageOfEvents<T>(
  sources: readonly TargetEvents<T>[],
  order: 'asc' | 'desc',
  offset: number,
  limit: number,
): Promise<readonly Event<T>[]> {
  const found: Event<T>[] = [];
  for await (const some of eventsInOrder(sources, order, offset, limit)) for (const one of some) found.push(one);
  return found;
}

/** Merges events at the reader's pace. `ties`: the order of sources for events at the same time. */
export async function* eventsInOrder<T>(
  sources: readonly TargetEvents<T>[],
  order: 'asc' | 'desc',
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
  ties: 'by source' | 'by id' = 'by source',
): AsyncGenerator<readonly Event<T>[], void, undefined> {
  const heads = sources.map(({ target, events }) => new Head(target, events));
  try {
    let live: Head<T>[] = [];
    for (const head of heads) if (await head.next()) live.push(head);
    let found: Event<T>[] = [];
    let left = limit;
    for (let skip = offset; live.length > 0 && left > 0; ) {
      let best = live[0]!;
      // Sources are in order, so for equal times the first one comes first.
      for (const head of live) {
        const isFirst = ties === 'by id' && head.time === best.time && head.id < best.id;
        if (isFirst || (order === 'asc' ? head.time < best.time : head.time > best.time)) best = head;
      }
      if (skip > 0) skip--;
      else {
        found.push(best.event);
        left--;
      }
      if (!best.step() && !(await best.next())) live = live.filter((head) => head !== best);
      if (found.length < EVENTS_AT_ONCE) continue;
      yield found;
      found = [];
    }
    if (found.length > 0) yield found;
  } finally {
    await Promise.all(heads.map((head) => head.close()));
  }
}

/** Returns the position in a source that corresponds to the page's position in another source. */
export function eventPositionIn(position: EventPosition, order: number, orderOfPosition: number): EventPosition {
  if (order === orderOfPosition) return position;
  return { time: position.time, id: order < orderOfPosition ? ITEM_ID_MAX + 1 : -1, field: '', omitted: 0 };
}

class Head<T> {
  readonly #target: T;
  readonly #fields: readonly string[];
  readonly #batches: AsyncIterator<EventBatch>;
  #batch: EventBatch = { ids: new Uint32Array(0), times: new Float64Array(0), fields: new Uint32Array(0) };
  #at = 0;

  constructor(target: T, { fields, events }: SourceEvents) {
    this.#target = target;
    this.#fields = fields;
    this.#batches = events[Symbol.asyncIterator]();
  }

  get time(): number {
    return this.#batch.times[this.#at]!;
  }

  get id(): number {
    return this.#batch.ids[this.#at]!;
  }

  get event(): Event<T> {
    const { fields } = this.#batch;
    return { target: this.#target, id: this.id, field: this.#fields[fields[this.#at]!]!, time: this.time };
  }

  /** Advances within the batch. Returns false at its end. */
  step(): boolean {
    return ++this.#at < this.#batch.ids.length;
  }

  /** Moves to the first event of the next batch. Returns false at the end. */
  async next(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#batches.next();
      if (done === true) return false;
      this.#batch = value;
      this.#at = 0;
      if (value.ids.length > 0) return true;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
