/** `bookmarks log` and `bookmarks undo`: marks of every kind, under their display names. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { FrozenOrder } from '../../src/bookmarks/reviews/frozen-order.ts';
import { EMPTY_SEARCH } from '../support/empty-search.ts';
import { temporaryDir } from '../support/endings.ts';
import { runHere } from '../support/run-here.ts';

const data = temporaryDir();

test('the log names marks of every kind in everyday words', async () => {
  const store = await openBookmarkStore(join(data, 'bookmarks'));
  const nobody = { remoteAddress: null, requestId: null };
  const asking = { origin: nobody, isPresent: () => true };
  const item = new Map([['s', Uint32Array.of(3)]]);
  await store.create('Ledger', nobody);
  const { n } = await store.notes.add({ source: 's', id: 3 }, { text: 'a note' }, nobody);
  await store.reviewed.change('add', 'anna', item, asking);
  await store.codings.put(
    'Heat',
    { choices: [{ bookmark: 'Hot', key: null, colour: null }], exclusive: true, required: false },
    nobody,
  );
  await store.selectAdd(item, nobody);
  await store.close();
  const { code, stdout } = await runHere(['bookmarks', 'log', '--data', data]);
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const shown = lines.map(({ action, bookmark, note, reviewed, coding }) => [action, bookmark, note, reviewed, coding]);
  expect(shown).toEqual([
    ['create', 'Ledger', undefined, undefined, undefined],
    ['create', null, String(n), undefined, undefined],
    ['create', null, undefined, 'anna', undefined],
    ['add', null, undefined, 'anna', undefined],
    ['create', 'Hot', undefined, undefined, undefined],
    ['create', null, undefined, undefined, 'Heat'],
    ['select', null, undefined, undefined, undefined],
  ]);
  // No key of the store remains, except inputs of hashes.
  expect(stdout).not.toMatch(/\\u0001/);
  expect(lines.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
});

test('undo names sets of every kind in everyday words', async () => {
  const own = mkdtempSync(join(data, 'undo-'));
  const store = await openBookmarkStore(join(own, 'bookmarks'));
  const anna = { who: 'anna', remoteAddress: null, requestId: null };
  const asking = { origin: anna, isPresent: () => true };
  const item = new Map([['s', Uint32Array.of(3)]]);
  const panel = { choices: [{ bookmark: 'Hot', key: null, colour: null }], exclusive: true, required: false };
  const review = { name: 'First', order: null, codings: ['Heat'], assignees: [], batch: 1, together: null };
  const order = new FrozenOrder();
  order.add('s', 3);
  const last: number[] = [];
  for (const change of [
    () => store.selectAdd(item, anna),
    () => store.create('Ledger', anna),
    () => store.notes.add({ source: 's', id: 3 }, { text: 'a note' }, anna),
    () => store.reviewed.change('add', 'ben', item, asking),
    () => store.codings.put('Heat', panel, anna),
    () =>
      store
        .searchesOf({ name: 'anna', isAdministrator: false })
        .put('Birds', { ...EMPTY_SEARCH, q: 'heron' }, false, anna),
    () => store.reviews.create({ ...review, giveBackSeconds: 60, asked: null }, order, null, anna),
    () => store.reviews.next('First', { who: 'anna', isIn: () => true }, null, anna),
  ]) {
    await change();
    last.push(store.head.count);
  }
  await store.close();
  const undo = (seq: number, ...more: string[]) => runHere(['bookmarks', 'undo', String(seq), '--data', own, ...more]);
  const said: string[] = [];
  for (const seq of last.toReversed()) said.unshift((await undo(seq)).stdout);
  expect(said).toEqual([
    'Undone: 1 item changed in the selection, which has 0 now.\n',
    'Undone: 0 items changed in the bookmark Ledger, which has 0 now.\n',
    'Undone: 1 item changed in the note 2, which has 0 now.\n',
    'Undone: 1 item changed in the list of items reviewed by ben, which has 0 now.\n',
    'Undone: 0 items changed in the coding panel Heat, which has 0 now.\n',
    'Undone: 0 items changed in the saved search Birds, which has 0 now.\n',
    'Undone: 0 items changed in the review First, which has 1 now.\n',
    'Undone: 0 items changed in the review First, which has 1 now.\n',
  ]);
  expect((await undo(last[2]!)).stderr).toContain('its note was deleted later: undo the deletion first');
  expect((await undo(last[6]!)).stderr).toContain('its review was deleted later: undo the deletion first');
});
