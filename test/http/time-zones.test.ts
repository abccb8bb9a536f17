/**
 * Time zones of queries. Every route that takes a query takes a zone, and dates without a time of day are that day in all of
 * them.
 */
import { describe, expect, test } from '@jest/globals';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import type { Route } from '../../src/http/route.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';

/** By id: a bare day, month and year, and moments around the day in Lisbon, New York and Samoa. */
const DATES = [
  '2023-07-05',
  '2023-07',
  '2023',
  '2023-07-04T23:30:00Z',
  '2023-07-05T00:30:00Z',
  '2023-07-05T23:30:00Z',
  '2023-07-05T22:00:00-04:00',
  '2023-10-29T00:30:00Z',
  '2023-10-29T01:30:00Z',
  '2023-03-26T00:59:59Z',
  '2023-03-26T01:00:00Z',
];
const FOLDER = DATES.length + 1;
const items = [
  ...DATES.map((date, i) => ({ id: i + 1, parentId: FOLDER, text: `heron ${i}`, properties: { modified: [date] } })),
  { id: FOLDER, text: 'folder' },
];
const service = Service.beforeTests({
  cases: { one: items },
  server: () => ({ certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: 'one' } }),
});

async function found(q: string, timeZone?: string): Promise<readonly string[]> {
  const { status, json } = await service.post('/search', { q, ...(timeZone && { timeZone }) });
  expect([q, status]).toEqual([q, 200]);
  return json.docs.map(({ id }: { id: number }) => DATES[id - 1]);
}

describe('a search', () => {
  test('by day, month and year of a zone', async () => {
    expect(await found('modified:2023-07-05')).toEqual(['2023-07-05', '2023-07-05T00:30:00Z', '2023-07-05T23:30:00Z']);
    expect(await found('modified:2023-07-05', 'Europe/Lisbon')).toEqual([
      '2023-07-05',
      '2023-07-04T23:30:00Z',
      '2023-07-05T00:30:00Z',
    ]);
    expect(await found('modified:"2023-07-05"', 'America/New_York')).toEqual([
      '2023-07-05',
      '2023-07-05T23:30:00Z',
      '2023-07-05T22:00:00-04:00',
    ]);
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Asia/Kathmandu']) {
      expect(await found('modified:2023-07-05', zone)).toContain('2023-07-05');
      expect(await found('modified:[2023-07-05 TO 2023-07-05]', zone)).toContain('2023-07-05');
      expect(await found('modified:2023-07-04', zone)).not.toContain('2023-07-05');
      expect(await found('modified>2023-07-05', zone)).not.toContain('2023-07-05');
      expect(await found('modified<2023-07-05', zone)).toEqual(expect.arrayContaining(['2023', '2023-07']));
      expect(await found('modified:2023-07', zone)).toContain('2023-07');
      expect(await found('modified>=2023', zone)).toContain('2023');
      expect(await found('modified<2023', zone)).toEqual([]);
    }
  });

  test('across a clock that is put forward or back', async () => {
    // 01:30 is shown twice, and times from 01:00 to 02:00 on the day in March are never shown.
    const twice = ['2023-10-29T00:30:00Z', '2023-10-29T01:30:00Z'];
    expect(await found('modified:2023-10-29T01:30', 'Europe/Lisbon')).toEqual(twice);
    expect(await found('modified:2023-10-29T01', 'Europe/Lisbon')).toEqual(twice);
    expect(await found('modified:2023-10-29T01:30+01:00', 'Europe/Lisbon')).toEqual(twice.slice(0, 1));
    expect(await found('modified:2023-03-26T01', 'Europe/Lisbon')).toEqual([]);
    expect(await found('modified:2023-03-26T00:59:59', 'Europe/Lisbon')).toEqual(['2023-03-26T00:59:59Z']);
    expect(await found('modified:2023-03-26T02', 'Europe/Lisbon')).toEqual(['2023-03-26T01:00:00Z']);
    expect(await found('modified:2023-03-26', 'Europe/Lisbon')).toHaveLength(2);
  });

  test('with an offset in the query is by moments, of bare dates too', async () => {
    const q = 'modified:[2023-07-05T03:00:00Z TO 2023-07-06T03:00:00Z}';
    expect(await found(q, 'America/Halifax')).toContain('2023-07-05');
    expect(await found(q)).not.toContain('2023-07-05');
    expect(await found('modified>=2023-07-05T03:00:00.001Z', 'America/Halifax')).not.toContain('2023-07-05');
  });
});

test('counts by interval are those of the requested zone, and their q finds the items', async () => {
  const timeZone = 'America/New_York';
  const { json } = await service.post('/facets', { facets: [{ field: 'modified', interval: 'day' }], timeZone });
  const values = json.facets[0].values as { value: string; items: number; q: string }[];
  expect(values.map(({ value, items: count }) => [value, count])).toEqual([
    ['2023-01-01', 1],
    ['2023-03-25', 2],
    ['2023-07-01', 1],
    ['2023-07-04', 2],
    ['2023-07-05', 3],
    ['2023-10-28', 2],
  ]);
  for (const { value, items: count, q } of values) {
    expect([value, (await found(q, timeZone)).length]).toEqual([value, count]);
  }
  const events = await service.post('/facets', { facets: [{ events: true, interval: 'day' }], timeZone });
  expect(events.json.facets[0].values.map(({ value, items: count }: (typeof values)[0]) => [value, count])).toEqual(
    values.map(({ value, items: count }) => [value, count]),
  );
  const own = await service.post('/facets', {
    facets: [{ field: 'modified', interval: 'day', timeZone: 'UTC' }],
    timeZone,
  });
  expect(own.json.facets[0].values).toHaveLength(7);
});

test('events from and to are days of the zone; their order is that of moments', async () => {
  const listed = async (timeZone?: string): Promise<readonly string[]> => {
    const { json } = await service.post('/events', {
      from: '2023-07-05',
      to: '2023-07-05',
      ...(timeZone && { timeZone }),
    });
    return json.events.map(({ id }: { id: number }) => DATES[id - 1]);
  };
  expect(await listed()).toEqual(['2023-07-05', '2023-07-05T00:30:00Z', '2023-07-05T23:30:00Z']);
  expect(await listed('Europe/Lisbon')).toEqual(['2023-07-04T23:30:00Z', '2023-07-05', '2023-07-05T00:30:00Z']);
  // A date without a time comes before the moment at which its day begins in this zone.
  expect(await listed('America/New_York')).toEqual(['2023-07-05', '2023-07-05T23:30:00Z', '2023-07-05T22:00:00-04:00']);
  const sorted = await service.post('/hits', { sort: ['modified'], timeZone: 'Pacific/Kiritimati', limit: 4 });
  expect(sorted.json.hits.map(({ id }: { id: number }) => DATES[id - 1])).toEqual([
    '2023',
    '2023-03-26T00:59:59Z',
    '2023-03-26T01:00:00Z',
    '2023-07',
  ]);
});

type Shape = Record<string, unknown>;
const shapeOf = (schema: unknown): Shape => (schema as { shape?: Shape } | null)?.shape ?? {};
const bodyOf = ({ body }: Route): Shape =>
  body === null || !('schema' in body)
    ? {}
    : { ...shapeOf(body.schema), ...('object' in body ? shapeOf(body.object) : {}) };

describe('every route with a query', () => {
  const isQuery = (shape: Shape): boolean => 'q' in shape || 'filter' in shape || 'defaultOperator' in shape;

  test('takes a time zone, and refuses an unknown one with a remedy', async () => {
    const asked: string[] = [];
    for (const route of routeTable) {
      const name = `${route.method} ${route.path}`;
      // The history stores queries that have run, and runs none itself.
      if (route.path.startsWith('/app/') || route.path === '/searches/history') continue;
      for (const shape of [shapeOf(route.query), bodyOf(route)]) {
        if (isQuery(shape)) expect([name, 'timeZone' in shape]).toEqual([name, true]);
      }
      if (!isQuery(shapeOf(route.query)) && !isQuery(bodyOf(route))) continue;
      asked.push(name);
      const path = route.path
        .replace('{sourceID}', 'one')
        .replace('{id}', '1')
        .replace(/\{\w+\}/, 'x');
      const body: Shape = { q: 'heron', timeZone: 'Mars/Olympus' };
      if (route.path === '/facets') body['facets'] = [{ field: 'modified' }];
      if (route.path === '/keywords') Object.assign(body, { queries: ['heron'], q: undefined });
      if (route.path === '/export') body['format'] = 'ndjson';
      if (route.path.endsWith('/code')) body['choice'] = null;
      if (route.path === '/reviews') Object.assign(body, { name: 'first', codings: ['x'] });
      const inAddress = `?q=heron&timeZone=Mars/Olympus${route.path === '/facets' ? '&facet=modified' : ''}${
        route.path === '/export' ? '&format=ndjson' : ''
      }`;
      const { status, json } = isQuery(bodyOf(route))
        ? await service.request(route.method.toUpperCase(), path, { body })
        : await service.request(route.method.toUpperCase(), path + inAddress);
      expect([name, status, json?.error]).toEqual([
        name,
        400,
        expect.stringMatching(/timeZone.*unknown.*Europe\/Lisbon/),
      ]);
    }
    expect(asked.length).toBeGreaterThan(12);
  });

  test.each(['+02:00', '', 'Lisbon', 'Etc/Nowhere', 'x'.repeat(5000)])('%j is not a zone', async (timeZone) => {
    const { status, json } = await service.post('/search', { q: 'heron', timeZone });
    expect([status, json.error]).toEqual([400, expect.stringContaining('write a name of the IANA database')]);
  });

  test('answers in it', async () => {
    const ask = { q: 'modified:2023-07-05', timeZone: 'Europe/Lisbon' };
    const address = `q=modified:2023-07-05&timeZone=Europe/Lisbon`;
    expect((await service.get(`/search?${address}`)).json.docs).toHaveLength(3);
    expect((await service.get(`/explain?${address}`)).json.sources[0].count).toBe(3);
    expect((await service.post('/hits', { filter: [ask.q], timeZone: ask.timeZone })).json.hits[0].id).toBe(1);
    expect((await service.get(`/sources/one/tree/root?${address}`)).json.children[0].items).toBe(3);
    expect((await service.get(`/sources/one/docs/4/matches?${address}`)).json.total).toBe(1);
    expect((await service.get(`/sources/one/docs/6/matches?${address}`)).json.total).toBe(0);
    expect((await service.get(`/export?${address}&format=csv`)).text.trim().split('\n')).toHaveLength(4);
    expect((await service.post('/findings', { ...ask, snippet: undefined })).status).toBe(200);
    const report = (await service.post('/keywords', { queries: [ask.q, 'heron'], timeZone: ask.timeZone })).text;
    expect(JSON.parse(report.split('\n')[0]!)).toMatchObject({ items: 3 });
    await service.post('/bookmarks/day');
    expect((await service.put('/bookmarks/day/add', ask)).json.changed).toBe(3);
    const certificate = (await service.post('/certificates', ask)).json;
    expect([certificate.total, certificate.query.timeZone]).toEqual([3, 'Europe/Lisbon']);
    const utc = (await service.post('/certificates', { q: ask.q })).json;
    expect([utc.total, utc.query.timeZone]).toEqual([3, 'UTC']);
    expect(utc.digest).not.toBe(certificate.digest);
  });

  test('a cursor belongs to its zone', async () => {
    const body = { q: 'modified:2023-07', timeZone: 'Europe/Lisbon', limit: 1 };
    const { next } = (await service.post('/hits', body)).json;
    expect((await service.post('/hits', { ...body, after: next })).status).toBe(200);
    expect((await service.post('/hits', { ...body, timeZone: 'UTC', after: next })).status).toBe(400);
  });

  test('with the syntax of IPED it is refused', async () => {
    const { status, json } = await service.post('/search', { q: 'x', syntax: 'iped', timeZone: 'Europe/Lisbon' });
    expect([status, json.error]).toEqual([400, expect.stringContaining('remove "timeZone"')]);
    expect((await service.post('/search', { q: 'heron', syntax: 'iped', timeZone: 'UTC' })).status).toBe(200);
  });
});
