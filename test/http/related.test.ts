/** The tree, families, records, dates and locations of a set, over two sources. */
import { describe, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';

const ONE: TinyItem[] = [
  { id: 1, properties: { name: ['disk.E01'], contentType: ['application/x-e01-image'] } },
  { id: 2, parentId: 1, properties: { name: ['docs'], treeNode: ['true'] } },
  {
    id: 3,
    parentId: 2,
    properties: { name: ['mail heron'], hash: ['aa11'], modified: ['2021-03-04T10:20:30Z'], created: ['2020-01-01'] },
    text: 'a heron',
  },
  {
    id: 4,
    parentId: 3,
    properties: {
      name: ['Photo.jpg'],
      hash: ['bb22'],
      modified: ['2021-03-04T10:20:30Z'],
      latitude: ['38.7'],
      longitude: ['-9.1'],
    },
  },
  { id: 5, parentId: 3, properties: { name: ['attachment'], 'common:geo:locations': ['38.9;-9.3', '10;179'] } },
  { id: 6, parentId: 99, properties: { name: ['lost'], isDir: ['true'] } },
  { id: 7, parentId: 8, properties: { name: ['circle 7'] } },
  { id: 8, parentId: 7, properties: { name: ['circle 8'] } },
];
const TWO: TinyItem[] = [
  { id: 3, properties: { name: ['copy'], hash: ['AA11'], modified: ['2019'] }, text: 'nothing' },
  { id: 4, properties: { name: ['other'], hash: ['cc'] } },
  { id: 5, parentId: 4, properties: { name: ['inner'], isDir: ['true'] } },
];

const service = Service.beforeTests({ cases: { one: ONE, two: TWO } });

const listed = (json: { hits: { source: string; id: number }[] }): string[] =>
  json.hits.map(({ source, id }) => `${source} ${id}`);

describe('expand', () => {
  test.each([
    ['children', ['one 3', 'one 4', 'one 5']],
    ['parents', ['one 1', 'one 3']],
    ['family', ['one 3', 'one 4', 'one 5']],
    ['duplicates', ['one 3', 'two 3']],
    ['duplicates,parents', ['one 1', 'one 3', 'two 3']],
  ])('by %s', async (expand, expected) => {
    const { json } = await service.get(`/hits?q=heron&expand=${expand}`);
    expect([json.total, ...listed(json)]).toEqual([expected.length, ...expected]);
    const { json: facets } = await service.get(`/facets?q=heron&expand=${expand}&facet=source`);
    expect(facets.total).toBe(expected.length);
  });

  test('traverses tree nodes, comes before collapse and filters, and stays within the chosen sources', async () => {
    expect(listed((await service.get('/hits?q=name:disk.E01&expand=children')).json)).toEqual(['one 1', 'one 3']);
    const collapsed = await service.post('/hits', {
      q: 'heron',
      sourceID: ['one'],
      expand: ['duplicates', 'children'],
      collapse: 'hash',
      filter: ['name:photo'],
    });
    expect(listed(collapsed.json)).toEqual(['one 4']);
    const ranked = (await service.get('/hits?q=heron&expand=children&sort=relevance')).json;
    expect(ranked.hits.map(({ id, score }: { id: number; score: number }) => [id, score > 0])).toEqual([
      [3, true],
      [4, false],
      [5, false],
    ]);
    expect(listed((await service.get('/hits?q=name:7&expand=family')).json)).toEqual(['one 7', 'one 8']);
    expect(listed((await service.get('/hits?q=name:inner&expand=family')).json)).toEqual(['two 5']);
  });
});

describe('places', () => {
  test('narrow a set to a box, also over the date line', async () => {
    expect(listed((await service.get('/hits?bbox=-9.2,38,-9,39')).json)).toEqual(['one 4']);
    expect(listed((await service.get('/hits?bbox=170,0,-170,20')).json)).toEqual(['one 5']);
    expect((await service.post('/hits', { q: 'heron', bbox: '-10,38,-9,39', expand: ['family'] })).json.total).toBe(2);
  });

  test('are counted by cell, with the mean of their coordinates', async () => {
    const { json } = await service.post('/facets', { facets: [{ place: true, zoom: 4 }] });
    expect(json.facets).toEqual([
      {
        place: true,
        zoom: 4,
        values: [
          { value: '15/4', items: 1, latitude: 10, longitude: 179, box: [179, 10, 179, 10] },
          {
            ...{ value: '7/5', items: 2, latitude: (38.7 + 38.9) / 2, longitude: (-9.1 - 9.3) / 2 },
            box: [-9.3, 38.7, -9.1, 38.9],
          },
        ].sort((a, b) => (a.value.padStart(9) < b.value.padStart(9) ? -1 : 1)),
        distinct: 2,
        missing: json.total - 2,
        other: 0,
      },
    ]);
  });

  test.each([
    [{ place: true }],
    [{ place: true, zoom: 25 }],
    [{ place: true, zoom: 1, field: 'x' }],
    [{ place: true, zoom: 1, limit: 3 }],
    [{ events: true }],
    [{ events: true, interval: 'log' }],
    [{ events: true, interval: 'year', timeZone: 'nowhere' }],
    [{}],
  ])('the facet %j is 400', async (facet) => {
    expect((await service.post('/facets', { facets: [facet] })).status).toBe(400);
  });
});

describe('/events', () => {
  const all = [
    ['two', 3, 'modified', '2019-01-01T00:00:00.000Z', 'copy'],
    ['one', 3, 'created', '2020-01-01T00:00:00.000Z', 'mail heron'],
    ['one', 3, 'modified', '2021-03-04T10:20:30.000Z', 'mail heron'],
    ['one', 4, 'modified', '2021-03-04T10:20:30.000Z', 'Photo.jpg'],
  ];
  const rows = (json: { events: Record<string, unknown>[] }): unknown[] =>
    json.events.map(({ source, id, field, time, name }) => [source, id, field, time, name]);

  test.each([
    ['', all],
    ['order=desc', [all[2], all[3], all[1], all[0]]],
    ['from=2020&to=2020', [all[1]]],
    ['from=2021-03-04T10:20:30Z', [all[2], all[3]]],
    ['q=heron', [all[1], all[2]]],
    ['q=heron&expand=children&sourceID=one', all.slice(1)],
  ])('of %j, in pages that together are the whole', async (query, expected) => {
    expect((await service.get(`/events?${query}`)).json).toMatchObject({ total: expected.length, next: null });
    for (const limit of [1, 3]) {
      const found: unknown[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const { json, status } = await service.get(
          `/events?${query}&limit=${limit}${next === '' ? '' : `&after=${next}`}`,
        );
        expect([status, json.total]).toEqual([200, expected.length]);
        found.push(...rows(json));
        next = json.next;
      }
      expect(found).toEqual(expected);
      const { json } = await service.get(`/events?${query}&limit=${limit}&offset=1`);
      expect(rows(json)).toEqual(expected.slice(1, 1 + limit));
    }
  });

  test('in pages that end between equal dates of one field', async () => {
    const moment = '2021-03-04T00:00:00.000Z';
    const same = ['2021-03-04', moment, '2021-03-04T01:00:00+01:00'];
    const own = await Service.start({
      cases: {
        one: [{ id: 1, properties: { modified: [...same, '2020'], created: same } }],
        two: [{ id: 1, properties: { modified: same } }],
      },
    });
    for (const order of ['asc', 'desc']) {
      const { json: whole } = await own.get(`/events?order=${order}`);
      expect([whole.total, whole.events.length]).toEqual([10, 10]);
      for (const limit of [1, 2, 4]) {
        const found: unknown[] = [];
        for (let next: string | null = ''; next !== null; ) {
          const after = next === '' ? '' : `&after=${next}`;
          const { json } = await own.get(`/events?order=${order}&limit=${limit}${after}`);
          found.push(...rows(json));
          next = json.next;
        }
        expect(found).toEqual(rows(whole));
      }
    }
  });

  test('is refused for a foreign cursor and for an invalid date', async () => {
    const { json } = await service.post('/events', { limit: 1 });
    expect((await service.get(`/events?order=desc&limit=1&after=${json.next}`)).status).toBe(400);
    expect((await service.get(`/events?limit=1&offset=1&after=${json.next}`)).status).toBe(400);
    const [request, , ...rest] = JSON.parse(Buffer.from(json.next, 'base64url').toString());
    const stale = Buffer.from(JSON.stringify([request, 'another index', ...rest])).toString('base64url');
    expect((await service.get(`/events?limit=1&after=${stale}`)).status).toBe(409);
    expect((await service.get('/events?from=yesterday')).status).toBe(400);
    expect((await service.get('/events?limit=10001')).status).toBe(400);
  });

  test('read an item once, however many of its dates they show', async () => {
    const engine = service.engine('one');
    const read: number[] = [];
    engine.records = (refs, signal) => {
      read.push(...refs.map(({ id }) => id));
      return Object.getPrototypeOf(engine).records.call(engine, refs, signal);
    };
    expect(rows((await service.get('/events?sourceID=one')).json)).toEqual(all.slice(1));
    Reflect.deleteProperty(engine, 'records');
    expect(read).toEqual([3, 4]);
  });

  test('are counted by field and interval, each with the query that selects it', async () => {
    const { json } = await service.post('/facets', { facets: [{ events: true, interval: 'year' }] });
    expect(json.facets[0]).toMatchObject({ events: true, interval: 'year', distinct: 3, missing: json.total - 3 });
    expect(json.facets[0].values.map((one: Record<string, unknown>) => [one.field, one.value, one.items])).toEqual([
      ['created', '2020-01-01', 1],
      ['modified', '2019-01-01', 1],
      ['modified', '2021-01-01', 2],
    ]);
    for (const { q, items } of json.facets[0].values) {
      expect((await service.post('/hits', { filter: [q] })).json.total).toBe(items);
    }
  });
});

describe('the tree', () => {
  test('shows at the top the items without a parent, folders first', async () => {
    const { json } = await service.get('/sources/one/tree/root');
    expect(json).toEqual({
      id: null,
      name: null,
      children: [
        { id: 1, name: 'disk.E01', isFolder: true, items: 3 },
        { id: 6, name: 'lost', isFolder: true, items: 0 },
      ],
      total: 2,
      next: null,
    });
    const { json: page } = await service.get('/sources/one/tree/3?limit=1');
    expect(page).toEqual({
      id: 3,
      name: 'mail heron',
      children: [{ id: 5, name: 'attachment', isFolder: false, items: 0 }],
      total: 2,
      next: 1,
    });
    expect((await service.get('/sources/one/tree/3?limit=1&offset=1')).json).toMatchObject({
      children: [{ id: 4 }],
      next: null,
    });
  });

  test('counts hits below', async () => {
    const { json } = await service.get('/sources/one/tree/1?q=heron');
    expect(json.children).toEqual([{ id: 2, name: 'docs', isFolder: true, items: 1, isHit: false }]);
    expect((await service.get('/sources/one/tree/root?q=name:photo')).json.children[0].items).toBe(1);
    expect((await service.get('/sources/one/tree/7')).json.children).toEqual([
      { id: 8, name: 'circle 8', isFolder: true, items: 1 },
    ]);
  });

  test('shows only hits and their ancestors', async () => {
    const children = async (path: string): Promise<unknown> =>
      (await service.get(path)).json.children.map(({ id, isHit }: { id: number; isHit: boolean }) => [id, isHit]);
    expect(await children('/sources/one/tree/root?q=name:photo&only=hits')).toEqual([[1, false]]);
    expect(await children('/sources/one/tree/2?q=name:photo&only=hits')).toEqual([[3, false]]);
    const { json } = await service.get('/sources/one/tree/3?q=name:photo&only=hits&limit=1');
    expect(json).toMatchObject({ children: [{ id: 4, isHit: true }], total: 1, next: null });
    expect((await service.get('/sources/one/tree/root?q=name:nothing&only=hits')).json).toMatchObject({
      children: [],
      total: 0,
    });
    // Without a query, every item that a search can hit is in the set.
    expect(await children('/sources/one/tree/root?only=hits')).toEqual([
      [1, true],
      [6, true],
    ]);
    expect((await service.get('/sources/one/tree/root?only=all')).status).toBe(400);
  });

  test('shows the position of an item', async () => {
    expect((await service.get('/sources/one/docs/3/family')).json).toEqual({
      path: [
        { id: 1, name: 'disk.E01' },
        { id: 2, name: 'docs' },
      ],
      children: {
        total: 2,
        docs: [
          { source: 'one', id: 5 },
          { source: 'one', id: 4 },
        ],
      },
      siblings: 0,
      duplicates: { total: 1, docs: [{ source: 'two', id: 3 }] },
    });
    expect((await service.get('/sources/one/docs/5/family')).json.siblings).toBe(1);
    expect((await service.get('/sources/one/docs/8/family')).json).toMatchObject({ path: [{ id: 7 }], siblings: 0 });
    expect((await service.get('/sources/one/docs/2/family')).json).toMatchObject({ children: { total: 1 } });
  });

  test.each([
    ['/sources/one/tree/77', 404],
    ['/sources/one/tree/top', 400],
    ['/sources/nobody/tree/root', 404],
    ['/sources/one/tree/root?q=(', 400],
    ['/sources/one/tree/root?sourceID=two', 400],
    ['/sources/one/docs/77/family', 404],
    ['/sources/one/docs/x/family', 400],
  ])('%s is %i', async (path, status) => {
    const answer = await service.get(path);
    expect([answer.status, answer.json.status]).toEqual([status, status]);
  });
});

describe('records', () => {
  test('weigh each time that they are named', async () => {
    const heavy = await Service.start({ cases: { heavy: [{ id: 1, properties: { note: ['x'.repeat(2_000_000)] } }] } });
    const named = (times: number) => ({
      docs: Array.from({ length: times }, () => ({ source: 'heavy', id: 1 })),
      properties: ['*'],
    });
    const { status, json } = await heavy.post('/records', named(70));
    expect([status, json.error]).toEqual([400, expect.stringContaining('more than 128 Mi characters')]);
    const [one, other] = (await heavy.post('/records', named(2))).json.records;
    expect(one.properties.note[0]).toHaveLength(2_000_000);
    expect(other).toEqual(one);
    await heavy.stop();
  });

  test('name their parent', async () => {
    expect((await service.get('/sources/one/docs/4')).json.parentId).toBe(3);
    expect((await service.get('/sources/one/docs/1')).json).not.toHaveProperty('parentId');
  });

  test('are returned by reference, in that order, with null for missing ones', async () => {
    const docs = [
      { source: 'two', id: 3 },
      { source: 'one', id: 4 },
      { source: 'nobody', id: 1 },
      { source: 'one', id: 77 },
      { source: 'one', id: 2 },
      { source: 'two', id: 3 },
    ];
    const { json, status } = await service.post('/records', { docs, properties: ['name'] });
    expect(status).toBe(200);
    const record = (source: string, id: number, name: string, more: object): object => ({
      source,
      id,
      properties: { name: [name] },
      bookmarks: [],
      selected: false,
      parts: [],
      ...more,
    });
    expect(json).toEqual({
      records: [
        record('two', 3, 'copy', { parts: ['text'] }),
        record('one', 4, 'Photo.jpg', { parentId: 3 }),
        null,
        null,
        record('one', 2, 'docs', { parentId: 1 }),
        record('two', 3, 'copy', { parts: ['text'] }),
      ],
    });
    const engine = service.engine('one');
    const read: number[] = [];
    engine.records = (refs, signal) => {
      read.push(...refs.map(({ id }) => id));
      return Object.getPrototypeOf(engine).records.call(engine, refs, signal);
    };
    const again = { docs: [1, 2, 1, 4, 2, 1].map((id) => ({ source: 'one', id })), properties: ['none'] };
    const repeated = (await service.post('/records', again)).json.records;
    expect([repeated.map(({ id }: { id: number }) => id), read]).toEqual([
      [1, 2, 1, 4, 2, 1],
      [1, 2, 4],
    ]);
    Reflect.deleteProperty(engine, 'records');
    const many = Array.from({ length: 10_001 }, () => ({ source: 'one', id: 1 }));
    expect((await service.post('/records', { docs: many })).status).toBe(400);
    expect((await service.post('/records', { docs: many.slice(1), properties: ['none'] })).json.records).toHaveLength(
      10_000,
    );
    expect((await service.post('/records', { docs: [{ source: 'one' }] })).status).toBe(400);
    const spaced = `${' \n'.repeat(1 << 20)}{"docs":[ {"source":"o\\u006ee","id":\t1}, {"id":3,  "source":"two"}], "properties":["none"]}`;
    const padded = await service.request('POST', '/records', { body: spaced });
    expect(padded.json.records.map(({ source, id }: { source: string; id: number }) => `${source} ${id}`)).toEqual([
      'one 1',
      'two 3',
    ]);
    const broken = await service.request('POST', '/records', { body: '{"docs":[{"source":"one","id":1 1}]}' });
    expect(broken.status).toBe(400);
  });
});
