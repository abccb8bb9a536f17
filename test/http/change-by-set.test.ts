/** Bookmarks and selection changed by the results of a query, and by known hashes. */
import { beforeAll, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';

const A = 'A'.repeat(32);
const B = 'b'.repeat(40);

const service = Service.beforeTests({
  cases: {
    one: [
      { id: 1, properties: { name: 'a', hash: A }, text: 'heron' },
      { id: 2, parentId: 1, properties: { name: 'b', 'sha-1': B, md5: A.toLowerCase() }, text: 'coot' },
      { id: 3, properties: { name: 'c', hash: '' }, text: 'heron' },
      { id: 9, properties: { treeNode: 'true', hash: A }, text: 'heron' },
    ],
    two: [{ id: 2, properties: { hash: B.toUpperCase() }, text: 'heron' }],
  },
});
beforeAll(async () => {
  await service.post('/bookmarks/x');
});

const members = async (path = '/bookmarks/x') => (await service.get(path)).json.docs;

test('a set is added and removed', async () => {
  expect((await service.put('/bookmarks/x/add', { q: 'heron' })).json).toEqual({ name: 'x', changed: 3, size: 3 });
  expect(await members()).toEqual([...refs('one', 1, 3), ...refs('two', 2)]);
  const removed = await service.put('/bookmarks/x/remove', { q: 'bookmark:x', filter: ['name:c'], sourceID: 'one' });
  expect(removed.json).toEqual({ name: 'x', changed: 1, size: 2 });
  const family = await service.put('/bookmarks/x/add', { q: 'coot', expand: ['family'], sourceID: ['one'] });
  expect(family.json).toEqual({ name: 'x', changed: 1, size: 3 });
  expect((await service.put('/selection/add', { q: '', sourceID: ['one'] })).json).toEqual({ changed: 3, size: 3 });
  const unselected = await service.put('/selection/remove', { q: 'name:*', sourceID: 'one' });
  expect(unselected.json).toEqual({ changed: 3, size: 0 });
  expect((await service.get('/log?limit=1')).json.changes[0]).toMatchObject({ what: 'unselect', items: 3 });
});

test('a mistyped field or collapse is a hint, as in a search for the same set', async () => {
  const set = { q: 'heron OR naem:coot', collapse: 'hsah' };
  const { hints } = (await service.post('/hits', { ...set, limit: 0 })).json;
  expect(hints).toEqual(['"hsah"', 'one: ', 'two: '].map((part) => expect.stringContaining(part)));
  await service.post('/bookmarks/hinted');
  await service.put('/codings/panel', { choices: [{ bookmark: 'hinted' }] });
  for (const [path, more] of [
    ['/bookmarks/hinted/add', {}],
    ['/bookmarks/hinted/remove', {}],
    ['/selection/add', {}],
    ['/selection/remove', {}],
    ['/reviewed/add', {}],
    ['/reviewed/remove', {}],
    ['/codings/panel/code', { choice: 'hinted' }],
    ['/codings/panel/code', { choice: null }],
  ] as const) {
    const { json } = await service.put(path, { ...set, ...more });
    expect([path, json.hints, json.changed ?? json.added + json.removed]).toEqual([path, hints, 3]);
  }
  for (const order of [undefined, ['name:asc']]) {
    const { json } = await service.post('/reviews', { ...set, name: `by ${order}`, order, codings: ['panel'] });
    expect([json.review.total, json.hints]).toEqual([3, hints]);
  }
  const inOne = await service.put('/selection/add', { q: 'naem:coot', sourceID: ['one'] });
  const searched = await service.get('/search?q=naem:coot&sourceID=one');
  expect(inOne.json).toEqual({ changed: 0, size: 0, hints: [expect.stringContaining('the nearest name is "name"')] });
  expect(inOne.json.hints).toEqual(searched.json.hints);
});

test('known hashes are found in any hash property, in any letter case', async () => {
  await service.put('/bookmarks/x/remove', { q: '' });
  const hashes = [A, B, A.toLowerCase(), 'c'.repeat(32), '', A];
  const { json } = await service.put('/bookmarks/x/add', { hashes });
  expect(json).toEqual({ name: 'x', changed: 3, size: 3, found: 3, unknown: 2 });
  expect(await members()).toEqual([...refs('one', 1, 2), ...refs('two', 2)]);
  const less = await service.put('/bookmarks/x/remove', { hashes: [B], sourceID: ['two'] });
  expect(less.json).toEqual({ name: 'x', changed: 1, size: 2, found: 1, unknown: 0 });
  expect((await service.put('/selection/add', { hashes: [] })).json).toEqual({
    changed: 0,
    size: 0,
    found: 0,
    unknown: 0,
  });
});

test('a hundred thousand hashes are looked up like one', async () => {
  const hashes = Array.from({ length: 100_000 }, (_, i) => i.toString(16).padStart(32, '0')).concat(A);
  const { json } = await service.put('/selection/add', { hashes });
  expect(json).toMatchObject({ changed: 2, found: 1, unknown: 100_000 });
});

test.each([
  ['nothing meant', {}, 400, '"q" nor "hashes"'],
  ['a query that does not parse', { q: '(' }, 400, 'position'],
  ['an unknown member', { q: 'heron', limit: 3 }, 400, 'limit'],
  ['both', { q: 'heron', hashes: [A] }, 400, 'sourceID'],
  ['hashes that are none', { hashes: [3] }, 400, 'Element 1'],
  ['an unknown source', { q: 'heron', sourceID: ['three'] }, 404, 'three'],
  ['an object that is cut', '{"q":"heron"', 400, 'JSON'],
])('%s changes nothing', async (_what, body, status, word) => {
  const before = await members();
  for (const path of ['/bookmarks/x/add', '/selection/remove']) {
    const answer = await service.put(path, body);
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(word)]);
  }
  expect((await service.put('/bookmarks/none/add', { q: '' })).status).toBe(404);
  expect(await members()).toEqual(before);
});

test('an unavailable source is named', async () => {
  const broken = await Service.start({ cases: { one: [{ id: 1, text: 'heron' }] }, paths: { gone: '/nowhere' } });
  for (const body of [{ q: 'heron' }, { hashes: [A] }]) {
    const { status, json } = await broken.put('/selection/add', body);
    expect([status, json.error]).toEqual([503, expect.stringContaining('gone')]);
  }
  expect((await broken.put('/selection/add', { q: '', sourceID: 'one' })).json).toEqual({ changed: 1, size: 1 });
});
