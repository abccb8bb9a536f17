/** `bookmarks log`: marks of every kind by the names that people know them by. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { runHere } from '../support/run-here.ts';

const data = mkdtempSync(join(tmpdir(), 'cli-log-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('the log names marks of every kind as people know them', async () => {
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
  // No key of the store is left, but for what hashes are of.
  expect(stdout).not.toMatch(/\\u0001/);
  expect(lines.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
});
