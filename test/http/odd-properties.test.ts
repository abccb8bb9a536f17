/**
 * Properties that no tool should write: names that clash, halves of surrogate pairs, moments at the ends of years and next to
 * those of dates.
 */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';

const lines = [
  { id: 1, properties: { content: ['own'], 'property:content': ['given'], 'property:property:content': ['twice'] } },
  { id: 2, properties: { source: ['own'], 'property:source': ['given'] }, text: 'given' },
  '{"id":3,"properties":{"\\ud800":["x"],"\\udfff":["y"],"\\ufffd":["z"],"\\ud800a":["1"]}}',
  '{"id":4,"properties":{"category":["q\\udfff"],"hash":["h\\ud800"],"author":["\\ud800","\\udc00"]}}',
  { id: 5, properties: { taken: ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-14:00'] } },
  { id: 6, properties: { taken: ['0000-01-01T00:00:00+14:00'], ' wide name ': ['b'] } },
  { id: 7, properties: { taken: ['0000-06-01', '9999-12-31'], ' wide name ': ['a'] } },
  { id: 8, properties: { taken: ['2021-03-28T02:30:00+01:00'] } },
  { id: 9, properties: { taken: ['2021-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.9999999Z'] } },
  { id: 10, properties: { taken: ['1969-12-31T23:59:59.9999999999999999Z', '2021-12-31T23:59:59.999999999Z'] } },
  { id: 11, properties: { taken: ['2022', '1970'] } },
];
const service = Service.beforeTests({ cases: { odd: lines } });

async function found(q: string, more = {}): Promise<number[]> {
  const { status, json } = await service.post('/search', { q, ...more });
  expect([q, status]).toEqual([q, 200]);
  return json.docs.map(({ id }: { id: number }) => id);
}

test.each([
  ['own', [1]],
  ['given', []],
  ['twice', []],
])('a property that is called content finds %s as %j', async (word, expected) => {
  expect(await found(`property\\:content:${word}`)).toEqual(expected);
});

test('a property whose name has another meaning in queries gets one more prefix, and so on', async () => {
  expect(await found('property\\:property\\:content:given')).toEqual([1]);
  expect(await found('property\\:property\\:property\\:content:twice')).toEqual([1]);
  expect(await found('property\\:source:own')).toEqual([2]);
  expect(await found('property\\:property\\:source:given')).toEqual([2]);
  expect(await found('given')).toEqual([2]);
  const { json } = await service.get('/sources/odd/docs/1/matches?q=property%5C:property%5C:content:given');
  expect(json.matches).toEqual([expect.objectContaining({ field: 'property:property:content', start: 0, end: 5 })]);
});

test('halves of surrogate pairs are U+FFFD: names that become equal are merged, and nothing is lost', async () => {
  const { json } = await service.get('/sources/odd/docs/3');
  expect(json.properties).toEqual({ '\ufffd': ['x', 'y', 'z'], '\ufffda': ['1'] });
  for (const value of ['x', 'y', 'z']) expect(await found(`"\ufffd":${value}`)).toEqual([3]);
  expect(await found('"\ufffda":[1 TO 1]')).toEqual([3]);
  expect(await found('category:"q\ufffd"')).toEqual([4]);
  expect(await found('hash:"h\ufffd"')).toEqual([4]);
});

test('every value that is counted selects its items', async () => {
  const fields = ['category', 'hash', 'author', '\ufffd', 'property:content', 'property:property:content'];
  const zones = ['UTC', 'Pacific/Apia', 'America/St_Johns'];
  const facets = [
    ...fields.map((field) => ({ field })),
    ...['year', 'month', 'week', 'day', 'hour', 'auto'].map((interval) => ({ field: 'taken', interval })),
  ];
  for (const timeZone of zones) {
    const { json } = await service.post('/facets', { facets, timeZone });
    for (const { values } of json.facets) {
      expect(values.length).toBeGreaterThan(0);
      for (const { q, items } of values) {
        const { json: hits } = await service.post('/hits', { q, timeZone, limit: 0 });
        expect([timeZone, q, hits.total]).toEqual([timeZone, q, items]);
      }
    }
  }
});

test('the last moments of a year are in that year', async () => {
  const { json } = await service.post('/facets', { facets: [{ field: 'taken', interval: 'year' }] });
  const counts = json.facets[0].values.map(({ value, items }: { value: string; items: number }) => [value, items]);
  expect(counts).toEqual([
    ['-0001-01-01', 1],
    ['0000-01-01', 1],
    ['1969-01-01', 1],
    ['1970-01-01', 1],
    ['2021-01-01', 3],
    ['2022-01-01', 1],
    ['9999-01-01', 3],
    ['10000-01-01', 1],
  ]);
  const { json: last } = await service.get('/events?from=2021-12-31&to=2022&q=taken:*');
  expect(last.events.map(({ id, time }: { id: number; time: string }) => [id, time])).toEqual([
    [9, '2021-12-31T23:59:59.999Z'],
    [10, '2021-12-31T23:59:59.999Z'],
    [11, '2022-01-01T00:00:00.000Z'],
  ]);
});

test('a name is unchanged in a body, and without the space around commas in an address', async () => {
  const { json } = await service.post('/hits', { sort: [' wide name :asc'], limit: 2 });
  expect(json.hits.map(({ id }: { id: number }) => id)).toEqual([7, 6]);
  expect(await found('b', { fields: [' wide name ', 'content'] })).toEqual([6]);
  const { json: sorted } = await service.get(
    '/hits?sort=taken:desc%20,%20hash%20&limit=1&q=taken:*&fields=%20taken%20',
  );
  expect(sorted.hits[0].id).toBe(5);
});
