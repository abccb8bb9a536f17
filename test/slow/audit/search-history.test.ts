/** Histories of searches: random ones compared with a list in memory, damaged lines, limits, clearing. */
import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import type { AuditEvent } from '../../../src/audit/audit-line.ts';
import {
  HISTORY_BYTES_MAX,
  HISTORY_COUNT_MAX,
  HISTORY_DAYS_MAX,
  HISTORY_WAITING_COUNT_MAX,
  SearchHistory,
} from '../../../src/audit/search-history.ts';
import { temporaryDir } from '../../support/endings.ts';

const DAY_MS = 86_400_000;
const begin = Date.parse('2026-03-01T00:00:00Z');
let directory: string;
beforeEach(() => {
  directory = temporaryDir();
});

function event(who: string, query: string, ms: number): AuditEvent {
  const time = new Date(ms).toISOString();
  return { time, who, remote: null, what: 'GET /search', path: '/search', query, items: 1, status: 200 };
}

test('random histories of three viewers are those of a list, across restarts, clearing and time', async () => {
  const random = new Random(91);
  const viewers = ['anna', '../ben', 'c'.repeat(5000)];
  const lists = new Map<string, AuditEvent[]>(viewers.map((who) => [who, []]));
  let now = begin;
  let history = await SearchHistory.open(directory, { now: () => now });
  for (let step = 0; step < 400; step++) {
    const who = random.pick(viewers);
    const list = lists.get(who)!;
    const draw = random.below(20);
    now += random.below(2 * DAY_MS);
    if (draw < 14) {
      const next = event(who, random.pick(['heron', 'otter', 'newt']), now);
      if (list.at(-1)?.query === next.query) list.pop();
      list.push(next);
      expect(await history.add(who, next)).toBe(true);
    } else if (draw === 14) {
      await history.clear(who);
      list.length = 0;
    } else if (draw === 15) {
      await history.close();
      history = await SearchHistory.open(directory, { now: () => now });
    }
    const from = new Date(now - HISTORY_DAYS_MAX * DAY_MS).toISOString();
    expect(await history.read(who)).toEqual(list.filter(({ time }) => time >= from).toReversed());
  }
  expect([...lists.values()].some((list) => list.length > 20)).toBe(true);
});

test('the newest are kept, and dropped ones leave the disk', async () => {
  const history = await SearchHistory.open(directory, { now: () => begin });
  const sent = Array.from({ length: HISTORY_COUNT_MAX + 20 }, (_, i) => event('anna', `q${i}`, begin));
  for (const one of sent) await history.add('anna', one);
  const all = await history.read('anna');
  expect([all.length, all[0]?.query, all.at(-1)?.query]).toEqual([1000, 'q1019', 'q20']);
  for (let i = 0; i < 80; i++) await history.add('ben', event('ben', `${i} ${'x'.repeat(60_000)}`, begin));
  const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(HISTORY_BYTES_MAX);
  const kept = await history.read('ben');
  expect(kept.length).toBeGreaterThan(15);
  expect(kept.map(({ query }) => Number(query!.split(' ')[0]))).toEqual(kept.map((_, i) => 79 - i));
});

test('half a line of a killed process spoils no other, and a cleared file is gone', async () => {
  const history = await SearchHistory.open(directory, { now: () => begin });
  await history.add('anna', event('anna', 'heron', begin));
  const file = join(directory, readdirSync(directory)[0]!);
  appendFileSync(file, '\n{"time":"2026-03-01T00:00:00.000Z","que');
  await history.add('anna', event('anna', 'otter', begin));
  expect((await history.read('anna')).map(({ query }) => query)).toEqual(['otter', 'heron']);
  expect(readFileSync(file, 'utf8')).toContain('heron');
  expect(await history.clear('anna')).toBe(2);
  expect(readdirSync(directory)).toEqual([]);
  expect(await history.clear('anna')).toBe(0);
});

test('a file that nobody requests is removed when its last search is too old', async () => {
  const history = await SearchHistory.open(directory, { now: () => begin });
  for (const who of ['anna', 'ben']) await history.add(who, event(who, 'heron', begin));
  const [first] = readdirSync(directory);
  const old = (begin - (HISTORY_DAYS_MAX + 1) * DAY_MS) / 1000;
  utimesSync(join(directory, first!), old, old);
  await SearchHistory.open(directory, { now: () => begin });
  expect(readdirSync(directory)).toHaveLength(1);
});

test('searches beyond the limit of waiting ones are not stored', async () => {
  const history = await SearchHistory.open(directory, { now: () => begin });
  const sent = Array.from({ length: HISTORY_WAITING_COUNT_MAX + 5 }, (_, i) =>
    history.add('anna', event('anna', `q${i}`, begin)),
  );
  const kept = await Promise.all(sent);
  expect(kept.filter((one) => !one)).toHaveLength(5);
  expect(await history.read('anna')).toHaveLength(HISTORY_WAITING_COUNT_MAX);
});
