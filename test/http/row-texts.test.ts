/** Rows of a load file without a text are searched by their columns, and every route returns their values as their text. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import yauzl from 'yauzl';
import { Service } from '../support/http-service.ts';

const TABLE = [
  'DOCID,Custodian,Metal Found,Tags,Empty',
  'A1,Ada,native copper 🔥 ore,red;blue,',
  'A2,Bea,"tin, and\nzinc",red,',
  'A3,Copper,gold,,',
  ',,,,',
].join('\r\n');
const FIRST = 'DOCID: A1\nCustodian: Ada\nMetal Found: native copper 🔥 ore\nTags: red\nTags: blue';

const service = Service.beforeTests({});

beforeAll(async () => {
  for (const id of ['rows', 'other']) await writeFile(join(service.dir, `${id}.csv`), TABLE);
  for (const id of ['rows', 'other'])
    expect((await service.post('/sources', { id, path: join(service.dir, `${id}.csv`) })).status).toBe(200);
});

const text = (query = '', options = {}) => service.get(`/sources/rows/docs/1/text${query}`, options);

test('a bare word finds the rows that have it in a column', async () => {
  const found = async (q: string) => {
    const { json } = await service.get(`/search?sourceID=rows&q=${encodeURIComponent(q)}`);
    return (json.docs as { id: number }[]).map(({ id }) => id);
  };
  expect(await found('copper')).toEqual([1, 3]);
  expect(await found('"native copper"')).toEqual([1]);
  expect(await found('"metal found: tin and zinc"')).toEqual([2]);
  expect(await found('"Custodian Copper"')).toEqual([3]);
  expect(await found('Empty')).toEqual([]);
});

test('its text is its values in order, completely, in slices and in ranges, with its origin', async () => {
  const whole = await text();
  expect([whole.text, whole.headers['x-text-source']]).toEqual([FIRST, 'row']);
  const slice = await text('?start=7&end=9');
  expect([slice.text, slice.headers['x-text-source'], slice.headers['x-text-units']]).toEqual([
    FIRST.slice(7, 9),
    'row',
    String(FIRST.length),
  ]);
  const range = await text('', { headers: { range: 'bytes=0-4' } });
  expect([range.status, range.text, range.headers['x-text-source']]).toEqual([206, 'DOCID', 'row']);
  const head = await service.request('HEAD', '/sources/rows/docs/1/text');
  expect([head.status, head.headers['x-text-source']]).toEqual([200, 'row']);
});

test('snippets, matches and findings are marked in it', async () => {
  const { json } = await service.get('/sources/rows/docs/1/matches?q=ore+AND+blue');
  const marks = (json.matches as { field: string; start: number; end: number }[]).filter(
    ({ field }) => field === 'content',
  );
  expect(marks.map(({ start, end }) => FIRST.slice(start, end))).toEqual(['ore', 'blue']);
  const hits = (await service.get('/hits?sourceID=rows&q=zinc&snippets=1')).json.hits;
  expect(hits[0].snippets[0].text).toContain('zinc');
  const findings = (await service.get('/findings?sourceID=rows&q=copper&fields=content&context=3')).text;
  const found = findings
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ field }) => field === 'content');
  expect(found.map(({ id, start, end }) => [id, start, end])).toEqual([
    [1, FIRST.indexOf('copper'), FIRST.indexOf('copper') + 6],
    [3, 'DOCID: A3\nCustodian: '.length, 'DOCID: A3\nCustodian: Copper'.length],
  ]);
});

test('similar items and exports of texts use it', async () => {
  const records = (await service.post('/records', { docs: [{ source: 'rows', id: 1 }] })).json.records;
  expect(records[0].parts).toEqual(['text']);
  expect((await service.get('/sources/rows/docs/1/similar')).status).toBe(200);
  const { bytes, status } = await service.get('/export?sourceID=rows&q=ore&format=zip&files=text');
  expect(status).toBe(200);
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const texts: string[] = [];
  for await (const entry of archive.eachEntry()) {
    const pieces = await (await archive.openReadStreamPromise(entry)).toArray();
    if (entry.fileName.startsWith('text/')) texts.push(Buffer.concat(pieces).toString());
  }
  expect(texts).toEqual([FIRST]);
});
