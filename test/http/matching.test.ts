/** Matches of queries over HTTP: in one item, in snippets of hits, in every item of a set. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { begun, byteStream, endedByLine } from '../../src/http/output/byte-stream.ts';
import { AppError } from '../../src/shared/errors.ts';
import { Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';

const LONG = `${'The reeds stand still. '.repeat(30)}Then a grey heron comes, and the heron flies by. ${'Coots swim on. '.repeat(40)}heron`;

const service = Service.beforeTests({
  cases: {
    one: [
      { id: 1, properties: { name: 'heron.txt', author: ['Ana', 'He\u0301ron of Rio'], rank: '10' }, text: LONG },
      { id: 2, properties: { name: 'a.txt' }, text: 'no he\u0301ron, but 𐐀 egrets' },
      { id: 3, properties: { name: 'c.txt' }, text: 'coot' },
    ],
    two: [{ id: 7, properties: { name: 'b.txt' }, text: 'heron heron' }],
    three: [
      { id: 1, properties: { name: 'd.txt' }, text: 'tern tern gull 𐐀 wader' },
      // The phrase crosses the end of the first piece of the text.
      { id: 2, properties: { name: 'e.txt' }, text: `${'reed '.repeat(3273)}stork ibis skua plover` },
      { id: 3, properties: { name: 'f.txt' }, text: 'crane rail knot plover' },
      { id: 4, properties: { name: 'g.txt' }, text: 'crane rail knot plover' },
      { id: 5, properties: { name: 'h.txt' }, text: 'rail crane' },
      { id: 6, properties: { name: 'i.txt' }, text: 'knot' },
    ],
  },
});

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('/matches', () => {
  test('returns each match with its clause, by field and position, and counts', async () => {
    const q = encodeURIComponent('"grey heron" OR author:heron OR rank:10 NOT coot');
    const { json, status } = await service.get(`/sources/one/docs/1/matches?q=${q}`);
    expect(status).toBe(200);
    const start = LONG.indexOf('grey');
    expect(json).toEqual({
      total: 3,
      clauses: [
        { q: '"grey heron"', count: 1 },
        { q: 'author:heron', count: 1 },
        { q: 'rank:10', count: 1 },
      ],
      matches: [
        { field: 'content', value: 0, start, end: start + 10, clause: 0 },
        { field: 'author', value: 1, start: 0, end: 6, clause: 1 },
        { field: 'rank', value: 0, start: 0, end: 2, clause: 2 },
      ],
      next: null,
    });
  });

  test('words that are apart are not a phrase, whatever is between them', async () => {
    const q = encodeURIComponent('heron OR "reeds heron"');
    const { json } = await service.get(`/sources/one/docs/1/matches?q=${q}`);
    expect(json.clauses.map(({ count }: { count: number }) => count)).toEqual([3, 0]);
  });

  test('returns pages, and nothing for an item that is not a hit', async () => {
    const first = await service.get('/sources/two/docs/7/matches?q=heron&limit=1');
    expect(first.json).toMatchObject({ total: 2, matches: [{ start: 0, end: 5 }], next: 1 });
    const second = await service.get('/sources/two/docs/7/matches?q=heron&limit=1&offset=1');
    expect(second.json).toMatchObject({ total: 2, matches: [{ start: 6, end: 11 }], next: null });
    const { json } = await service.get('/sources/one/docs/3/matches?q=coot+AND+heron');
    expect(json).toEqual({
      total: 0,
      clauses: [
        { q: 'coot', count: 0 },
        { q: 'heron', count: 0 },
      ],
      matches: [],
      next: null,
    });
    expect((await service.get('/sources/one/docs/2/matches?q=h*n&fields=name,content')).json.matches).toEqual([
      { field: 'content', value: 0, start: 3, end: 9, clause: 0 },
    ]);
  });

  test('counts a clause if one of the lists that contain it matches the item', async () => {
    const counts = async (q: string): Promise<number[]> => {
      const { json } = await service.get(`/sources/three/docs/1/matches?q=${encodeURIComponent(q)}`);
      return json.clauses.map(({ count }: { count: number }) => count);
    };
    expect(await counts('tern OR (gull AND rail)')).toEqual([2, 0, 0]);
    expect(await counts('tern OR (gull AND rail) OR (gull AND wader)')).toEqual([2, 1, 0, 1]);
    expect(await counts('"tern gull"')).toEqual([1]);
  });

  test.each([
    ['/sources/one/docs/99/matches?q=a', 404],
    ['/sources/none/docs/1/matches?q=a', 404],
    ['/sources/one/docs/1/matches', 400],
    ['/sources/one/docs/1/matches?q=(a', 400],
    ['/sources/one/docs/1/matches?q=rank:high', 400],
    ['/sources/one/docs/1/matches?q=a&limit=10001', 400],
    ['/sources/one/docs/1/matches?q=a&color=red', 400],
  ])('%s is %d', async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });
});

describe('snippets of /hits', () => {
  test('are slices of the text around matches, most distinctive first, then of shown properties', async () => {
    const { json } = await service.get('/hits?q=heron+OR+name:heron+OR+grey&snippets=2&sourceID=one');
    const [first, second] = json.hits;
    expect(first.snippets.map(({ field }: { field: string }) => field)).toEqual(['content', 'content', 'name']);
    const [best] = first.snippets;
    expect(best.text).toBe(LONG.slice(best.offset, best.offset + best.text.length));
    expect(best.marks.map(([start, end]: [number, number]) => best.text.slice(start, end))).toEqual([
      'grey',
      'heron',
      'heron',
    ]);
    expect(first.snippets[2]).toEqual({ field: 'name', value: 0, offset: 0, text: 'heron.txt', marks: [[0, 5]] });
    expect(second).toMatchObject({ id: 2, snippets: [{ text: 'no he\u0301ron, but 𐐀 egrets', marks: [[3, 9]] }] });
  });

  test('are returned if requested, and only from shown properties', async () => {
    expect((await service.get('/hits?q=heron')).json.hits[0]).not.toHaveProperty('snippets');
    const { json } = await service.get('/hits?q=name:heron&properties=none&snippets=3');
    expect(json.hits).toMatchObject([{ id: 1, snippets: [] }]);
    expect((await service.get('/hits?q=*:*&snippets=1&limit=1')).json.hits[0].snippets).toEqual([]);
    expect((await service.get('/hits?snippets=11')).status).toBe(400);
    const posted = await service.post('/hits', { q: 'egrets', snippets: 1 });
    expect(posted.json.hits[0].snippets).toHaveLength(1);
  });
});

describe('/findings', () => {
  test('has a line for every match in the order of the set, and a last line', async () => {
    const { text, status, headers } = await service.get('/findings?q=heron&context=5&fields=content,author');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const lines = linesOf(text) as Record<string, unknown>[];
    expect(lines.map(({ source, id, field }) => [source, id, field])).toEqual([
      ...[
        ['one', 1, 'content'],
        ['one', 1, 'content'],
        ['one', 1, 'content'],
        ['one', 1, 'author'],
        ['one', 2, 'content'],
      ],
      ...[
        ['two', 7, 'content'],
        ['two', 7, 'content'],
        [undefined, undefined, undefined],
      ],
    ]);
    expect(lines[3]).toEqual({
      ...{ source: 'one', id: 1, field: 'author', value: 1, start: 0, end: 6 },
      ...{ text: 'He\u0301ron', before: '', after: ' of R' },
    });
    expect(lines[4]).toMatchObject({ start: 3, end: 9, text: 'he\u0301ron', before: 'no ', after: ', but' });
    const hints = ['two, three: no item of this source has the field "author"'];
    expect(lines.at(-1)).toEqual({ done: true, findings: 7, items: 3, complete: true, hints });
  });

  test('come in order of their beginnings, and cut no character', async () => {
    const across = await service.get(`/findings?q=${encodeURIComponent('"stork ibis skua plover" OR ibis')}`);
    expect(linesOf(across.text)).toMatchObject([{ start: 16365, end: 16387 }, { start: 16371, end: 16375 }, {}]);
    const { text } = await service.get('/findings?q=gull&context=2');
    expect(linesOf(text)[0]).toMatchObject({ text: 'gull', before: 'n ', after: ' ' });
  });

  test('counts distinct folded texts, most findings first', async () => {
    const { text } = await service.post('/findings', { q: 'h*n OR heron OR coot*', group: 'text' });
    expect(linesOf(text)).toEqual([
      { text: 'coots', findings: 40, items: 1, first: null, last: null, implausible: 0 },
      { text: 'heron', findings: 6, items: 3, first: null, last: null, implausible: 0 },
      { text: 'coot', findings: 1, items: 1, first: null, last: null, implausible: 0 },
      { done: true, findings: 47, items: 4, complete: true },
    ]);
  });

  test('takes all parameters of a set', async () => {
    const { text } = await service.get('/findings?q=heron&filter=name:b&sort=name:desc&sourceID=one&sourceID=two');
    expect(linesOf(text)).toHaveLength(3);
    const sorted = linesOf((await service.get('/findings?q=heron&sort=name:asc')).text) as { id?: number }[];
    expect(sorted.map(({ id }) => id)).toEqual([2, 7, 7, 1, 1, 1, undefined]);
    expect(linesOf((await service.get('/findings?q=nothing')).text)).toEqual([
      { done: true, findings: 0, items: 0, complete: true },
    ]);
    expect((await service.get('/findings?q=(a')).status).toBe(400);
    expect((await service.get('/findings?q=a&group=word')).status).toBe(400);
    expect((await service.get('/findings?q=a&sort=nowhere:asc')).status).toBe(400);
  });
});

test('a facet counts the words that patterns of the query matched, over the items of the set', async () => {
  const facets = [{ matches: true, limit: 2 }];
  const { json, status } = await service.post('/facets', { q: 'coot* OR her* OR name:[b TO c]', facets });
  expect([status, json.total]).toEqual([200, 4]);
  expect(json.facets).toEqual([
    {
      matches: true,
      values: [
        { field: 'content', value: 'heron', items: 3, q: 'content:heron' },
        { field: 'content', value: 'coot', items: 1, q: 'content:coot' },
      ],
      ...{ distinct: 5, missing: 0, other: 3 },
    },
  ]);
  const narrowed = await service.post('/facets', { q: 'her*', filter: ['name:b'], facets });
  expect(narrowed.json.facets[0].values).toEqual([{ field: 'content', value: 'heron', items: 1, q: 'content:heron' }]);
  expect((await service.post('/facets', { facets: [{ matches: true, field: 'name' }] })).status).toBe(400);
  expect((await service.post('/facets', { facets: [{ matches: true, interval: 'year' }] })).status).toBe(400);
});

describe('/similar', () => {
  test('finds items of all sources that share significant words, not the item itself', async () => {
    const { json, status } = await service.get('/sources/two/docs/7/similar');
    expect([status, json.terms]).toEqual([200, ['heron']]);
    const docs = json.docs.map(({ source, id }: { source: string; id: number }) => `${source} ${id}`);
    expect(docs.sort()).toEqual(['one 1', 'one 2']);
    expect(json.docs[0].score).toBeGreaterThanOrEqual(json.docs[1].score);
    expect((await service.get('/sources/two/docs/7/similar?limit=1')).json.docs).toHaveLength(1);
    expect((await service.get('/sources/one/docs/3/similar')).json).toEqual({ docs: [], terms: [] });
  });

  test('an item shares three in ten of the words or more: one of four is too few', async () => {
    const { json } = await service.get('/sources/three/docs/3/similar');
    expect(json.terms.sort()).toEqual(['crane', 'knot', 'plover', 'rail']);
    expect(json.docs.map(({ id }: { id: number }) => id).sort()).toEqual([4, 5]);
  });

  test.each([
    ['/sources/one/docs/99/similar', 404],
    ['/sources/none/docs/1/similar', 404],
    ['/sources/one/docs/1/similar?limit=101', 400],
  ])('%s is %d', async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });
});

test.each(['', '&group=text'])('findings take no longer than a search in total: %p', async (form) => {
  const items = ['a', 'b', 'c'].map((id) => [id, [{ id: 1, text: 'heron' }]]);
  const slow = await Service.start({ cases: Object.fromEntries(items), searchMsMax: 400 });
  for (const id of ['a', 'b', 'c']) {
    slow.engine(id).beforeMatching = () => pause(180);
  }
  const asked = slow.get(`/findings?q=heron${form}`);
  await expect(asked).resolves.toMatchObject({
    status: 503,
    json: { error: expect.stringContaining('0.4 seconds') },
  });
  const { status, json } = await slow.get('/hits?q=heron&snippets=1');
  expect([status, json.error]).toEqual([503, expect.stringContaining('did not finish within 0.4 seconds')]);
});

describe('damage found during findings', () => {
  const damage = new AppError('INDEX_CORRUPT', 'block 7 has a wrong checksum');
  let damaged: Service;
  beforeEach(async () => {
    const long = { id: 1, text: 'heron '.repeat(3000) };
    damaged = await Service.start({ cases: { damaged: [long, { id: 2, text: 'heron' }] } });
  });

  test('before the first line is a status, also for HEAD', async () => {
    damaged.engine('damaged').readFault = damage;
    expect((await damaged.request('HEAD', '/findings?q=heron')).status).toBe(500);
    const { status, json } = await damaged.get('/findings?q=heron&sourceID=damaged');
    expect([status, json.error]).toEqual([500, expect.stringMatching(/"damaged".*block 7/)]);
  });

  test('after it is the last line', async () => {
    damaged.engine('damaged').batchFault = damage;
    const { status, text } = await damaged.get('/findings?q=heron');
    const lines = linesOf(text);
    expect(status).toBe(200);
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.at(-1)).toEqual({
      done: false,
      complete: false,
      error: expect.stringMatching(/"damaged".*block 7/),
      status: 500,
    });
    expect(damaged.log.some(({ msg }) => msg === 'request failed')).toBe(true);
  });
});

test('a stream that is abandoned before its first step ends its source', async () => {
  let ended = 0;
  async function* made(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield Buffer.from('a');
      yield Buffer.from('b');
    } finally {
      ended++;
    }
  }
  const { signal } = new AbortController();
  byteStream(
    endedByLine(await begun(made()), () => ({})),
    signal,
  ).destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(1);
});
