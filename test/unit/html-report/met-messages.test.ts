/** The messages of a conversation in a report, in order, without holding up other requests. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { ExportSource } from '../../../src/export/export-set.ts';
import { MetMessages } from '../../../src/html-report/conversations/met-messages.ts';
import type { ItemReader } from '../../../src/search/item-reader.ts';
import type { IndexedItem } from '../../../src/search/item-store.ts';

const MAILS = 20_000;
const source = { id: 'a', name: 'a' } as ExportSource;

/** All mails are in one thread. */
const items = {
  threadGroups: async (_source: ExportSource, ids: Uint32Array) => ({ of: ids.map(() => 1), threads: ['t'] }),
} as unknown as ItemReader<ExportSource>;

function mail(id: number): IndexedItem {
  const minutes = `${String(Math.floor(id / 60) % 24).padStart(2, '0')}:${String(id % 60).padStart(2, '0')}`;
  const properties = [
    ['Message-ID', [`<${id}@x>`]],
    ['Date', [`2023-04-01T${minutes}:00Z`]],
  ];
  return { id, parentId: null, properties } as unknown as IndexedItem;
}

test('a long thread is sorted in steps, by time, then id', async () => {
  const met = new MetMessages(items, new AbortController().signal);
  const ids = Array.from({ length: MAILS }, (_, i) => MAILS - i);
  await met.meet(
    source,
    'page.html',
    ids.map((id) => ({ item: mail(id), anchor: id })),
  );
  let turns = 0;
  let hasEnded = false;
  const others = (async () => {
    for (; !hasEnded; turns++) await turn();
  })();
  const shown: (readonly number[])[] = [];
  for await (const { messages } of met.conversations()) shown.push(messages.map(({ id }) => id));
  hasEnded = true;
  await others;
  const order = ids.toSorted((a, b) => (a % 1440) - (b % 1440) || a - b);
  expect(shown).toEqual([order]);
  // At least one between two pieces of a thousand mails.
  expect(turns).toBeGreaterThan(MAILS / 1000);
});
