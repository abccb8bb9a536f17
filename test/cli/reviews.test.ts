/** `reviews` and `codings`: listed and shown, now and as of a time, and deleted, without a server. */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { FrozenOrder } from '../../src/bookmarks/reviews/frozen-order.ts';
import { temporaryDir } from '../support/endings.ts';
import { runHere } from '../support/run-here.ts';
import { until } from '../support/until.ts';

const data = temporaryDir();
const reviews = (...args: string[]) => runHere(['reviews', ...args, '--data', data]);
const json = async (...args: string[]) => JSON.parse((await reviews(...args, '--json')).stdout);
const originOf = (who: string | null) => ({ who, remoteAddress: null, requestId: null });
/** A time at which the review had one decision. */
let then: string;

beforeAll(async () => {
  const store = await openBookmarkStore(join(data, 'bookmarks'));
  const choices = ['yes', 'no'].map((bookmark) => ({ bookmark, key: null, colour: null }));
  await store.codings.put('P', { choices, exclusive: true, required: true }, originOf('anna'));
  const order = new FrozenOrder();
  for (const id of [5, 3, 9]) order.add('s', id);
  const review = { name: 'First pass', order: null, codings: ['P'], assignees: [], batch: 2, together: null };
  await store.reviews.create({ ...review, giveBackSeconds: 60, asked: null }, order, null, originOf('anna'));
  const decide = async (name: string, who: string | null, id: number, choice: string): Promise<void> => {
    await store.reviews.next(name, { who, isIn: () => true }, null, originOf(who));
    const refs = new Map([['s', Uint32Array.of(id)]]);
    await store.reviews.code(name, { coding: 'P', choice, refs }, originOf(who));
  };
  await decide('First pass', 'anna', 5, 'yes');
  const { records } = await store.history.changes({ limit: 1 });
  then = records[0]!.time;
  await until(() => new Date().toISOString() > then);
  await decide('First pass', null, 9, 'no');
  const look = { name: 'Look', percent: 100, seed: 1, assignees: null, batch: null };
  await store.reviews.sample('First pass', look, { isAdministrator: true, isOwn: () => true }, originOf('anna'));
  await decide('Look', 'ben', 5, 'no');
  await store.close();
});

test('they are listed and shown, with their items and second looks', async () => {
  expect(await reviews('list')).toMatchObject({
    code: 0,
    stdout: 'First pass\t2 of 3\t2 of 2 batches held\nLook\t1 of 2\t1 of 1 batches held\tsecond look at First pass\n',
  });
  const { reviews: all } = await json('list');
  expect(all.map(({ name }: { name: string }) => name)).toEqual(['First pass', 'Look']);
  expect(await json('show', 'First pass')).toEqual(all[0]);
  const { stdout } = await reviews('show', 'First pass');
  expect(stdout.split('\n').slice(1)).toEqual([
    'anna\t1 decided\tP=yes 1\t0 overturned',
    'anonymous\t1 decided\tP=no 1\t0 overturned',
    '',
  ]);
  expect((await reviews('items', 'First pass')).stdout).toBe(
    '1\ts\t5\tanna\tP=yes\n1\ts\t3\t-\n2\ts\t9\tanonymous\tP=no\n',
  );
  expect((await json('items', 'First pass')).items[0]).toEqual({
    batch: 1,
    source: 's',
    id: 5,
    decider: 'anna',
    decisions: [{ coding: 'P', choice: 'yes', who: 'anna' }],
  });
  expect((await reviews('agreement', 'Look')).stdout).toBe('P: agreed on 0 of 1 item, kappa 0.000\nyes\tno\t1\n');
  expect((await json('agreement', 'Look')).codings[0]).toMatchObject({ coding: 'P', items: 1, agreed: 0 });
});

test('they are shown as of a past time', async () => {
  expect((await reviews('list', '--at', then)).stdout).toBe('First pass\t1 of 3\t1 of 2 batches held\n');
  expect(await json('show', 'First pass', '--at', then)).toMatchObject({ decided: 1, left: 2 });
  expect((await reviews('items', 'First pass', '--at', then)).stdout).toBe(
    '1\ts\t5\tanna\tP=yes\n1\ts\t3\t-\n2\ts\t9\t-\n',
  );
  expect(await reviews('list', '--at', '2000-01-01')).toMatchObject({ code: 0, stdout: '' });
  expect(await reviews('show', 'First pass', '--at', '2000-01-01')).toMatchObject({ code: 3 });
  expect(await reviews('list', '--at', 'yesterday')).toMatchObject({ code: 2 });
});

test('a review is deleted, and restored by an undo', async () => {
  expect(await reviews('show', 'Nothing')).toMatchObject({ code: 3, stderr: expect.stringContaining('"Nothing"') });
  expect(await reviews('agreement', 'First pass')).toMatchObject({ code: 1 });
  expect(await reviews('delete', 'First pass')).toMatchObject({ code: 1, stderr: expect.stringContaining('"Look"') });
  const before = await json('list');
  const { seqs } = await json('delete', 'Look');
  expect((await reviews('list')).stdout).not.toContain('Look');
  expect(await runHere(['bookmarks', 'undo', ...seqs.map(String), '--data', data])).toMatchObject({ code: 0 });
  expect(await json('list')).toEqual(before);
});

test('people are compared, now and as of a past time', async () => {
  const codings = (...args: string[]) => runHere(['codings', ...args, '--data', data]);
  expect(await codings('list')).toMatchObject({ code: 0, stdout: 'P\tyes\tno\n' });
  expect(await codings('decisions', 'P')).toMatchObject({
    code: 0,
    stdout: 'anna\t1 item\tyes 1\nanonymous\t1 item\tno 1\nben\t1 item\tno 1\n',
  });
  expect(await codings('compare', 'P', 'anna', 'ben')).toMatchObject({
    code: 0,
    stdout: 'P: agreed on 0 of 1 item, kappa 0.000\nyes\tno\t1\n',
  });
  const { stdout } = await codings('compare', 'P', 'anna', 'ben', '--at', then, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ items: 0, cells: [{ first: ['yes'], second: null, items: 1 }] });
  expect(await codings('compare', 'None', 'anna', 'ben')).toMatchObject({ code: 3 });
});
