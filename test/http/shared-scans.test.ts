/**
 * Simultaneous requests for the same expression share one scan of the texts. A client that leaves takes no answer from another,
 * and the scan ends when nobody waits. Its progress advances meanwhile.
 */
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { ExpressionSieve } from '../../src/query/matching/expression-sieve.ts';
import { Service } from '../support/http-service.ts';
import { pause, until } from '../support/until.ts';

const ITEMS = 2500;
const { sift } = ExpressionSieve.prototype;

let service: Service;
/** Texts that were scanned, and the size of each piece. */
let scanned: number[] = [];
/** How long each item takes. */
let itemMs = 0;
const items = Array.from({ length: ITEMS }, (_, id) => ({
  id,
  properties: { kind: id % 2 === 0 ? 'even' : 'odd' },
  text: `${new Random(id).below(3) === 0 ? 'aheron' : 'coot'} ${id}`,
}));
const meant = items.filter(({ text }) => text.includes('heron')).map(({ id }) => id);
/** No match requires consecutive letters within a word, so all texts are scanned. */
const Q = 'text:/h[^x]?r/';

beforeAll(() => {
  expect(meant.length).toBeGreaterThan(100);
});
beforeEach(async () => {
  [scanned, itemMs] = [[], 0];
  ExpressionSieve.prototype.sift = function* slowly(this: ExpressionSieve, ids) {
    scanned.push(ids.length);
    for (const end = performance.now() + itemMs * ids.length; performance.now() < end; ) yield;
    return yield* sift.call(this, ids);
  };
  service = await Service.start({ cases: { one: items, two: items.slice(0, 100) } });
});
afterEach(async () => {
  ExpressionSieve.prototype.sift = sift;
});

const sum = (): number => scanned.reduce((all, one) => all + one, 0);
const hits = (q = Q, more: object = {}) => service.post('/hits', { q, sourceID: ['one'], limit: 1, ...more });
const facets = (q = Q) => service.post('/facets', { q, sourceID: ['one'], facets: [{ field: 'kind' }] });
const scansNow = async (): Promise<readonly { scanned: number; items: number; found: number }[]> =>
  (await service.get('/status')).json.scans ?? [];

test('hits, facets and a page of them read the texts once', async () => {
  itemMs = 0.2;
  const [page, counts, sorted, again] = await Promise.all([hits(), facets(), hits(Q, { sort: ['id:desc'] }), hits()]);
  expect([page.json.total, counts.json.total, sorted.json.total, again.json.total]).toEqual(
    Array(4).fill(meant.length),
  );
  expect(sum()).toBe(ITEMS);
  // Later requests do not read at all.
  expect((await facets()).json.total).toBe(meant.length);
  expect(sum()).toBe(ITEMS);
  // Another expression, or an unknown source, causes a read.
  expect((await service.get(`/search?q=${encodeURIComponent(Q)}`)).json.docs).toHaveLength(
    meant.length + meant.filter((id) => id < 100).length,
  );
  expect(sum()).toBe(ITEMS + 100);
  await hits('text:/c[^x]?t/');
  expect(sum()).toBe(2 * ITEMS + 100);
});

test('a request over more sources joins the scan of one', async () => {
  itemMs = 0.2;
  const one = hits();
  await until(() => sum() > 0);
  const both = service.get(`/search?q=${encodeURIComponent(Q)}`);
  expect((await one).json.total).toBe(meant.length);
  expect((await both).json.docs).toHaveLength(meant.length + meant.filter((id) => id < 100).length);
  expect(sum()).toBe(ITEMS + 100);
});

test('a client that leaves does not affect another; the last one ends the scan', async () => {
  itemMs = 0.2;
  const leaving = new AbortController();
  const first = fetch(`${service.server.url}/hits?sourceID=one&q=${encodeURIComponent(Q)}`, { signal: leaving.signal });
  await until(() => sum() > 0);
  const second = facets();
  // The second one waits, too.
  await pause(50);
  leaving.abort();
  await expect(first).rejects.toThrow();
  expect((await second).json.total).toBe(meant.length);
  expect(sum()).toBe(ITEMS);
  // Both leave. The scan ends, and the next one starts from the beginning.
  scanned = [];
  const q = 'text:/h[^x]?ro/';
  const ends = [new AbortController(), new AbortController()];
  const asked = ends.map(({ signal }) => fetch(`${service.server.url}/hits?q=${encodeURIComponent(q)}`, { signal }));
  for (const one of asked) one.catch(() => undefined);
  await until(async () => sum() > 0 && (await scansNow()).length === 1);
  for (const one of ends) one.abort();
  await until(async () => (await scansNow()).length === 0);
  const read = sum();
  expect(read).toBeLessThan(ITEMS);
  await pause(100);
  expect(sum()).toBe(read);
  itemMs = 0;
  expect((await hits(q)).json.total).toBe(meant.length);
  expect(sum()).toBe(read + ITEMS);
});

test('an error reaches all waiting requests, and the next request reads again', async () => {
  itemMs = 0.2;
  const engine = service.engine('one');
  engine.beforeMatching = async () => {
    await until(() => true);
    throw new Error('a fault of the test');
  };
  const answers = await Promise.all([hits(), facets()]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  engine.beforeMatching = () => undefined;
  expect((await hits()).json.total).toBe(meant.length);
});

test('progress moves in pieces of equal time, however long texts take', async () => {
  itemMs = 0.5;
  const asked = hits();
  const seen = new Set<number>();
  let found = 0;
  let isDone = false;
  void asked.then(() => {
    isDone = true;
  });
  await until(async () => {
    for (const one of await scansNow()) {
      expect(one.items).toBe(ITEMS);
      seen.add(one.scanned);
      found = Math.max(found, one.found);
    }
    return isDone;
  });
  expect((await asked).json.total).toBe(meant.length);
  expect(seen.size).toBeGreaterThanOrEqual(3);
  expect(found).toBeGreaterThan(0);
  // The scan takes more than a second, in pieces of less than a quarter of a second.
  expect(Math.max(...scanned) * itemMs).toBeLessThan(250);
});
