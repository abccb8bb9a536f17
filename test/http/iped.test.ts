/** A case of IPED over HTTP: its special features. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { Service } from '../support/http-service.ts';
import { ipedGolden, unpackIpedCase } from '../support/iped-fixture.ts';
import { goldenItems } from '../support/iped-items.ts';
import { expectSameBytes } from '../support/same-bytes.ts';
import { seeded } from '../support/seeded.ts';

const casePath = unpackIpedCase('image');
const items = goldenItems();
const stored = items.filter(({ properties }) => properties['dataSourcePath']?.[0]?.startsWith('iped/storage/'));
const damagedItem = stored.at(-1)!;
const damagedFile = damagedItem.properties['dataSourcePath']![0]!;
writeFileSync(join(casePath, damagedFile), 'no database at all');
/** IPED kept no such texts for this case, so these are written as it would. */
writeTexts('ocr-results.db', 'CREATE TABLE ocr(id TEXT PRIMARY KEY, text TEXT)', 'read from a picture');
writeTexts(
  'transcriptions.db',
  'CREATE TABLE transcriptions(id TEXT PRIMARY KEY, text TEXT, score REAL)',
  'heard, ação',
);

function writeTexts(file: string, table: string, text: string): void {
  mkdirSync(join(casePath, 'iped/text'), { recursive: true });
  const database = new sqlite.Database(join(casePath, 'iped/text', file));
  const name = /TABLE (\w+)/.exec(table)![1]!;
  database.exec(`${table}; INSERT INTO ${name}(id, text) VALUES ('${hashOf(18)}', '${text}')`);
  database.close();
}

function hashOf(id: number): string {
  return items.find((item) => item.id === id)!.properties['hash']![0]!;
}

const service = Service.beforeTests({});

beforeAll(async () => {
  expect((await service.post('/sources', { id: 'I', path: casePath })).status).toBe(200);
});

async function idsOf(q: string): Promise<number[]> {
  const { json } = await service.get(`/search?q=${encodeURIComponent(q)}`);
  return (json.docs as { id: number }[]).map(({ id }) => id);
}

test('records are those of IPED, with the number of the document in its index', async () => {
  for (const golden of ipedGolden('image', 'items').slice(0, 20)) {
    const { json } = await service.get(`/sources/I/docs/${golden.id}`);
    expect([json.luceneId, json.properties]).toEqual([golden.luceneId, golden.properties]);
  }
});

test('numbers, dates, exact values and categories are searched by their types', async () => {
  const items = ipedGolden('image', 'items');
  const idsWhere = (holds: (properties: Record<string, string[] | undefined>) => boolean): number[] =>
    items.filter(({ properties }) => holds(properties)).map(({ id }) => id as number);
  expect(await idsOf('size:[5000 TO *]')).toEqual(idsWhere(({ size }) => Number(size?.[0] ?? 0) >= 5000));
  expect(await idsOf('modified:*')).toEqual(idsWhere(({ modified }) => modified?.[0] !== ''));
  expect(await idsOf('deleted:true')).toEqual(idsWhere(({ deleted }) => deleted?.[0] === 'true'));
  expect(await idsOf('category:"other images"')).toEqual(
    idsWhere(({ category }) => category?.includes('Other Images') === true),
  );
});

test('a category of the tree finds the items below it; `category` only its own items', async () => {
  const images = await idsOf('category:"Other Images"');
  expect(images.length).toBeGreaterThan(0);
  expect(await idsOf('categoryTree:images')).toEqual(images);
  expect(await idsOf('categoryTree:multi*')).toEqual(await idsOf('category:audios OR category:"other images"'));
  expect(await idsOf('category:images')).toEqual([]);
});

interface Category {
  readonly name: string;
  readonly items: number;
  readonly children: readonly Category[];
}

test('the tree of categories has the items of each, those below it once', async () => {
  const { json } = await service.get('/categories?tree=true');
  const find = (nodes: readonly Category[], name: string): Category | undefined =>
    nodes.map((node) => (node.name === name ? node : find(node.children, name))).find((node) => node !== undefined);
  const tree = json.tree as Category[];
  for (const name of ['Multimedia', 'Images', 'Other Images', 'Folders', 'Emails']) {
    const items = (await idsOf(`categoryTree:"${name}"`)).length;
    expect([name, find(tree, name)?.items]).toEqual([name, items]);
  }
  expect(find(tree, 'Databases')).toBeUndefined();
  const names = (nodes: readonly Category[]): string[] =>
    nodes.flatMap(({ name, children }) => [name, ...names(children)]);
  expect(names(tree)).toEqual(expect.arrayContaining(json.data as string[]));
  expect((await service.get('/categories')).json).toEqual({ data: json.data });
  expect((await service.get('/categories?tree=yes')).status).toBe(400);
});

test('bookmarks of the case are reported until some are imported', async () => {
  const hint = async (): Promise<string | undefined> =>
    ((await service.get('/status')).json.sources as { hint?: string }[])[0]!.hint;
  expect(await hint()).toContain(`case-access bookmarks import --iped ${casePath} --data DIR --source I`);
  expect((await service.put('/bookmarks/Mine/add', [{ source: 'I', id: 50 }])).status).toBe(404);
  expect((await service.post('/bookmarks/Mine')).status).toBe(200);
  expect(await hint()).toBeDefined();
  expect((await service.put('/bookmarks/Mine/add', [{ source: 'I', id: 50 }])).status).toBe(200);
  expect(await hint()).toBeUndefined();
});

test('the text of an item is the searched text', async () => {
  const { text } = await service.get('/sources/I/docs/50/text');
  const words = text.split(' ');
  expect(words.length).toBeGreaterThan(5);
  expect(await idsOf(`content:"${words.slice(0, 5).join(' ')}"`)).toContain(50);
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('contents and thumbnails of the databases are those of IPED, completely and in ranges', async () => {
  for (const { id, content, thumb } of [
    ...stored.filter((item) => item !== damagedItem),
    items.find(({ id }) => id === 18)!,
  ]) {
    if (id !== 18) {
      const { status, bytes } = await service.get(`/sources/I/docs/${id}/content`);
      expect([id, status, sha256(bytes)]).toEqual([id, 200, content.sha256]);
      const range = await service.request('GET', `/sources/I/docs/${id}/content`, { headers: { Range: 'bytes=3-9' } });
      expect([range.status, range.headers['content-length']]).toEqual([206, '7']);
      expectSameBytes(range.bytes, bytes.subarray(3, 10), `bytes 3 to 9 of item ${id}`);
    }
    if (thumb === undefined) continue;
    const picture = await service.get(`/sources/I/docs/${id}/thumb`);
    expect([picture.headers['content-type'], sha256(picture.bytes)]).toEqual(['image/jpeg', thumb.sha256]);
  }
});

test('a text names its origin, and an item can have several', async () => {
  const path = '/sources/I/docs/18/text';
  const searched = await service.get('/sources/I/docs/50/text');
  expect(searched.headers['x-text-source']).toBe('index');
  const named = await service.get('/sources/I/docs/50/text?from=index');
  expect([named.status, named.headers['x-text-source'], named.text]).toEqual([200, 'index', searched.text]);
  const slice = await service.get('/sources/I/docs/50/text?from=index&start=3&end=20');
  expect([slice.text, slice.headers['x-text-units']]).toEqual([searched.text.slice(3, 20), `${searched.text.length}`]);
  const ocr = await service.get(`${path}?from=ocr`);
  expect([ocr.text, ocr.headers['x-text-source']]).toEqual(['read from a picture', 'ocr']);
  const heard = await service.get(`${path}?from=transcription`);
  expect([heard.text, heard.headers['x-text-source']]).toEqual(['heard, ação', 'transcription']);
  const none = await service.get('/sources/I/docs/50/text?from=ocr');
  expect([none.status, none.json.error]).toEqual([404, 'The text (ocr) of item 50 in source "I" does not exist.']);
  const picture = await service.get(`${path}?from=content`);
  expect([picture.status, picture.json.error]).toEqual([404, expect.stringContaining('text is decoded from')]);
  expect((await service.get(`${path}?from=view`)).status).toBe(400);
});

test('matches, snippets and slices count in the default text, although the content is another one', async () => {
  const { id } = items.find(
    ({ properties: { contentType } }) => contentType?.[0]?.startsWith('message/rfc822') === true,
  )!;
  const whole = await service.get(`/sources/I/docs/${id}/text`);
  const content = await service.get(`/sources/I/docs/${id}/text?from=content`);
  expect(whole.headers['x-text-source']).toBe('index');
  expect(content.text).not.toBe(whole.text);
  const word = /[a-z]{6,}/.exec(whole.text)![0];
  const { json } = await service.get(`/sources/I/docs/${id}/matches?q=content:${word}`);
  const [match] = json.matches as { start: number; end: number }[];
  expect(whole.text.slice(match!.start, match!.end)).toBe(word);
  expect(content.text.slice(match!.start, match!.end).toLowerCase()).not.toBe(word);
});

test('content is decoded to text, and a HEAD request reads none of it', async () => {
  const { id } = items.find(({ properties: { contentType, dataSourcePath } }) => {
    return contentType?.[0] === 'message/rfc822' && dataSourcePath?.[0] !== 'sleuth.db';
  }) ?? { id: -1 };
  const plain = items.find(({ properties: { contentType, dataSourcePath } }) => {
    return contentType?.[0]?.startsWith('text/') === true && dataSourcePath?.[0]?.startsWith('iped/storage/') === true;
  });
  for (const one of [id, plain?.id ?? -1].filter((found) => found >= 0)) {
    const { status, text, headers } = await service.get(`/sources/I/docs/${one}/text?from=content`);
    expect([status, headers['x-text-source'], text.length > 10]).toEqual([200, 'content', true]);
    const head = await service.request('HEAD', `/sources/I/docs/${one}/text?from=content`);
    expect([head.status, head.headers['x-text-source'], head.bytes.length]).toEqual([200, 'content', 0]);
  }
});

test('damage is reported for its item', async () => {
  const damaged = await service.get(`/sources/I/docs/${damagedItem.id}/content`);
  expect([damaged.status, damaged.json.error]).toEqual([
    404,
    expect.stringMatching(
      new RegExp(`^The content of item ${damagedItem.id} in source "I" cannot be read: database "${damagedFile}" is`),
    ),
  ]);
});

/** A query of one part, and a function that tells whether a piece of text matches it. */
interface Leaf {
  readonly q: string;
  readonly isMatch: (text: string) => boolean;
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether one letter was added, dropped or replaced, or two neighbours were exchanged. */
function isNear(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const at = [...long].findIndex((letter, i) => letter !== short[i]);
  if (at < 0) return true;
  const [rest, other] = [short.slice(at), long.slice(at)];
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  return isSwapped || rest === other.slice(1) || (short.length === long.length && rest.slice(1) === other.slice(1));
}

function leavesOf(text: string, random: () => number): Leaf[] {
  const phrases = [...text.matchAll(/(?<=\s)([A-Za-z]{3,12}) ([A-Za-z]{3,12})(?=\s)/g)];
  const phrase = phrases[Math.floor(random() * phrases.length)];
  if (phrase === undefined) return [];
  const [one, two] = [phrase[1]!.toLowerCase(), phrase[2]!.toLowerCase()];
  if (/^(and|or|not|to)$/.test(one) || /^(and|or|not|to)$/.test(two)) return [];
  const at = Math.floor(random() * one.length);
  return [
    { q: one, isMatch: (mark) => folded(mark) === one },
    {
      q: `"${one} ${two}"`,
      isMatch: (mark) =>
        folded(mark)
          .split(/[^a-z]+/)
          .join(' ') === `${one} ${two}`,
    },
    { q: `${two.slice(0, 3)}*`, isMatch: (mark) => folded(mark).startsWith(two.slice(0, 3)) },
    {
      q: `${one.slice(0, at)}?${one.slice(at + 1)}`,
      isMatch: (mark) => new RegExp(`^${one.slice(0, at)}.${one.slice(at + 1)}$`, 'u').test(folded(mark)),
    },
    { q: `${two}~1`, isMatch: (mark) => isNear(folded(mark), two) },
  ];
}

test('an item is a hit if and only if the query has a match in it, and each mark is one (SEED=)', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  const ids = await idsOf('content:*');
  const texts = new Map<number, string>();
  for (const id of ids) texts.set(id, (await service.get(`/sources/I/docs/${id}/text`)).text);
  let marks = 0;
  for (let run = 0; run < Number(process.env['RUNS'] ?? 8); run++) {
    const own = leavesOf(texts.get(ids[Math.floor(random() * ids.length)]!)!, random);
    if (own.length === 0) continue;
    const leaves = [own[Math.floor(random() * own.length)]!, ...(random() < 0.3 ? [own[0]!] : [])];
    const q = encodeURIComponent(leaves.map((leaf) => leaf.q).join(' OR '));
    const hits = await idsOf(decodeURIComponent(q));
    const lines = (await service.get(`/findings?context=0&q=${q}`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const end = lines.pop();
    expect([q, end]).toEqual([q, { done: true, findings: lines.length, items: hits.length, complete: true }]);
    for (const { id, start, end: to, text } of lines) {
      expect([q, id, texts.get(id)!.slice(start, to)]).toEqual([q, id, text]);
      expect([q, text, leaves.some(({ isMatch }) => isMatch(text))]).toEqual([q, text, true]);
      marks++;
    }
    const others = ids.filter((id) => !hits.includes(id)).filter(() => random() < 0.2);
    for (const id of others) {
      const { json } = await service.get(`/sources/I/docs/${id}/matches?q=${q}`);
      expect([q, id, json.total]).toEqual([q, id, 0]);
    }
  }
  expect(marks).toBeGreaterThan(20);
});
