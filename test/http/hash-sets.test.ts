/** Hash sets of a server: queries, facets, records, certificates, exports, reports. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { type HashSet, hashSetOf } from '../../src/hashsets/build-hash-set.ts';
import { temporaryDir } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { type AskAs, askingAs, knowing } from '../support/token-users.ts';
import { unzipped } from '../support/unzipped.ts';

const MD5 = Array.from({ length: 6 }, (_, n) => `${n}`.repeat(32));
const dir = temporaryDir();
let service: Service;
let ask: AskAs;
let digests: Record<string, string>;
const caseFacts = new CaseFactsReader({ evidenceRoots: [] });

beforeAll(async () => {
  const sets: HashSet[] = [];
  for (const [name, hashes] of Object.entries({
    nsrl: [MD5[1], MD5[2]],
    'known-bad': [MD5[2], MD5[4], 'f'.repeat(64)],
  })) {
    writeFileSync(join(dir, name), hashes.join('\n'));
    sets.push(await hashSetOf({ name, file: join(dir, name) }, dir));
  }
  digests = Object.fromEntries(sets.map(({ name, head }) => [name, head.digest]));
  const items = MD5.map((hash, id) => ({
    id,
    properties: { name: `file ${id}`, hash, modified: '2024-05-06T07:08:09Z' },
    text: `heron ${id}`,
  }));
  const access = knowing([
    { name: 'ana', role: 'annotator' },
    { name: 'rita', role: 'reader', sources: ['b'] },
  ]);
  const { privateKey } = generateKeyPairSync('ed25519');
  service = await Service.start({
    cases: { a: items, b: [items[2]!, { id: 7, properties: { 'sha-256': 'F'.repeat(64) }, text: 'heron' }] },
    server: (own) => ({
      ...access(own),
      hashLists: { sets, dataDir: dir },
      certificates: { caseFacts, key: privateKey, analysis: '2' },
    }),
  });
  ask = askingAs(service);
});

afterAll(async () => {
  await caseFacts.close();
});

const found = async (q: string, name = 'ana'): Promise<unknown> =>
  ((await ask(name, 'GET', `/search?q=${encodeURIComponent(q)}`)).json as { docs: unknown }).docs;

test('queries name hash sets, alone, by patterns and among other clauses', async () => {
  expect(await found('hashset:nsrl')).toEqual([...refs('a', 1, 2), ...refs('b', 2)]);
  expect(await found('hashset:"known-bad"')).toEqual([...refs('a', 2, 4), ...refs('b', 2, 7)]);
  expect(await found('hashset:*')).toEqual([...refs('a', 1, 2, 4), ...refs('b', 2, 7)]);
  expect(await found('heron AND NOT hashset:nsrl AND hashset:known*')).toEqual([...refs('a', 4), ...refs('b', 7)]);
  expect(await found('hashset:nsrl', 'rita')).toEqual(refs('b', 2));
});

test('an unknown set name is refused, with the existing names', async () => {
  for (const path of ['/search?q=hashset:nsr', '/hits?q=heron&filter=NOT+hashset:nsr', '/explain?q=hashset:nsr']) {
    const { status, json } = await ask('ana', 'GET', path);
    expect([path, status, json]).toEqual([
      path,
      400,
      expect.objectContaining({ error: 'There is no hash set "nsr". There are nsrl, known-bad.' }),
    ]);
  }
});

test('a facet counts them, and records name them', async () => {
  const { json } = await ask('ana', 'POST', '/facets', { q: 'heron', facets: [{ field: 'hashset' }] });
  expect(json).toMatchObject({
    total: 8,
    facets: [
      {
        field: 'hashset',
        values: [
          { value: 'known-bad', items: 4, q: 'hashset:"known-bad"' },
          { value: 'nsrl', items: 3 },
        ],
        distinct: 2,
        missing: 3,
      },
    ],
  });
  const { hits } = (await ask('ana', 'GET', '/hits?q=id:%5B1+TO+3%5D&sourceID=a')).json as {
    hits: { id: number; hashsets?: string[] }[];
  };
  expect(hits.map(({ id, hashsets }) => [id, hashsets])).toEqual([
    [1, ['nsrl']],
    [2, ['nsrl', 'known-bad']],
    [3, undefined],
  ]);
  expect((await ask('ana', 'GET', '/sources/b/docs/7')).json).toMatchObject({ hashsets: ['known-bad'] });
});

test('a certificate names each set by its digest', async () => {
  const { json } = await ask('ana', 'POST', '/certificates', { q: 'heron', filter: ['NOT hashset:nsrl'] });
  expect(json).toMatchObject({ total: 5, bookmarks: [], hashSets: [{ name: 'nsrl', digest: digests['nsrl'] }] });
  expect((await ask('ana', 'POST', '/certificates', { q: 'heron' })).json).not.toHaveProperty('hashSets');
});

test('exports name them in a column or member, with all properties or on request', async () => {
  const sets = [[], ['nsrl'], ['nsrl', 'known-bad'], [], ['known-bad'], []];
  const text = async (path: string): Promise<string> => (await ask('ana', 'GET', path)).text;
  const lines = (await text('/export?format=ndjson&sourceID=a')).trim().split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).hashsets ?? [])).toEqual(sets);
  const csv = (await text('/export?format=csv&sourceID=a')).slice(1).trimEnd().split('\r\n');
  const at = csv[0]!.split(',').indexOf('hashsets');
  expect(csv.slice(1).map((line) => line.split(',')[at])).toEqual(sets.map((names) => names.join('; ')));
  const { bytes } = await ask('ana', 'GET', '/export?format=xlsx&sourceID=a&properties=hashsets');
  const { sheets } = await readWorkbook(bytes);
  expect(sheets[0]!.rows.map(({ cells }) => cells[4]?.[1] ?? '')).toEqual([
    'hashsets',
    ...sets.map((names) => names.join('; ')),
  ]);
  const dat = await unzipped(
    (await ask('ana', 'GET', '/export?format=dat&files=none&sourceID=a&properties=hashsets')).bytes,
  );
  const table = dat.get('export.dat')!.toString().slice(1).trimEnd().split('\r\n');
  expect(table.map((line) => line.split('\x14')[4])).toEqual([
    'þHASHSETSþ',
    ...sets.map((names) => `þ${names.join('; ')}þ`),
  ]);
  const events = (await text('/events?format=timesketch&sourceID=a'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ hashsets = [] }) => hashsets)).toEqual(sets);
  // Only the requested ones, and no column without a value.
  expect((await text('/export?format=csv&sourceID=a&properties=name')).split('\r\n')[0]).toBe(
    '\ufeffsource,id,parentId,bookmarks,name',
  );
  expect((await text('/export?format=ndjson&sourceID=a&properties=name')).includes('hashsets')).toBe(false);
});

test('the state of the server lists them', async () => {
  const hashSets = Object.entries(digests).map(([name, digest]) => ({ name, digest }));
  expect((await ask('rita', 'GET', '/status')).json).toMatchObject({ hashSets });
});

test('a report has the sets on the cards of their items, and a table of sets with digests', async () => {
  const { bytes, status } = await ask('ana', 'POST', '/report', { q: 'heron', sourceID: ['a'] });
  expect(status).toBe(200);
  const pages = await unzipped(bytes);
  const cards = pages.get('items/1.html')!.toString().split('<article').slice(1);
  const named = cards.map((card) =>
    /<th scope="row">Hash sets<\/th><td>(.*?)<\/td>/.exec(card)?.[1]?.replace(/<[^>]*>/g, ''),
  );
  expect(named).toEqual([undefined, 'nsrl', 'nsrl, known-bad', undefined, 'known-bad', undefined]);
  const overview = pages.get('index.html')!.toString();
  for (const [name, items] of [
    ['nsrl', 2],
    ['known-bad', 2],
  ] as const) {
    const row = overview
      .split('</tr>')
      .find((one) => one.includes(digests[name]!))
      ?.split('<tr>')
      .at(-1);
    expect(
      row
        ?.replace(/<[^>]*>/g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual([name, digests[name], String(items)]);
  }
});
