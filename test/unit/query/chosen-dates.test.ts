/** Dates of several fields in order of time, with more than are read at a time. */
import { expect, test } from '@jest/globals';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { orderedEvents } from '../../../src/query/columns/event-order.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import type { EventsRequest } from '../../../src/search/related/events.ts';
import { enterMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';
import { withIndex } from '../engine/synthetic-index.ts';

const DOCS = 10_000;
const DAY = 86_400_000;
const FIRST = Date.UTC(2020, 0, 1);
const FIELDS = ['first', 'second', 'third'];

/**
 * Returns the day of a document in a field. Many documents share a day, and for a third of the days no document is in the set.
 */
function dayOf(doc: number, field: number): number {
  return field === 0 ? 7 : (doc * 7919 * field) % 400;
}

interface Event {
  readonly time: number;
  readonly id: number;
  readonly field: number;
}

const isChosen = (doc: number): boolean => doc % 3 !== 0 && (doc < 2000 || doc > 7000);

function expectedEvents(order: 'asc' | 'desc', from: number, until: number): Event[] {
  const all: Event[] = [];
  for (let doc = 0; doc < DOCS; doc++) {
    if (!isChosen(doc)) continue;
    for (const field of FIELDS.keys()) {
      const time = FIRST + DAY * dayOf(doc, field);
      if (time >= from && time < until) all.push({ time, id: doc, field });
    }
  }
  const sign = order === 'asc' ? 1 : -1;
  return all.sort((a, b) => sign * (a.time - b.time) || a.id - b.id || a.field - b.field);
}

type Part = Partial<Pick<EventsRequest, 'from' | 'until'>> & {
  readonly order: 'asc' | 'desc';
  readonly after?: { readonly time: number; readonly id: number; readonly field: string; readonly omitted: number };
};

async function eventsOf(index: IndexReader, part: Part): Promise<{ count: number; all: Event[] }> {
  const words = new Uint32Array(index.bitmapWords);
  for (let doc = 0; doc < DOCS; doc++) if (isChosen(doc)) words[doc >>> 5]! |= 1 << (doc & 31);
  const { count, fields, events } = runToCompletion(
    orderedEvents(index, words, { skip: 0, after: undefined, ...part }, undefined),
  );
  const all: Event[] = [];
  for await (const { ids, times, fields: numbers } of events) {
    for (let i = 0; i < ids.length; i++) {
      all.push({ time: times[i]!, id: ids[i]!, field: FIELDS.indexOf(fields[numbers[i]!]!) });
    }
  }
  return { count, all };
}

test('equal those of a naive sort, in either direction, and take an eighth of a byte each', async () => {
  const docs = Array.from({ length: DOCS }, (_, doc) => ({
    doc,
    fields: Object.fromEntries(
      FIELDS.map((name, field) => [name, [new Date(FIRST + DAY * dayOf(doc, field)).toISOString()]]),
    ),
  }));
  await withIndex(docs, {}, async (index) => {
    const memory = new QueryMemory({ query: (FIELDS.length * DOCS) / 8 + 64, pool: new MemoryPool(2 ** 30) });
    const before = enterMemory(memory);
    try {
      for (const order of ['asc', 'desc'] as const) {
        for (const [from, until] of [
          [0, 1000],
          [7, 8],
          [100, 390],
          [500, 600],
        ] as const) {
          enterMemory(new QueryMemory({ query: memory.free, pool: new MemoryPool(2 ** 30) }));
          const period = { from: FIRST + DAY * from, until: FIRST + DAY * until };
          const expected = expectedEvents(order, period.from, period.until);
          const { count, all } = await eventsOf(index, { order, ...period });
          expect(count).toBe(expected.length);
          expect(all).toEqual(expected);
          const last = expected[expected.length >> 1];
          if (last === undefined) continue;
          enterMemory(new QueryMemory({ query: memory.free, pool: new MemoryPool(2 ** 30) }));
          const after = { time: last.time, id: last.id, field: FIELDS[last.field]!, omitted: 1 };
          const rest = await eventsOf(index, { order, ...period, after });
          expect(rest.all).toEqual(expected.slice((expected.length >> 1) + 1));
        }
      }
    } finally {
      enterMemory(before);
    }
  });
});
