/** Pages in any order, counts and fields, over two sources that disagree about types, spellings and missing values. */
import { describe, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';

const service = Service.beforeTests({
  cases: {
    one: [
      {
        id: 5,
        parentId: 1,
        properties: { name: 'B.txt', rank: '10', category: 'Mail', modified: '2021-03-04', part: 'file10' },
        text: 'heron',
      },
      {
        id: 1,
        properties: {
          name: 'a.txt',
          rank: '9',
          category: ['Images', 'images'],
          modified: '2020-12-31T23:30:00Z',
          part: ['file2', 'file11'],
        },
        text: 'heron',
      },
      { id: 3, properties: { name: 'c.txt', category: 'images' }, text: 'coot' },
      { id: 9, properties: { name: 'dir', treeNode: 'true', rank: '1' }, text: 'heron' },
    ],
    two: [
      {
        id: 2,
        properties: { name: 'b.TXT', rank: 'high', category: 'MAIL', size: '5', part: 'FILE3' },
        text: 'heron heron',
      },
      { id: 4, properties: { name: 'z', rank: '10', part: 'file02' }, text: 'heron' },
    ],
  },
});

const listed = (json: { hits: { source: string; id: number }[] }): string[] =>
  json.hits.map(({ source, id }) => `${source} ${id}`);

async function pages(query: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  let after = '';
  for (let n = 0; n < 20; n++) {
    const { json, status, text } = await service.get(`/hits?${query}&limit=${limit}${after}`);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    found.push(...listed(json));
    if (json.next === null) return found;
    expect(json.hits).toHaveLength(limit);
    after = `&after=${json.next}`;
  }
  throw new Error('there is no end');
}

describe('/hits', () => {
  test('has records with chosen properties, and leaves out missing ones', async () => {
    const { json, status } = await service.get('/hits?q=rank:10&properties=name,length&sourceID=one');
    expect(status).toBe(200);
    expect(json).toEqual({
      total: 1,
      hits: [
        {
          source: 'one',
          id: 5,
          parentId: 1,
          properties: { name: ['B.txt'] },
          bookmarks: [],
          selected: false,
          parts: ['text'],
        },
      ],
      next: null,
      tookMs: expect.any(Number),
    });
    const { json: sized } = await service.get('/hits?q=size:5&properties=length');
    expect(sized.hits[0].properties).toEqual({ size: ['5'] });
    expect((await service.get('/hits?q=size:5&properties=none')).json.hits[0].properties).toEqual({});
    expect(Object.keys((await service.get('/hits?q=size:5&properties=*')).json.hits[0].properties)).toContain('rank');
  });

  test.each([
    ['sort=id', ['one 1', 'one 3', 'one 5', 'two 2', 'two 4']],
    ['sort=name:asc', ['one 1', 'one 5', 'two 2', 'one 3', 'two 4']],
    ['sort=name:desc', ['two 4', 'one 3', 'one 5', 'two 2', 'one 1']],
    // Numbers come before texts in both directions, and items without a value come last.
    ['sort=rank:asc', ['one 1', 'one 5', 'two 4', 'two 2', 'one 3']],
    ['sort=rank:desc', ['one 5', 'one 1', 'two 2', 'two 4', 'one 3']],
    ['sort=modified', ['one 1', 'one 5', 'one 3', 'two 2', 'two 4']],
    ['sort=category:asc,name:desc', ['one 3', 'one 1', 'one 5', 'two 2', 'two 4']],
    // The least or the greatest of several values counts. Equal numbers are compared as written.
    ['sort=part:natural', ['two 4', 'one 1', 'two 2', 'one 5', 'one 3']],
    ['sort=part:natural-desc', ['one 1', 'one 5', 'two 2', 'two 4', 'one 3']],
    ['sort=rank:natural', ['one 1', 'one 5', 'two 4', 'two 2', 'one 3']],
    ['sort=length:desc,id:desc', ['two 2', 'one 5', 'two 4', 'one 3', 'one 1']],
  ])('returns pages by %s that together are the whole', async (sort, expected) => {
    for (const limit of [1, 2, 5, 50]) expect([limit, await pages(sort, limit)]).toEqual([limit, expected]);
    for (const offset of [0, 1, 4, 5, 100]) {
      const { json } = await service.get(`/hits?${sort}&offset=${offset}&limit=2`);
      expect([json.total, ...listed(json)]).toEqual([5, ...expected.slice(offset, offset + 2)]);
    }
  });

  test('orders by relevance with scores, and counts without hits', async () => {
    const { json } = await service.get('/hits?q=heron&sort=relevance&limit=2');
    expect(json.hits[0].score).toBeGreaterThanOrEqual(json.hits[1].score);
    expect(await pages('q=heron&sort=relevance', 1)).toHaveLength(4);
    expect((await service.get('/hits?q=heron&limit=0')).json).toMatchObject({ total: 4, hits: [], next: null });
  });

  test('narrows by filters, which may contain commas', async () => {
    const { json } = await service.get('/hits?q=heron&filter=rank:10&filter=name:b,txt&sourceID=two&sourceID=one');
    expect(listed(json)).toEqual(['one 5']);
    const posted = await service.post('/hits', {
      q: 'heron',
      filter: ['rank:10', 'name:(b OR z)'],
      sort: ['name:desc'],
    });
    expect(listed(posted.json)).toEqual(['two 4', 'one 5']);
  });

  test('collapses to one item for each value, the first by source and id', async () => {
    expect(await pages('collapse=category&sourceID=one', 1)).toEqual(['one 1', 'one 5']);
    expect((await service.get('/facets?collapse=category&facet=rank&sourceID=one')).json.total).toBe(2);
    expect((await service.get('/hits?collapse=category&sourceID=one')).json.hints).toBeUndefined();
    const mistaken = await service.get('/hits?collapse=catgory&sourceID=one');
    expect(mistaken.json.hints).toEqual([expect.stringContaining('no source has the field "catgory"')]);
  });

  test('takes a cursor for the same request on the same state only', async () => {
    const { json } = await service.get('/hits?sort=name:asc&limit=1');
    expect((await service.get(`/hits?sort=name:desc&limit=1&after=${json.next}`)).status).toBe(400);
    expect((await service.get(`/hits?sort=name:asc&limit=1&offset=1&after=${json.next}`)).status).toBe(400);
    expect((await service.get('/hits?sort=name:asc&limit=1&after=nothing')).status).toBe(400);
    const [request, , ...rest] = JSON.parse(Buffer.from(json.next, 'base64url').toString());
    const stale = Buffer.from(JSON.stringify([request, 'another index', ...rest])).toString('base64url');
    expect((await service.get(`/hits?sort=name:asc&limit=1&after=${stale}`)).status).toBe(409);
    await service.post('/bookmarks/found');
    await service.put('/bookmarks/found/add', [
      { source: 'one', id: 1 },
      { source: 'one', id: 5 },
    ]);
    const first = await service.get('/hits?q=bookmark:found&limit=1');
    const second = `/hits?q=bookmark:found&limit=1&after=${first.json.next}`;
    expect(listed((await service.get(second)).json)).toEqual(['one 5']);
    await service.put('/bookmarks/found/remove', [{ source: 'one', id: 1 }]);
    expect((await service.get(second)).status).toBe(409);
  });

  test.each([
    ['/hits?x=1', 400],
    ['/hits?limit=10001', 400],
    ['/hits?limit=-1', 400],
    ['/hits?sort=nobody:asc', 400],
    ['/hits?sort=:natural', 400],
    ['/hits?sort=content:asc', 400],
    ['/hits?sort=relevance,name', 400],
    ['/hits?q=(', 400],
    ['/hits?filter=(', 400],
    ['/hits?q=a&q=b', 400],
    ['/hits?sourceID=nobody', 404],
    ['/hits?expand=', 400],
    ['/hits?expand=cousins', 400],
    ['/hits?collapse=content&sourceID=one', 400],
    ['/hits?bbox=1,2,3', 400],
    ['/hits?bbox=1,2,3,east', 400],
    ['/hits?bbox=1,2,300,4', 400],
    ['/hits?bbox=1,20,3,4', 400],
    ['/facets', 400],
    ['/facets?facet=content', 400],
    ['/facets?facet=nobody', 400],
    ['/facets?facet=selected:year', 400],
  ])('%s is %i', async (path, status) => {
    const answer = await service.get(path);
    expect([answer.status, answer.json.status]).toEqual([status, status]);
  });

  test('returns hints', async () => {
    expect((await service.get('/hits?q=nmae:x')).json.hints).toEqual([expect.stringContaining('"name"')]);
  });
});

describe('/facets', () => {
  test('counts items by value, in the most frequent spelling, and each value selects its items', async () => {
    const { json } = await service.get('/facets?facet=category&facet=source');
    expect(json).toEqual({
      total: 5,
      facets: [
        {
          field: 'category',
          values: [
            { value: 'images', items: 2, q: 'category:=images' },
            { value: 'MAIL', items: 2, q: 'category:=MAIL' },
          ],
          distinct: 2,
          missing: 1,
          other: 0,
        },
        {
          field: 'source',
          values: [
            { value: 'one', items: 3, q: 'source:"one"' },
            { value: 'two', items: 2, q: 'source:"two"' },
          ],
          distinct: 2,
          missing: 0,
          other: 0,
        },
      ],
      tookMs: expect.any(Number),
    });
    for (const { values } of json.facets) {
      for (const { q, items } of values) {
        const { json: selected } = await service.get(`/hits?limit=0&filter=${encodeURIComponent(q)}`);
        expect([q, selected.total]).toEqual([q, items]);
      }
    }
  });

  test('shows the requested number, and counts the rest', async () => {
    const { json } = await service.get('/facets?facet=name&facetLimit=1');
    expect(json.facets[0]).toMatchObject({ values: [{ value: 'B.txt', items: 2 }], distinct: 4, missing: 0, other: 3 });
    expect((await service.get('/facets?facet=name&facetLimit=0')).json.facets[0]).toMatchObject({
      values: [],
      distinct: 4,
      other: 5,
    });
    const facets = [
      { field: 'name', order: 'value', contains: 'TXT', limit: 2 },
      { field: 'name', prefix: 'Z' },
    ];
    const posted = (await service.post('/facets', { facets })).json.facets;
    expect(posted[0]).toMatchObject({ values: [{ value: 'a.txt' }, { value: 'B.txt' }], distinct: 3, other: 1 });
    expect(posted[1]).toMatchObject({ values: [{ value: 'z', items: 1 }], distinct: 1, missing: 0, other: 0 });
  });

  test('keeps values that several sources have, and counts bookmarks and selection', async () => {
    const { json } = await service.post('/facets', { facets: [{ field: 'category', minSources: 2 }] });
    expect(json.facets[0]).toMatchObject({ values: [{ value: 'MAIL', items: 2 }], distinct: 1, missing: 1, other: 0 });
    await service.post('/bookmarks/Seen');
    await service.put('/bookmarks/Seen/add', [
      { source: 'one', id: 3 },
      { source: 'two', id: 2 },
    ]);
    await service.put('/selection/add', [{ source: 'two', id: 4 }]);
    const marked = await service.get('/facets?q=heron&facet=bookmark&facet=selected&facetLimit=1');
    const [bookmark, selected] = marked.json.facets;
    expect(bookmark.values).toEqual([{ value: 'found', items: 1, q: 'bookmark:"found"' }]);
    expect([bookmark.distinct, bookmark.missing, bookmark.other]).toEqual([2, 2, 1]);
    expect(selected).toEqual({
      field: 'selected',
      values: [{ value: 'false', items: 3, q: 'selected:false' }],
      distinct: 2,
      missing: 0,
      other: 1,
    });
    const prefixed = await service.post('/facets', { facets: [{ field: 'bookmark', prefix: 'sE', order: 'value' }] });
    expect(prefixed.json.facets[0]).toMatchObject({ values: [{ value: 'Seen', items: 2 }], distinct: 1 });
  });

  test('counts by intervals of time, in a time zone, and each interval selects its items', async () => {
    const facets = [
      { field: 'modified', interval: 'year' },
      { field: 'modified', interval: 'year', timeZone: 'Europe/Madrid' },
      { field: 'modified', interval: 'auto' },
    ];
    const { json } = await service.post('/facets', { facets });
    const values = json.facets.map((facet: { values: { value: string; items: number }[] }) =>
      facet.values.map(({ value, items }) => [value, items]),
    );
    expect(values).toEqual([
      [
        ['2020-01-01', 1],
        ['2021-01-01', 1],
      ],
      [['2021-01-01', 2]],
      [
        ['2020-12-31T23:00Z', 1],
        ['2021-03-04T00:00Z', 1],
      ],
    ]);
    expect(json.facets[2].interval).toBe('hour');
    for (const facet of json.facets) {
      expect(facet.missing).toBe(3);
      for (const { q, items } of facet.values) {
        const { json: selected } = await service.post('/hits', { limit: 0, filter: [q] });
        expect([q, selected.total]).toEqual([q, items]);
      }
    }
  });

  test('words that a range matched select only their items, if the field is a number in another source', async () => {
    const { json } = await service.post('/facets', { q: 'rank:[1 TO 10]', facets: [{ matches: true }] });
    const [{ value, items, q }] = json.facets[0].values;
    expect([json.total, value, items, q]).toEqual([3, '10', 1, '+rank:"10" +source:"two"']);
    expect((await service.post('/hits', { q: 'rank:[1 TO 10]', filter: [q], limit: 0 })).json.total).toBe(items);
  });

  test('counts by ranges and decades', async () => {
    const facets = [
      { field: 'rank', ranges: [9, 10] },
      { field: 'rank', interval: 'log' },
    ];
    const { json } = await service.post('/facets', { facets, sourceID: 'one' });
    expect(json.facets.map(({ values }: { values: unknown }) => values)).toEqual([
      [
        { value: '9-10', items: 1, q: 'rank:[9 TO 10}' },
        { value: '10-', items: 1, q: 'rank:[10 TO *]' },
      ],
      [
        { value: '1-10', items: 1, q: 'rank:[1 TO 10}' },
        { value: '10-100', items: 1, q: 'rank:[10 TO 100}' },
      ],
    ]);
  });

  test.each([
    { field: 'rank', ranges: [2, 1] },
    { field: 'rank', ranges: [] },
    { field: 'rank', ranges: [1], interval: 'log' },
    { field: 'modified', interval: 'year', timeZone: 'Nowhere/Land' },
    { field: 'name', timeZone: 'UTC' },
    { field: 'name', limit: 10_001 },
    { field: 'name', size: 1 },
    { field: 'selected', prefix: 't' },
    { field: 'bookmark', minSources: 2 },
  ])('refuses %j', async (facet) => {
    expect((await service.post('/facets', { facets: [facet] })).status).toBe(400);
  });
});

test('/fields shows types by source, and the possible operations', async () => {
  const { json } = await service.get('/fields');
  const found = new Map(json.fields.map((field: { name: string }) => [field.name, field]));
  expect(found.get('rank')).toEqual({
    name: 'rank',
    types: { one: 'number', two: 'text' },
    items: 4,
    sorts: true,
    counts: true,
  });
  expect(found.get('content')).toMatchObject({ sorts: false, counts: false });
  expect(found.get('id')).toMatchObject({ sorts: true, counts: false });
  expect((await service.get('/fields?sourceID=two')).json.fields.map(({ name }: { name: string }) => name)).toContain(
    'size',
  );
});
