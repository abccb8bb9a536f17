/** The description of a bookmark: kept, logged, undone, verified, and present after the store was closed. */
import { expect, test } from '@jest/globals';
import { exportBookmarks } from '../../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../../src/bookmarks/exchange/import-bookmarks.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { closedAtEnd } from '../../support/endings.ts';
import { logOf, nobody, openStore, storeDir } from './temporary-store.ts';

const said = (comment: string | null, color: string | null = null, inReport = false) => ({ comment, color, inReport });

test('stays with a bookmark through a rename, an undone deletion, and a start', async () => {
  const directory = storeDir();
  const store = await openBookmarkStore(directory);
  await store.create('a', nobody);
  await store.create('b', nobody);
  expect(await store.describe('a', { comment: 'seen', color: '#00C8FF' }, nobody)).toMatchObject({
    name: 'a',
    items: 0,
    ...said('seen', '#00c8ff'),
  });
  await store.describe('a', { inReport: true }, nobody);
  await store.rename('a', 'c', nobody);
  await store.delete('c', nobody);
  await store.undo(store.head.count, nobody);
  expect(store.details()).toMatchObject([
    { name: 'b', ...said(null) },
    { name: 'c', ...said('seen', '#00c8ff', true) },
  ]);
  await store.close();
  expect(await verifyBookmarks({ directory })).toMatchObject({ ok: true, problems: [], bookmarks: 2 });
  const again = closedAtEnd(await openBookmarkStore(directory));
  expect(again.details()).toMatchObject([
    { name: 'b', ...said(null) },
    { name: 'c', ...said('seen', '#00c8ff', true) },
  ]);
  await again.describe('c', { comment: null }, nobody);
  expect(again.details()[1]).toMatchObject(said(null, '#00c8ff', true));
});

test('is logged, and can be undone unless it was changed again', async () => {
  const store = await openStore();
  await store.create('a', nobody);
  await store.describe('a', { comment: 'one' }, nobody);
  await store.describe('a', { comment: 'one' }, nobody);
  await store.describe('a', { comment: 'two' }, nobody);
  const log = await logOf(store);
  expect(log.map(({ action }) => action)).toEqual(['create', 'describe', 'describe']);
  expect(log[2]).toMatchObject({ bookmark: 'a', formerly: said('one'), description: said('two') });
  await expect(store.undo(2, nobody)).rejects.toMatchObject({ code: 'CONFLICT' });
  await store.undo(3, nobody);
  expect(store.details()[0]).toMatchObject(said('one'));
  await store.undo(2, nobody);
  expect(store.details()[0]).toMatchObject(said(null));
});

test('is exported, and merged on import', async () => {
  const store = await openStore();
  await store.create('a', nobody);
  await store.describe('a', { comment: 'one', color: '#000001', inReport: true }, nobody);
  await store.create('b', nobody);
  const lines = [...exportBookmarks({ state: store })];
  expect(lines.slice(1, 3).map((line) => JSON.parse(line))).toEqual([
    { bookmark: 'a', ...said('one', '#000001', true) },
    { bookmark: 'b' },
  ]);
  const other = await openStore();
  await other.create('b', nobody);
  await other.create('a', nobody);
  await other.describe('a', { comment: 'two', color: '#000002' }, nobody);
  const report = await importBookmarks(other, lines, { origin: nobody });
  expect(report).toMatchObject({ applied: true, problems: [] });
  expect(report.notes).toHaveLength(2);
  expect(other.details()[0]).toMatchObject(said('two\n\none', '#000002', true));
  const again = await importBookmarks(other, lines, { origin: nobody });
  expect(again.notes).toHaveLength(1);
  expect(other.details()[0]).toMatchObject(said('two\n\none', '#000002', true));
});

test.each([
  [{ comment: 'x'.repeat(65_537) }, 'at most 65536'],
  [{ color: 'red' }, '#rrggbb'],
])('invalid descriptions are refused', async (change, message) => {
  const store = await openStore();
  await store.create('a', nobody);
  await expect(store.describe('a', change, nobody)).rejects.toThrow(message);
  await expect(store.describe('b', {}, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(store.head.count).toBe(1);
});
