/** A case of IPED over HTTP: what concerns it alone. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { ipedGolden, unpackIpedCase } from '../support/iped-fixture.ts';

const casePath = unpackIpedCase('image');
let service: Service;

beforeAll(async () => {
  service = await Service.start({});
  expect((await service.post('/sources', { id: 'I', path: casePath })).status).toBe(200);
});
afterAll(async () => {
  await service.stop();
  rmSync(dirname(dirname(casePath)), { recursive: true, force: true });
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

test('a category of the tree finds what is below it; the category itself only what has it', async () => {
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

test('that the case has bookmarks is told, until some of it are kept here', async () => {
  const hint = async (): Promise<string | undefined> =>
    ((await service.get('/status')).json.sources as { hint?: string }[])[0]!.hint;
  expect(await hint()).toContain(`case-access bookmarks import --iped ${casePath} --data DIR --source I`);
  expect((await service.put('/bookmarks/Mine/add', [{ source: 'I', id: 50 }])).status).toBe(404);
  expect((await service.post('/bookmarks/Mine')).status).toBe(200);
  expect(await hint()).toBeDefined();
  expect((await service.put('/bookmarks/Mine/add', [{ source: 'I', id: 50 }])).status).toBe(200);
  expect(await hint()).toBeUndefined();
});

test('the text of an item is what is searched', async () => {
  const { text } = await service.get('/sources/I/docs/50/text');
  const words = text.split(' ');
  expect(words.length).toBeGreaterThan(5);
  expect(await idsOf(`content:"${words.slice(0, 5).join(' ')}"`)).toContain(50);
});
