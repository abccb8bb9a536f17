/** Reports on lists of queries: counts, families, unique hits of a query, errors by line. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';

const service = Service.beforeTests({
  cases: {
    one: [
      { id: 1, properties: { name: 'box', isDir: 'true' }, text: 'folder' },
      { id: 2, parentId: 1, properties: { name: 'a.eml', rank: '1' }, text: 'heron' },
      { id: 3, parentId: 2, properties: { name: 'b.pdf', rank: '2' }, text: 'coot' },
      { id: 4, parentId: 2, properties: { name: 'c.pdf', hash: 'AB' }, text: 'grebe heron' },
      { id: 5, parentId: 1, properties: { name: 'd.txt', hash: 'ab' }, text: 'coot' },
      { id: 9, properties: { treeNode: 'true' }, text: 'heron' },
    ],
    two: [{ id: 2, properties: { rank: 'high' }, text: 'heron' }],
  },
});

beforeAll(async () => {
  await service.post('/bookmarks/Seen');
  await service.put('/bookmarks/Seen/add', [...refs('one', 3), ...refs('two', 2)]);
});

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('POST /keywords', () => {
  test('has a line for each query in the order of the list', async () => {
    const queries = ['heron', 'folder', '(x', 'heron', 'bookmark:Seen', 'nothing', 'selected:maybe', 'rank:many'];
    const { status, text, headers } = await service.post('/keywords', { queries });
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const heron = { query: 'heron', items: 3, itemsWithFamily: 4, unique: 2, sources: { one: 2, two: 1 } };
    expect(lines(text)).toEqual([
      { n: 1, ...heron },
      { n: 2, query: 'folder', items: 1, itemsWithFamily: 1, unique: 1, sources: { one: 1 } },
      { n: 3, query: '(x', error: expect.stringContaining('position 2'), position: 2 },
      { n: 4, ...heron },
      { n: 5, query: 'bookmark:Seen', items: 2, itemsWithFamily: 4, unique: 1, sources: { one: 1, two: 1 } },
      { n: 6, query: 'nothing', items: 0, itemsWithFamily: 0, unique: 0, sources: {} },
      { n: 7, query: 'selected:maybe', error: expect.stringContaining('names no items'), position: 9 },
      { n: 8, query: 'rank:many', error: expect.stringContaining('in the source "one"'), position: 5 },
      { done: true, queries: 8, failed: 3, hinted: 0, items: 5, complete: true },
    ]);
  });

  test('takes each line as text if it is literal, comments too', async () => {
    const list = 'grebe (heron\n# heron\nbookmark:Seen\n"coot';
    const headers = { 'Content-Type': 'text/plain' };
    const { text } = await service.post('/keywords?literal=true&sourceID=one', list, { headers });
    expect(lines(text).map(({ n, query, items }) => [n, query, items])).toEqual([
      [1, 'grebe (heron', 1],
      [2, '# heron', 2],
      [3, 'bookmark:Seen', 0],
      [4, '"coot', 2],
      [undefined, undefined, 4],
    ]);
    const asJson = await service.post('/keywords', {
      queries: ['"coot', '(heron'],
      literal: true,
      expand: ['children'],
    });
    expect(lines(asJson.text)).toEqual([
      expect.objectContaining({ query: '"coot', items: 2 }),
      expect.objectContaining({ query: '(heron', items: 4 }),
      expect.objectContaining({ failed: 0 }),
    ]);
  });

  test('takes a text, with its parameters in the address, and counts within a query', async () => {
    const list = '\ufeff# birds\r\nheron\r\n\r\ncoot';
    const headers = { 'Content-Type': 'text/plain' };
    const { text } = await service.post('/keywords?within=name:*.pdf&sourceID=one', list, { headers });
    expect(lines(text)).toEqual([
      { n: 2, query: 'heron', items: 1, itemsWithFamily: 3, unique: 1, sources: { one: 1 } },
      { n: 4, query: 'coot', items: 1, itemsWithFamily: 3, unique: 1, sources: { one: 1 } },
      { done: true, queries: 2, failed: 0, hinted: 0, items: 2, complete: true },
    ]);
  });

  test('refuses text that is not UTF-8, and names its line: it would be read as words that nobody wrote', async () => {
    const send = (bytes: Buffer, type = 'text/plain', path = '/keywords?sourceID=one') =>
      fetch(`${service.server.url}${path}`, { method: 'POST', body: bytes, headers: { 'Content-Type': type } });
    for (const [list, line] of [
      [Buffer.from('heron\ncoot\ngar\u00e7a\n', 'latin1'), 3],
      [Buffer.from('\ufeffheron\ncoot\n', 'utf16le'), 1],
      [Buffer.concat([Buffer.from('heron\n'.repeat(90_000)), Buffer.of(0xc3)]), 90_001],
    ] as const) {
      const answer = await send(list);
      const error = `Line ${line} of the list is not UTF-8: save or send it as that.`;
      expect([answer.status, await answer.json()]).toEqual([400, { error, status: 400 }]);
    }
    const json = Buffer.from('{"q":"gar\u00e7a","queries":["gar\u00e7a"]}', 'latin1');
    for (const path of ['/keywords', '/search', '/hits']) {
      const answer = await send(json, 'application/json', path);
      const { error } = (await answer.json()) as { error: string };
      expect([path, answer.status, error]).toEqual([path, 400, 'The body is not UTF-8: save or send it as that.']);
    }
    const chunked = { method: 'POST', body: new Blob([json]).stream(), duplex: 'half' };
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${service.server.url}/search`, { ...chunked, headers } as RequestInit)).status).toBe(400);
  });

  test('refuses a line that is too long by its number; a comment may have any length', async () => {
    const long = 'heron '.repeat(11_000);
    const headers = { 'Content-Type': 'text/plain' };
    const send = (list: string) => service.post('/keywords?sourceID=one', list, { headers });
    const refused = { status: 400, json: { error: 'Line 2 of the list has more than 65536 characters.', status: 400 } };
    expect(await send(`coot\n${long}`)).toMatchObject(refused);
    expect(await send(`coot\n${long}\ncoot`)).toMatchObject(refused);
    const { text } = await send(`#${long}${long}\n${long.slice(0, 65_535)}\n#${long}`);
    expect(lines(text)).toMatchObject([
      { n: 2, items: 2 },
      { done: true, queries: 1 },
    ]);
  });

  test('answers in CSV', async () => {
    const csv =
      '\ufeffn,query,items,itemsWithFamily,unique,error,hints,one,two\r\n1,"""a heron""",0,0,0,,,0,0\r\n2,heron,3,4,3,,,2,1\r\n';
    const headers = { Accept: 'text/csv' };
    expect((await service.post('/keywords', { queries: ['"a heron"', 'heron'] }, { headers })).text).toBe(csv);
    const failed = await service.post('/keywords', { queries: ['=(x'], format: 'csv', sourceID: ['two'] });
    expect(failed.text.split('\r\n')[1]).toMatch(/^1,'=\(x,,,,"?Query syntax error .*,$/);
  });

  test('counts one item per value if the set is collapsed', async () => {
    const { text } = await service.post('/keywords', {
      queries: ['hash:ab', 'd'],
      fields: ['name'],
      sourceID: ['one'],
      collapse: 'hash',
    });
    expect(lines(text)[0]).toMatchObject({ items: 1, sources: { one: 1 } });
  });

  test('fills bookmarks, from lines with items only', async () => {
    const queries = ['grebe', 'nothing', '(x', 'coot'];
    const { status } = await service.post('/keywords', { queries, bookmarkPrefix: 'R / ' });
    expect(status).toBe(200);
    expect((await service.get('/bookmarks')).json.data).toEqual(['R / coot', 'R / grebe', 'Seen']);
    expect((await service.get('/bookmarks/R%20%2F%20coot')).json.docs).toEqual(refs('one', 3, 5));
  });
});

test('a cancelled list reports how many bookmarks it filled', async () => {
  const slow = await Service.start({ cases: { a: [{ id: 1, text: 'heron coot grebe' }] }, searchMsMax: 500 });
  let searches = 0;
  slow.engine('a').beforeSearch = (_query, { signal } = {}) => {
    if (++searches < 3) return undefined;
    return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
  };
  const queries = ['heron', 'nothing', 'coot', 'grebe'];
  const { status, json } = await slow.post('/keywords', { queries, bookmarkPrefix: '' });
  expect(status).toBe(503);
  expect(json.error).toMatch(/did not finish within 0.5 seconds.*first 2 of 3 queries with items were filled/);
  expect((await slow.get('/bookmarks')).json.data).toEqual(['coot', 'heron']);
});

test.each([
  ['no list', {}, 'queries'],
  ['a list of something else', { queries: ['a', 3] }, 'Element 2'],
  ['a query beside the list', { queries: [], q: 'heron' }, 'q'],
  ['a broken query within', { queries: [], within: '(' }, 'position'],
  ['two lists', '{"queries":[],"queries":["a"]}', 'twice'],
  ['an open list', '{"queries":["a"', 'JSON'],
  ['a name that is none', { queries: ['heron'], bookmarkPrefix: '\u0001' }, 'control'],
])('%s is 400', async (_what, body, word) => {
  const { status, json } = await service.post('/keywords', body);
  expect([status, json.error]).toEqual([400, expect.stringContaining(word)]);
});

test('a long list is read in pieces, wherever they are cut', async () => {
  const queries = Array.from({ length: 30_000 }, (_, i) => (i % 100 === 0 ? 'heron "],[" \\"' : `word${i} {[`)).map(
    (q) => q.replaceAll('"', '').replace(/[{[\],\\]/g, ''),
  );
  const { status, text } = await service.post('/keywords', { sourceID: ['two'], queries, defaultOperator: 'OR' });
  expect(status).toBe(200);
  const found = lines(text);
  expect(found.length).toBe(30_001);
  expect(found[100]).toMatchObject({ n: 101, items: 1, unique: 1 });
  expect(found.at(-1)).toEqual({ done: true, queries: 30_000, failed: 0, hinted: 0, items: 1, complete: true });
});
