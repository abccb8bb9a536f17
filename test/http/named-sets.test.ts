/** Queries that name bookmarks, the selection and sources, compared with the members that were added. */
import { beforeAll, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';

const words = ['heron', 'coot', 'grebe'];
const items = Array.from({ length: 12 }, (_, id) => ({ id, text: `${words[id % 3]} item` }));
const nodes = [{ id: 50, text: 'heron', properties: { treeNode: ['true'] } }];

const odd = [{ id: 3, text: 'heron', properties: { source: ['camera'], bookmark: ['page 9'] } }];
const service = Service.beforeTests({ cases: { one: [...items, ...nodes], two: items, odd } });
beforeAll(async () => {
  await service.post('/bookmarks/Reviewed');
  await service.put('/bookmarks/Reviewed/add', [...refs('one', 0, 1, 2, 50), ...refs('two', 3)]);
  await service.post(`/bookmarks/${encodeURIComponent('review later')}`);
  await service.put(`/bookmarks/${encodeURIComponent('review later')}/add`, refs('two', 3, 4));
  await service.post(`/bookmarks/${encodeURIComponent('a*')}`);
  await service.put(`/bookmarks/${encodeURIComponent('a*')}/add`, refs('one', 11));
  await service.post('/bookmarks/empty');
  await service.put('/selection/add', [...refs('one', 0, 5), ...refs('two', 6)]);
});

async function found(q: string, more = ''): Promise<string> {
  const { status, json } = await service.get(`/search?q=${encodeURIComponent(q)}${more}`);
  expect([q, status]).toEqual([q, 200]);
  const docs: { source: string; id: number }[] = json.docs;
  return docs.map(({ source, id }) => `${source} ${id}`).join(', ');
}

test.each([
  // Nodes of the tree are not hits, whatever they are members of.
  ['bookmark:Reviewed', 'one 0, one 1, one 2, two 3'],
  ['bookmark:"Reviewed" AND heron', 'one 0, two 3'],
  ['bookmark:reviewed', ''],
  ['bookmark:"review later" coot', 'one 1, one 4, one 7, one 10, two 1, two 3, two 4, two 7, two 10'],
  ['bookmark:?eview*', 'one 0, one 1, one 2, two 3, two 4'],
  ['bookmark:"a*"', 'one 11'],
  ['bookmark:a\\*', 'one 11'],
  ['bookmark:*', 'one 0, one 1, one 2, one 11, two 3, two 4'],
  ['bookmark:empty', ''],
  ['bookmark:nowhere', ''],
  ['heron NOT bookmark:*', 'one 3, one 6, one 9, two 0, two 6, two 9, odd 3'],
  ['selected:true', 'one 0, one 5, two 6'],
  ['selected:false AND heron AND source:one', 'one 3, one 6, one 9'],
  ['source:two AND (selected:true OR bookmark:Reviewed)', 'two 3, two 6'],
  ['source:nowhere', ''],
  ['source:"odd"', 'odd 3'],
  ['property\\:source:camera', 'odd 3'],
  ['"property:bookmark":"page 9"', 'odd 3'],
])('%s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test('only chosen sources count', async () => {
  expect(await found('bookmark:*', '&sourceID=two')).toBe('two 3, two 4');
});

test('relevance, a body, an explanation and a long text accept them', async () => {
  expect(await found('bookmark:Reviewed heron', '&sort=relevance&limit=2')).toMatch(/^(one 0|two 3), (one 0|two 3)$/);
  const { json } = await service.post('/search', { q: 'bookmark:Reviewed', sourceID: 'one' });
  expect(json).toEqual({ docs: refs('one', 0, 1, 2) });
  const explained = await service.get(`/explain?q=${encodeURIComponent('+selected:true +heron')}`);
  expect(explained.json.query).toBe('+selected:true +heron');
  expect(explained.json.sources.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0]);
  const long = `bookmark:Reviewed AND (${Array.from({ length: 3000 }, (_, i) => `w${i}`).join(' ')} grebe)`;
  expect((await service.post('/search', { q: long })).json).toMatchObject({ docs: refs('one', 2) });
});

test('a clause that names no items is 400', async () => {
  const { status, json } = await service.get(`/search?q=${encodeURIComponent('heron selected:maybe')}`);
  expect([status, json.position, json.expected]).toEqual([400, 15, ['true', 'false']]);
});

test('they are read again for each search', async () => {
  expect(await found('bookmark:empty')).toBe('');
  await service.put('/bookmarks/empty/add', refs('odd', 3));
  expect(await found('bookmark:empty')).toBe('odd 3');
  await service.put('/bookmarks/empty/rename/full');
  expect([await found('bookmark:empty'), await found('bookmark:full')]).toEqual(['', 'odd 3']);
});
