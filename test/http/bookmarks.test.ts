import { beforeEach, describe, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';

const items = [1, 2, 3, 4].map((id) => ({ id, text: `item ${id}` }));
let service: Service;

beforeEach(async () => {
  service = await Service.start({ cases: { b: items, a: items } });
});

const named = (name: string): string => `/bookmarks/${encodeURIComponent(name)}`;

describe('bookmarks', () => {
  test('work from creation to deletion', async () => {
    expect((await service.get('/bookmarks')).json).toEqual({ data: [] });
    const created = await service.post('/bookmarks/first');
    expect([created.status, created.json]).toEqual([200, { name: 'first', changed: 0, size: 0 }]);
    const added = await service.put('/bookmarks/first/add', [...refs('a', 3, 1, 1), ...refs('b', 2)]);
    expect([added.status, added.json]).toEqual([200, { name: 'first', changed: 3, size: 3 }]);
    const again = await service.put('/bookmarks/first/add', refs('a', 1, 2));
    expect(again.json).toEqual({ name: 'first', changed: 1, size: 4 });
    expect((await service.get('/bookmarks/first')).json).toEqual({ docs: [...refs('b', 2), ...refs('a', 1, 2, 3)] });
    const removed = await service.put('/bookmarks/first/remove', [...refs('a', 1, 4), ...refs('b', 2)]);
    expect(removed.json).toEqual({ name: 'first', changed: 2, size: 2 });
    const renamed = await service.put('/bookmarks/first/rename/second');
    expect(renamed.json).toEqual({ name: 'second', changed: 0, size: 2 });
    expect((await service.get('/bookmarks')).json).toEqual({ data: ['second'] });
    expect((await service.get('/bookmarks/second')).json).toEqual({ docs: refs('a', 2, 3) });
    const deleted = await service.delete('/bookmarks/second');
    expect([deleted.status, deleted.json]).toEqual([200, { name: 'second', changed: 2, size: 0 }]);
    expect((await service.get('/bookmarks')).json).toEqual({ data: [] });
    expect((await service.get('/sources/a/docs/2')).json.bookmarks).toEqual([]);
  });

  test('have a comment and a colour', async () => {
    await service.post('/bookmarks/first');
    await service.put('/bookmarks/first/add', refs('a', 1, 2));
    const said = await service.put('/bookmarks/first', { comment: 'seen', color: '#00C8FF' });
    const details = { name: 'first', items: 2, comment: 'seen', color: '#00c8ff', inReport: false };
    expect([said.status, said.json]).toEqual([200, { ...details, changedAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    await service.put('/bookmarks/first', { color: null });
    expect((await service.get('/bookmarks?details=true')).json).toEqual({
      data: ['first'],
      details: [{ ...details, color: null, changedAt: expect.any(String) }],
    });
    expect((await service.get('/bookmarks?details=false')).json).toEqual({ data: ['first'] });
    expect((await service.get('/log')).json.changes[0]).toMatchObject({
      what: 'describe',
      bookmark: 'first',
      items: 0,
    });
    for (const [path, body, status] of [
      ['/bookmarks/first', { color: 'red' }, 400],
      ['/bookmarks/first', { colour: '#000000' }, 400],
      ['/bookmarks/second', { comment: 'x' }, 404],
    ] as const) {
      expect([path, body, (await service.put(path, body)).status]).toEqual([path, body, status]);
    }
  });

  test('accept any name that people use', async () => {
    const names = [
      'a/b',
      ' spaced ',
      'ação',
      '日本',
      'a%2Fb',
      '..',
      'add',
      'x+y',
      '?#&',
      '😀',
      'q\'"\\',
      'A',
      'rename',
    ];
    for (const name of names) {
      expect((await service.post(named(name))).json).toEqual({ name, changed: 0, size: 0 });
      expect((await service.put(`${named(name)}/add`, refs('a', 1))).json.size).toBe(1);
      expect((await service.get(named(name))).json).toEqual({ docs: refs('a', 1) });
    }
    const { json } = await service.get('/bookmarks');
    expect(json.data).toEqual([...names].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y))));
    for (const name of names) expect((await service.delete(named(name))).status).toBe(200);
  });

  test('are NFC-normalised and case-sensitive', async () => {
    await service.post(named('cafe\u0301'));
    expect((await service.get('/bookmarks')).json.data).toEqual(['caf\u00e9']);
    expect((await service.post(named('caf\u00e9'))).status).toBe(400);
    expect((await service.post(named('Caf\u00e9'))).status).toBe(200);
  });

  test.each(['x'.repeat(256), 'ñ'.repeat(128), 'a\nb', '\u0000', '\u007f'])('%j is not a name', async (name) => {
    const { status, json } = await service.post(named(name));
    expect([status, json.status]).toEqual([400, 400]);
    await service.post('/bookmarks/fine');
    expect((await service.put(`/bookmarks/fine/rename/${encodeURIComponent(name)}`)).status).toBe(400);
  });

  test.each([
    ['POST', '/bookmarks/'],
    ['DELETE', '/bookmarks/'],
    ['PUT', '/bookmarks/fine/rename/'],
    ['PUT', '/bookmarks//rename/other'],
    ['PUT', '/bookmarks//add'],
    ['PUT', '/bookmarks//remove/'],
  ])('%s %s has an empty name, which is 400', async (method, path) => {
    await service.post('/bookmarks/fine');
    const { status, json } = await service.request(method, path, { body: [], isDescribed: false });
    expect([status, json]).toEqual([400, { error: 'The name of a bookmark is empty.', status: 400 }]);
    expect((await service.get('/bookmarks/')).json).toEqual({ data: ['fine'] });
  });

  test('a missing segment is not an empty name', async () => {
    expect((await service.put('/bookmarks/fine/rename', undefined, { isDescribed: false })).status).toBe(404);
    expect((await service.delete('/bookmarks', { isDescribed: false })).status).toBe(405);
    expect((await service.get('/bookmarks//add', { isDescribed: false })).status).toBe(404);
  });

  test('invalid percent-encoding is 400', async () => {
    expect((await service.post('/bookmarks/%zz')).status).toBe(400);
    expect((await service.get('/bookmarks/%C3')).status).toBe(400);
  });

  test('creating an existing one, or renaming onto one, is 400; renaming onto itself is allowed', async () => {
    await service.post('/bookmarks/x');
    await service.post('/bookmarks/y');
    const { status, json } = await service.post('/bookmarks/x');
    expect([status, json.status]).toEqual([400, 400]);
    expect(json.error).toContain('"x"');
    expect((await service.put('/bookmarks/x/rename/y')).status).toBe(400);
    expect((await service.put('/bookmarks/x/rename/x')).json).toEqual({ name: 'x', changed: 0, size: 0 });
  });

  test('a missing one is 404 and named', async () => {
    const answers = [
      await service.get('/bookmarks/no'),
      await service.put('/bookmarks/no/add', []),
      await service.put('/bookmarks/no/remove', []),
      await service.put('/bookmarks/no/rename/x'),
      await service.delete('/bookmarks/no'),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect(json).toEqual({ error: expect.stringContaining('"no"'), status: 404 });
    }
  });

  test('a change with one unknown source or item is 404 and changes nothing', async () => {
    await service.post('/bookmarks/x');
    await service.put('/bookmarks/x/add', refs('a', 1));
    const bad = [
      [refs('a', 2, 5), 'item 5 in source "a"'],
      [[...refs('a', 2), ...refs('no', 1), ...refs('a', 77)], '"no"'],
      [refs('a', 2, -1), 'item -1'],
      [refs('a', 2, 2 ** 40), 'item 1099511627776'],
    ] as const;
    for (const [body, message] of bad) {
      for (const action of ['add', 'remove']) {
        const { status, json } = await service.put(`/bookmarks/x/${action}`, body);
        expect(status).toBe(404);
        expect(json.error).toContain(message);
      }
    }
    expect((await service.get('/bookmarks/x')).json).toEqual({ docs: refs('a', 1) });
  });

  test.each([
    ['no body', undefined],
    ['an object', { source: 'a', id: 1 }],
    ['a text', '"a"'],
    ['broken JSON', '[{"source":"a","id":1}'],
    ['a trailing comma', '[{"source":"a","id":1},]'],
    ['two arrays', '[][]'],
    ['no source', [{ id: 1 }]],
    ['no id', [{ source: 'a' }]],
    ['an id that is text', [{ source: 'a', id: '1' }]],
    ['an id that is no integer', [{ source: 'a', id: 1.5 }]],
    ['an id beyond numbers', '[{"source":"a","id":1e999}]'],
    ['null', [null]],
    ['an array in the array', [[]]],
    ['an unknown member', [{ source: 'a', id: 1, x: 1 }]],
    ['a member __proto__', '[{"source":"a","id":1,"__proto__":{}}]'],
  ])('a body with %s is 400', async (_name, body) => {
    await service.post('/bookmarks/x');
    for (const path of ['/bookmarks/x/add', '/bookmarks/x/remove', '/selection/add', '/selection/remove']) {
      const { status, json } = await service.put(path, body);
      expect([status, json.status]).toEqual([400, 400]);
    }
    expect((await service.get('/bookmarks/x')).json).toEqual({ docs: [] });
  });

  test('a body over the limit is 413, announced or not', async () => {
    await service.post('/bookmarks/x');
    const body = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
    const announced = await service.put('/bookmarks/x/add', body);
    expect([announced.status, announced.json.status]).toEqual([413, 413]);
    const chunked = await service.put('/bookmarks/x/add', body, { isChunked: true });
    expect(chunked.status).toBe(413);
    expect((await service.get('/health')).status).toBe(200);
  });

  test('hold hundreds of thousands of references, while other requests continue', async () => {
    service.engine('a').hugeCount = 300_000;
    await service.post('/bookmarks/x');
    const body = Buffer.from(`[${Array.from({ length: 300_000 }, (_, id) => `{"source":"a","id":${id}}`).join(',')}]`);
    const adding = service.put('/bookmarks/x/add', body);
    let isDone = false;
    const done = adding.finally(() => {
      isDone = true;
    });
    let answered = 0;
    for (; !isDone; answered++) await service.get('/health');
    expect((await done).json).toEqual({ name: 'x', changed: 300_000, size: 300_000 });
    // The body is read and checked in slices, with other requests between them.
    expect(answered).toBeGreaterThan(5);
    const { json } = await service.get('/bookmarks/x', { isDescribed: false });
    expect(json.docs).toHaveLength(300_000);
  });

  test('of an absent source are kept, but not listed or counted', async () => {
    await service.post('/bookmarks/x');
    await service.put('/bookmarks/x/add', [...refs('a', 1, 2), ...refs('b', 3)]);
    await service.bookmarks.add('x', new Map([['gone', Uint32Array.of(9)]]), { remoteAddress: null, requestId: null });
    expect((await service.get('/bookmarks/x')).json.docs).toEqual([...refs('b', 3), ...refs('a', 1, 2)]);
    expect((await service.put('/bookmarks/x/add', [])).json).toEqual({ name: 'x', changed: 0, size: 3 });
  });

  test('the log of changes has the requester', async () => {
    await service.post('/bookmarks/x', undefined, { headers: { 'X-Request-Id': 'examiner-7' } });
    const { records } = await service.bookmarks.history.changes({ limit: 1 });
    expect(records[0]).toMatchObject({
      action: 'create',
      bookmark: 'x',
      requestId: 'examiner-7',
      remoteAddress: '127.0.0.1',
    });
  });
});

describe('selection', () => {
  test('is one set across all sources', async () => {
    expect((await service.get('/selection')).json).toEqual({ docs: [] });
    const added = await service.put('/selection/add', [...refs('a', 4, 1), ...refs('b', 2)]);
    expect([added.status, added.json]).toEqual([200, { changed: 3, size: 3 }]);
    expect((await service.get('/selection')).json).toEqual({ docs: [...refs('b', 2), ...refs('a', 1, 4)] });
    expect((await service.get('/sources/a/docs/4')).json.selected).toBe(true);
    expect((await service.put('/selection/remove', refs('a', 4))).json).toEqual({ changed: 1, size: 2 });
    expect((await service.get('/sources/a/docs/4')).json.selected).toBe(false);
  });

  test('is all or nothing', async () => {
    expect((await service.put('/selection/add', refs('a', 1, 99))).status).toBe(404);
    expect((await service.put('/selection/add', refs('no', 1))).status).toBe(404);
    expect((await service.get('/selection')).json).toEqual({ docs: [] });
  });
});
