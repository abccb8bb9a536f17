/**
 * A source that loses items while it is served, and gets them back: memberships stay, can be removed, and are counted as gone by
 * every answer that shows them.
 */
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';
import { askingAs, knowing } from '../support/token-users.ts';
import { unzipped } from '../support/unzipped.ts';

const herons = (...ids: number[]) => ids.map((id) => ({ id, properties: { category: 'Birds' }, text: `heron ${id}` }));

let service: Service;

/** Writes the case with these items, and opens it again. */
async function hold(...ids: number[]): Promise<void> {
  await writeCase(join(service.dir, 'cases', 'one'), herons(...ids));
  const { status, json } = await service.post('/sources/one/refresh');
  expect([status, json.items]).toEqual([200, ids.length]);
}

const json = async (path: string): Promise<Answer['json']> => (await service.get(path)).json;

beforeEach(async () => {
  service = await Service.start({ cases: { one: herons(1, 2, 3, 4, 5), other: herons(1, 9) } });
});

describe('a bookmark with items that are gone', () => {
  beforeEach(async () => {
    await service.post('/bookmarks/B');
    await service.put('/bookmarks/B/add', [...refs('one', 1, 2, 4), ...refs('other', 9)]);
    await service.put('/selection/add', refs('one', 2, 3));
    await service.put('/reviewed/add', refs('one', 4));
    await hold(1, 3, 5);
  });

  test('lists them, says how many they are, and which', async () => {
    expect(await json('/bookmarks/B')).toEqual({ docs: [...refs('one', 1, 2, 4), ...refs('other', 9)], gone: 2 });
    expect(await json('/bookmarks/B?only=gone')).toEqual({ docs: refs('one', 2, 4), gone: 2 });
    const at = encodeURIComponent(new Date().toISOString());
    expect(await json(`/bookmarks/B?at=${at}`)).toEqual({
      docs: [...refs('one', 1, 2, 4), ...refs('other', 9)],
      gone: 2,
    });
    expect((await json('/bookmarks?details=true')).details).toMatchObject([{ name: 'B', items: 4, gone: 2 }]);
    expect((await service.put('/bookmarks/B', { comment: 'c' })).json).toMatchObject({
      items: 4,
      gone: 2,
      comment: 'c',
    });
    expect(await json('/selection')).toEqual({ docs: refs('one', 2, 3), gone: 1 });
    expect(await json('/reviewed/anonymous')).toEqual({ docs: refs('one', 4), gone: 1 });
    expect(await json('/reviewed')).toEqual({ viewers: [{ viewer: 'anonymous', items: 1, gone: 1 }] });
  });

  test('is searched with a hint, and without one if nothing is gone', async () => {
    const { hits, hints } = await json('/hits?q=bookmark:B&properties=none');
    expect([hits.length, hints]).toEqual([2, ['bookmark:B: 2 items are no longer in "one", so nothing finds them']]);
    expect((await json('/search?q=selected:true')).hints).toEqual([
      'selected:true: 1 item is no longer in "one", so nothing finds it',
    ]);
    expect(await json('/hits?q=bookmark:B&sourceID=other&properties=none')).not.toHaveProperty('hints');
    expect((await json('/facets?q=heron&filter=reviewed:*&facet=category')).hints).toHaveLength(1);
    await hold(1, 2, 3, 4, 5);
    expect(await json('/search?q=bookmark:B')).toEqual({ docs: [...refs('one', 1, 2, 4), ...refs('other', 9)] });
  });

  test('loses them by a removal, and not otherwise', async () => {
    expect((await service.put('/bookmarks/B/add', refs('one', 2))).json.error).toBe(
      'There is no item 2 in source "one".',
    );
    expect((await service.put('/bookmarks/B/remove', refs('one', 1, 99))).json.error).toBe(
      'There is no item 99 in source "one".',
    );
    expect((await service.put('/bookmarks/B/remove', refs('one', 4, 2, 1, 3, 2))).json).toMatchObject({
      changed: 3,
      size: 1,
    });
    expect(await json('/bookmarks/B')).toEqual({ docs: refs('other', 9) });
    // The item is no longer a member, so it is unknown again.
    expect((await service.put('/bookmarks/B/remove', refs('one', 2))).status).toBe(404);
    expect((await service.put('/bookmarks/none/remove', refs('one', 2))).status).toBe(404);
    expect((await service.put('/bookmarks/%01reviewed%01anonymous/remove', refs('one', 4))).status).toBe(400);
    expect((await service.put('/selection/remove', refs('one', 2, 4))).json.error).toContain('no item 4 ');
    expect((await service.put('/selection/remove', refs('one', 2, 3))).json).toEqual({ changed: 2, size: 0 });
    expect((await service.put('/reviewed/remove', refs('one', 2))).status).toBe(404);
    expect((await service.put('/reviewed/remove', refs('one', 4))).json).toMatchObject({ changed: 1, size: 0 });
  });

  test('has them again once the source does', async () => {
    await hold(1, 2, 3, 5);
    expect(await json('/bookmarks/B')).toEqual({ docs: [...refs('one', 1, 2, 4), ...refs('other', 9)], gone: 1 });
    await hold(1, 2, 3, 4, 5);
    expect(await json('/bookmarks/B')).toEqual({ docs: [...refs('one', 1, 2, 4), ...refs('other', 9)] });
    expect((await json('/hits?q=bookmark:B&properties=none')).total).toBe(4);
    expect((await json('/bookmarks?details=true')).details[0]).not.toHaveProperty('gone');
  });

  test('gets them back by an undo', async () => {
    await service.put('/bookmarks/B/remove', refs('one', 2));
    const [{ seq }] = (await json('/log?limit=1')).changes;
    expect((await service.post('/bookmarks/undo', { seq })).json).toMatchObject({ changed: 1, size: 4 });
    expect(await json('/bookmarks/B')).toMatchObject({ gone: 2 });
  });

  test('does not claim to know while a source is not ready', async () => {
    service.sources.takeOut('one', new Error('damaged'));
    expect(await json('/bookmarks/B')).toEqual({ docs: [...refs('one', 1, 2, 4), ...refs('other', 9)], gone: null });
    expect((await json('/bookmarks?details=true')).details).toMatchObject([{ items: 4, gone: null }]);
    expect((await service.get('/bookmarks/B?only=gone')).status).toBe(503);
  });
});

test('notes on an item that is gone can be read and deleted, not changed', async () => {
  const { n } = (await service.post('/sources/one/docs/2/notes', { text: 'seen' })).json;
  await hold(1);
  expect(await json('/sources/one/docs/2/notes')).toMatchObject({ notes: [{ n, text: 'seen' }], isGone: true });
  expect(await json(`/sources/one/docs/2/notes/${n}`)).toMatchObject({ n, versions: [{ text: 'seen' }] });
  expect((await service.put(`/sources/one/docs/2/notes/${n}`, { text: 'more' })).status).toBe(404);
  expect((await service.delete(`/sources/one/docs/2/notes/${n}`)).json).toEqual({ n });
  expect((await service.get('/sources/one/docs/2/notes')).status).toBe(404);
});

describe('a panel with items that are gone', () => {
  beforeEach(async () => {
    await service.put('/codings/P', { choices: [{ bookmark: 'yes' }, { bookmark: 'no' }], exclusive: true });
    await service.put('/codings/P/code', { choice: 'yes', docs: refs('one', 1, 2) });
  });

  test('removes their choice, and gives them none', async () => {
    await hold(1);
    expect((await service.put('/codings/P/code', { choice: 'no', docs: refs('one', 2) })).status).toBe(404);
    expect((await service.put('/codings/P/code', { choice: null, docs: refs('one', 2, 3) })).json.error).toContain(
      'no item 3 ',
    );
    expect((await service.put('/codings/P/code', { choice: null, docs: refs('one', 2) })).json).toMatchObject({
      removed: 1,
    });
    expect(await json('/bookmarks/yes')).toEqual({ docs: refs('one', 1) });
  });

  test('counts them in decisions and comparisons', async () => {
    const as = { who: 'anonymous' };
    expect(await json('/codings/P/decisions')).not.toHaveProperty('gone');
    await hold(1);
    expect(await json('/codings/P/decisions')).toMatchObject({ people: [{ ...as, items: 2 }], gone: 1 });
    const compared = await json('/codings/P/comparison?first=anonymous&second=anna');
    expect(compared).toMatchObject({ gone: 1 });
  });
});

describe('a frozen review with items that are gone', () => {
  const next = () => json('/reviews/R/next');
  const code = (id: number, choice: string) =>
    service.put('/codings/P/code', { choice, docs: refs('one', id), review: 'R' });

  beforeEach(async () => {
    await service.put('/codings/P', {
      choices: [{ bookmark: 'yes' }, { bookmark: 'no' }],
      exclusive: true,
      required: true,
    });
    await service.post('/reviews', { name: 'R', docs: refs('one', 1, 2, 3, 4, 5), codings: ['P'], batch: 3 });
    await next();
    await code(1, 'yes');
    await code(2, 'no');
  });

  test('is completed without them, and counts them separately', async () => {
    await hold(1, 5);
    expect(await json('/reviews/R')).toMatchObject({
      total: 5,
      decided: 2,
      left: 1,
      gone: { decided: 1, undecided: 2 },
    });
    expect(await json('/reviews/R/batch')).toMatchObject({
      items: [{ id: 1 }, { id: 2, isGone: true }, { id: 3, isGone: true, isDecided: false }],
    });
    // The rest of the first batch is gone.
    expect(await next()).toMatchObject({
      item: { id: 5 },
      batch: { number: 2, items: 2, decided: 0, gone: 1 },
      before: null,
      upcoming: null,
    });
    await code(5, 'yes');
    expect((await next()).item).toBeNull();
    expect((await json('/reviews')).reviews).toMatchObject([
      { decided: 3, left: 0, gone: { decided: 1, undecided: 2 } },
    ]);
  });

  test('needs them again once they are back', async () => {
    await hold(1, 5);
    await next();
    await code(5, 'yes');
    await hold(1, 2, 3, 4, 5);
    const review = await json('/reviews/R');
    expect(review).toMatchObject({ decided: 3, left: 2 });
    expect(review).not.toHaveProperty('gone');
    expect((await next()).item).toEqual({ source: 'one', id: 4 });
    await code(4, 'no');
    expect((await next()).item).toEqual({ source: 'one', id: 3 });
    await code(3, 'no');
    expect((await next()).item).toBeNull();
  });

  test('withdraws a decision on a gone item', async () => {
    await hold(1, 5);
    expect((await service.put('/codings/P/code', { choice: null, docs: refs('one', 2), review: 'R' })).status).toBe(
      200,
    );
    expect(await json('/reviews/R')).toMatchObject({ decided: 1, left: 1, gone: { decided: 0, undecided: 3 } });
  });

  test('can have a second look', async () => {
    await hold(1, 5);
    const { review } = (await service.post('/reviews/R/sample', { percent: 100, name: 'S' })).json;
    expect(review).toMatchObject({ total: 2, left: 1, gone: { decided: 0, undecided: 1 } });
    expect((await json('/reviews/S/next')).item).toEqual({ source: 'one', id: 1 });
    await service.put('/codings/P/code', { choice: 'no', docs: refs('one', 1), review: 'S' });
    expect((await json('/reviews/S/next')).item).toBeNull();
    expect((await service.post('/reviews/S/accept')).status).toBe(200);
  });

  test('does not claim to know while a source is not ready', async () => {
    service.sources.takeOut('one', new Error('damaged'));
    expect(await json('/reviews/R')).toMatchObject({ total: 5, left: 3, gone: null });
  });
});

test('a viewer of other sources learns nothing about them', async () => {
  service = await Service.start({
    cases: { one: herons(1, 2), other: herons(1, 9) },
    server: knowing([
      { name: 'all', role: 'annotator' },
      { name: 'half', role: 'annotator', sources: ['other'] },
    ]),
  });
  const as = askingAs(service);
  await as('all', 'POST', '/bookmarks/B');
  await as('all', 'PUT', '/bookmarks/B/add', [...refs('one', 1, 2), ...refs('other', 9)]);
  await as('all', 'POST', '/sources/one/docs/2/notes', { text: 'secret' });
  await writeCase(join(service.dir, 'cases', 'one'), herons(1));
  await service.sources.refresh('one');
  expect((await as('all', 'GET', '/bookmarks/B')).json).toMatchObject({ gone: 1 });
  expect((await as('half', 'GET', '/bookmarks/B')).json).toEqual({ docs: refs('other', 9) });
  expect((await as('half', 'GET', '/sources/one/docs/2/notes')).status).toBe(404);
  expect((await as('half', 'PUT', '/bookmarks/B/remove', refs('one', 2))).status).toBe(404);
  expect((await as('half', 'GET', '/bookmarks?details=true')).json.details[0]).not.toHaveProperty('gone');
});

test('a report and an archive of a bookmark mention that items are gone', async () => {
  service = await Service.start({ cases: { one: herons(1, 2) } });
  await service.post('/bookmarks/B');
  await service.put('/bookmarks/B/add', refs('one', 1, 2));
  await hold(1);
  const archives = [
    await service.post('/report', { bookmarks: ['B'] }),
    await service.get('/export?q=bookmark:B&format=zip'),
  ];
  for (const { bytes } of archives) {
    const texts = [...(await unzipped(bytes)).values()].map((entry) => entry.toString());
    expect(texts.join('\n')).toContain('1 item is no longer in');
  }
});

test('random sets over several blocks of ids agree with plain sets while the case shrinks and grows', async () => {
  const random = new Random(7);
  const ids = Array.from({ length: 60 }, () => random.below(400_000)).sort((a, b) => a - b);
  const all = [...new Set(ids)];
  const some = (): number[] => all.filter(() => random.below(2) === 0);
  service = await Service.start({ cases: { one: herons(...all) } });
  const bookmarks = new Map<string, Set<number>>();
  for (const name of ['A', 'B', 'C']) {
    await service.post(`/bookmarks/${name}`);
    bookmarks.set(name, new Set());
  }
  let present = all;
  for (let round = 0; round < 12; round++) {
    if (round > 0) {
      present = [...new Set([all[0]!, ...some()])].sort((a, b) => a - b);
      await hold(...present);
    }
    for (const [name, members] of bookmarks) {
      const added = some().filter((id) => present.includes(id));
      await service.put(`/bookmarks/${name}/add`, refs('one', ...added));
      for (const id of added) members.add(id);
      const removed = [...members].filter(() => random.below(4) === 0);
      const { status } = await service.put(`/bookmarks/${name}/remove`, refs('one', ...removed));
      for (const id of removed) members.delete(id);
      const left = [...members].sort((a, b) => a - b);
      const gone = left.filter((id) => !present.includes(id));
      const count = gone.length === 0 ? {} : { gone: gone.length };
      expect([status, await json(`/bookmarks/${name}`)]).toEqual([200, { docs: refs('one', ...left), ...count }]);
      expect(await json(`/bookmarks/${name}?only=gone`)).toEqual({ docs: refs('one', ...gone), ...count });
      expect(await json(`/search?q=bookmark:${name}`)).toMatchObject({
        docs: refs('one', ...left.filter((id) => present.includes(id))),
      });
    }
  }
});
