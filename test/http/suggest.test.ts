import { beforeAll, describe, expect, test } from '@jest/globals';
import { VALUE_COUNT_MAX } from '../../src/suggest/value-index.ts';
import { refs, Service } from '../support/http-service.ts';

const many = Array.from({ length: 30 }, (_, i) => ({ id: 100 + i, properties: { category: `Kind ${i}` } }));

const service = Service.beforeTests({
  cases: {
    one: [
      { id: 1, properties: { category: 'Images', author: 'João Ação' } },
      { id: 2, properties: { category: 'Image files' } },
      { id: 3, properties: { category: 'Image files' } },
      { id: 4, properties: { category: ['PDF Documents', 'Images'] } },
      ...many,
    ],
    two: [
      { id: 1, properties: { category: 'Images', treeNode: 'true' } },
      { id: 2, properties: { category: 'image files' } },
    ],
  },
});
beforeAll(async () => {
  for (const name of ['evidence', 'Ex 2', 'other']) await service.post(`/bookmarks/${encodeURIComponent(name)}`);
  await service.put('/bookmarks/Ex%202/add', refs('one', 1, 2));
});

async function suggest(query: string): Promise<[string, number][]> {
  const { status, json } = await service.get(`/suggest?${query}`);
  expect(status).toBe(200);
  return json.data.map(({ value, items }: { value: string; items: number }) => [value, items]);
}

describe('GET /suggest', () => {
  test('field names, most items first', async () => {
    const fields = await suggest('');
    expect(fields).toContainEqual(['category', 35]);
    expect(fields).toContainEqual(['author', 1]);
    expect(fields.map(([, items]) => items)).toEqual(fields.map(([, items]) => items).sort((a, b) => b - a));
    expect(await suggest('prefix=aut')).toEqual([['author', 1]]);
  });

  test('values of a field over all sources, by prefix and by word, folded', async () => {
    expect(await suggest('field=category&prefix=im')).toEqual([
      ['Image files', 2],
      ['Images', 2],
      ['image files', 1],
    ]);
    expect(await suggest('field=category&prefix=DOC')).toEqual([['PDF Documents', 1]]);
    expect(await suggest('field=category&prefix=files+im')).toHaveLength(2);
    expect(await suggest('field=author&prefix=ACAO')).toEqual([['João Ação', 1]]);
  });

  test('typing errors are tolerated, after exact matches', async () => {
    expect((await suggest('field=category&prefix=imgae'))[0]).toEqual(['Image files', 2]);
    expect(await suggest('field=category&prefix=documnets')).toEqual([['PDF Documents', 1]]);
    expect(await suggest('field=category&prefix=zzzzz')).toEqual([]);
  });

  test('of one source, if it is named', async () => {
    expect(await suggest('field=category&prefix=im&sourceID=two')).toEqual([['image files', 1]]);
    expect(await suggest('prefix=aut&sourceID=two')).toEqual([]);
    expect((await service.get('/suggest?sourceID=nowhere')).status).toBe(404);
    expect((await service.get('/categories?sourceID=two')).json).toEqual({ data: ['image files'] });
    expect((await service.get('/categories?sourceID=nowhere')).status).toBe(404);
  });

  test('reports that a source has more values than it keeps', async () => {
    const values = Array.from({ length: VALUE_COUNT_MAX + 1 }, (_, i) => `v${i}`);
    const own = await Service.start({
      cases: { few: [{ id: 1, properties: { tag: 'v1' } }], all: [{ id: 1, properties: { tag: values } }] },
    });
    expect((await own.get('/suggest?field=tag&prefix=v1&limit=1')).json).toMatchObject({ complete: false });
    const { json } = await own.get('/suggest?field=tag&prefix=v1&sourceID=few');
    expect(json).toEqual({ data: [{ value: 'v1', items: 1 }] });
  });

  test('names of bookmarks, with their current sizes', async () => {
    expect(await suggest('field=bookmark')).toEqual([
      ['Ex 2', 2],
      ['evidence', 0],
      ['other', 0],
    ]);
    await service.put('/bookmarks/other/rename/another');
    expect(await suggest('field=bookmark&prefix=ano')).toEqual([['another', 0]]);
  });

  test('limit is 10 by default', async () => {
    expect(await suggest('field=category')).toHaveLength(10);
    expect(await suggest('field=category&limit=3')).toHaveLength(3);
    expect(await suggest('field=category&limit=1000')).toHaveLength(34);
  });

  test('an unknown field has no values', async () => {
    expect(await suggest('field=nothing&prefix=a')).toEqual([]);
    expect(await suggest('field=__proto__')).toEqual([]);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'x=1', 'prefix=%zz'])('%s is 400', async (query) => {
    expect((await service.get(`/suggest?${query}`)).status).toBe(400);
  });
});

describe('GET /categories', () => {
  test('has each existing value, once, sorted', async () => {
    const { json } = await service.get('/categories');
    expect(json.data.slice(0, 3)).toEqual(['Image files', 'Images', 'Kind 0']);
    expect(json.data.at(-1)).toBe('image files');
    expect((await service.get('/categories?x=1')).status).toBe(400);
  });
});
