/** The TypeScript client: its types are those of the interface as it is now, and it gets real answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CaseAccessClient, CaseAccessError, type Hits } from '../../src/client/case-access-client.ts';
import { clientTypes } from '../../src/http/description/client-types.ts';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';

let service: Service;
let client: CaseAccessClient;
beforeAll(async () => {
  const items = [
    { id: 1, properties: { name: 'a.txt', category: 'Mail' }, text: 'heron', content: 'heron' },
    { id: 2, properties: { name: 'b.txt' }, text: 'coot' },
  ];
  service = await Service.start({ cases: { 'case 1': items, other: items } });
  client = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}` });
});
afterAll(() => service.stop());

test('its types are made of the interface as it is: npm run build writes them', () => {
  const text = clientTypes(openApiDocument(routeTable));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync('src/client/generated/interface.ts', text);
  expect(readFileSync('src/client/generated/interface.ts', 'utf8')).toBe(text);
});

test('asks with parameters in path and query, lists repeated, and with bodies', async () => {
  const hits: Hits = await client.ask('findHits', { q: 'heron', sourceID: ['other', 'case 1'], limit: 1, sort: 'id' });
  expect([hits.total, hits.hits.map(({ source, id }) => [source, id])]).toEqual([2, [['case 1', 1]]]);
  const next = await client.ask('findHitsByBody', {}, { q: 'heron', sort: ['name:desc'], properties: ['name'] });
  expect(next.hits.map(({ properties }) => properties)).toEqual([{ name: ['a.txt'] }, { name: ['a.txt'] }]);
  const item = await client.ask('getItem', { sourceID: 'case 1', id: 2 });
  expect(item.properties['name']).toEqual(['b.txt']);
  const counted = await client.ask('countFacetsByBody', {}, { facets: [{ field: 'category' }] });
  const [q] = counted.facets[0]!.values.map((value) => value.q!);
  expect((await client.ask('searchItems', { q: q! })).docs).toEqual([
    { source: 'case 1', id: 1 },
    { source: 'other', id: 1 },
  ]);
});

test('changes bookmarks whose names need escapes', async () => {
  const bookmark = 'To do / 100 %?';
  await client.open('createBookmark', { bookmark });
  const change = await client.ask('addToBookmark', { bookmark }, [{ source: 'other', id: 2 }]);
  expect(change).toEqual({ name: bookmark, changed: 1, size: 1 });
  expect((await client.ask('getBookmark', { bookmark })).docs).toEqual([{ source: 'other', id: 2 }]);
});

test('opens answers that are bytes, in part too', async () => {
  const headers = { Range: 'bytes=1-3' };
  const part = await client.open('getContent', { sourceID: 'case 1', id: 1 }, undefined, { headers });
  expect([part.status, await part.text()]).toEqual([206, 'ero']);
  expect(client.address('getThumbnail', { sourceID: 'case 1', id: 1 })).toMatch(/\/sources\/case%201\/docs\/1\/thumb$/);
});

test('gives the lines of an answer, and knows one that was cut', async () => {
  const lines: unknown[] = [];
  for await (const line of client.lines('exportItems', { q: 'heron', format: 'ndjson', properties: 'name' }))
    lines.push(line);
  expect(lines.slice(0, -1)).toMatchObject([
    { source: 'case 1', id: 1 },
    { source: 'other', id: 1 },
  ]);
  expect(lines.at(-1)).toMatchObject({ done: true, items: 2, complete: true });
  // The first line alone is no whole answer.
  const cutting: typeof fetch = async (...asked) => {
    const whole = await fetch(...asked);
    return new Response(`${(await whole.text()).split('\n')[0]}\n`, { status: whole.status });
  };
  const cut = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}`, fetch: cutting });
  const read = async (): Promise<void> => {
    for await (const _line of cut.lines('exportItems', { q: 'heron', format: 'ndjson' }));
  };
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('ended before its last line') });
});

test('throws what the service says, and gives up when asked to', async () => {
  const fault = await client.ask('searchItems', { q: 'heron AND (coot' }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(CaseAccessError);
  expect(fault).toMatchObject({ status: 400, details: { position: 15, suggestion: 'heron AND (coot)' } });
  const signal = AbortSignal.abort();
  await expect(client.ask('listSources', {}, undefined, { signal })).rejects.toMatchObject({ name: 'AbortError' });
});
