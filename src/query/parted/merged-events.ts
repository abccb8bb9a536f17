/** The events of the parts of a source, in one order. */
import type { EventBatch, EventScope, EventsRequest, SourceEvents } from '../../search/related/events.ts';
import { type Event, eventsInOrder } from '../../search/related/merged-events.ts';

export function mergedEvents(
  parts: readonly SourceEvents[],
  { order, limit }: Pick<EventsRequest, 'order' | 'limit'>,
  { skip = 0 }: EventScope,
): SourceEvents {
  const fields = [...new Set(parts.flatMap((part) => part.fields))].sort();
  const numbers = new Map(fields.map((field, number) => [field, number]));
  const sources = parts.map((events) => ({ target: null, events }));
  const all = eventsInOrder(sources, order, skip, limit ?? Number.POSITIVE_INFINITY, 'by id');
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    fields,
    events: batches(all, numbers),
  };
}

async function* batches(
  events: AsyncIterable<readonly Event<null>[]>,
  numbers: ReadonlyMap<string, number>,
): AsyncGenerator<EventBatch, void, undefined> {
  for await (const some of events) {
    yield {
      ids: Uint32Array.from(some, ({ id }) => id),
      times: Float64Array.from(some, ({ time }) => time),
      fields: Uint32Array.from(some, ({ field }) => numbers.get(field)!),
    };
  }
}
