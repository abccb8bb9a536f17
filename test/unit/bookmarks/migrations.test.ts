import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { bringToFormat, MIGRATIONS } from '../../../src/bookmarks/migrations.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { Environment } from '../../../src/bookmarks/store/environment.ts';
import { FORMAT_VERSION, TABLES } from '../../../src/bookmarks/store/store-file.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { ids, logOf, nobody, storeDir } from './temporary-store.ts';

/** Written by the last release with format 1. */
const sample = gunzipSync(readFileSync(fileURLToPath(new URL('./samples/store-v1.mdb.gz', import.meta.url))));

const backups = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('backup-'));
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'DATA_DIR_UNUSABLE', message: expect.stringMatching(message) });

async function withOldStore(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = storeDir();
  mkdirSync(directory);
  writeFileSync(join(directory, 'data.mdb'), sample);
  await use(directory);
}

function stateOf(store: BookmarkStore): unknown {
  return [store.names().map((name) => [name, store.members(name)]), store.selected()];
}

const everyThird = Uint32Array.from({ length: 100_000 }, (_, i) => i * 3);

describe('a store of format 1', () => {
  test('is migrated after a backup, with all members and the log, whose chain continues', async () => {
    await withOldStore(async (directory) => {
      const store = await openBookmarkStore(directory);
      const state = [
        [
          [
            'caf\u00e9',
            [
              { source: 's', ids: ids(3, 5, 70_000) },
              { source: '\ud800', ids: ids(4_294_967_295) },
            ],
          ],
          ['empty', []],
          ['large', [{ source: 's', ids: everyThird }]],
        ],
        [{ source: 's', ids: ids(7) }],
      ];
      expect(stateOf(store)).toEqual(state);
      const records = await logOf(store);
      expect(records.map(({ action }) => action)).toEqual(
        'create add create add create add delete rename select unselect create'.split(' '),
      );
      expect(await verifyBookmarks(store)).toMatchObject({
        ok: true,
        problems: [],
        bookmarks: 3,
        associations: 100_005,
      });
      await store.add('empty', [{ source: 's', ids: ids(1) }], nobody);
      expect(await store.undo(12, nobody)).toMatchObject({ name: 'empty', changed: 1 });
      await store.create('new', nobody);
      expect(await verifyBookmarks(store)).toMatchObject({ ok: true, log: { sound: 14 } });
      await store.close();
      const again = await openBookmarkStore(directory);
      expect(again.names()).toEqual(['caf\u00e9', 'empty', 'large', 'new']);
      await again.close();
      const [backup, ...others] = backups(directory);
      expect(others).toEqual([]);
      expect(readFileSync(join(directory, backup!))).toEqual(sample);
    });
  });

  test('has records that cannot be undone, and no members of its own time', async () => {
    await withOldStore(async (directory) => {
      const store = await openBookmarkStore(directory);
      for (let sequence = 1; sequence <= 11; sequence++) {
        await expect(store.undo(sequence, nobody)).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringContaining('did not keep members'),
        });
      }
      const times = (await logOf(store)).map(({ time }) => Date.parse(time));
      await expect(store.history.membersAt('a', times[3]!, () => true)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(store.history.membersAt('never', times[3]!, () => true)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await store.history.membersAt('caf\u00e9', times[10]!, () => true)).toHaveLength(2);
      await expect(store.history.membersAt('gone', times[10]!, () => true)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      const what = async (name: string) =>
        (await store.history.changesOf(name, { limit: 9 })).records.map(({ action }) => action);
      expect(await what('caf\u00e9')).toEqual(['rename', 'add', 'create']);
      expect(await what('a')).toEqual(['rename', 'add', 'create']);
      expect(await what('gone')).toEqual(['delete', 'add', 'create']);
      await store.close();
    });
  });

  test('that is damaged is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      const path = join(directory, 'data.mdb');
      for (const hurt of [sample.subarray(0, 50_001), Buffer.alloc(sample.length), Buffer.alloc(0)]) {
        writeFileSync(path, hurt);
        await expect(openBookmarkStore(directory)).rejects.toEqual(refused(/./));
        expect(readFileSync(path)).toEqual(hurt);
      }
    });
  });

  test('that is opened for reading is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      await expect(openBookmarkStore(directory, { readOnly: true })).rejects.toEqual(
        refused(/format v1.*Start the server once/),
      );
      expect(readFileSync(join(directory, 'data.mdb'))).toEqual(sample);
      expect(backups(directory)).toEqual([]);
    });
  });
});

describe('steps', () => {
  test('run in order, after a backup, and one that fails leaves the old store', async () => {
    await withOldStore(async (directory) => {
      let seen: Buffer | undefined;
      const next = {
        from: FORMAT_VERSION,
        to: FORMAT_VERSION + 1,
        run: async (at: string) => {
          seen = readFileSync(join(at, 'data.mdb'));
        },
      };
      const failing = { from: 1, to: 3, run: () => Promise.reject(new Error('boom')) };
      await expect(bringToFormat(directory, {}, FORMAT_VERSION + 1, [failing])).rejects.toThrow('boom');
      await expect(bringToFormat(directory, {}, FORMAT_VERSION + 1, [next])).rejects.toThrow(/No migration/);
      expect(readFileSync(join(directory, 'data.mdb'))).toEqual(sample);
      await bringToFormat(directory, {}, FORMAT_VERSION + 1, [next, ...MIGRATIONS]);
      expect(seen).toBeDefined();
      expect(seen!.equals(sample)).toBe(false);
    });
  });

  test('do not begin in a store of a newer format', async () => {
    const directory = storeDir();
    const store = await openBookmarkStore(directory);
    await store.create('a', nobody);
    await store.close();
    const env = new Environment(directory, TABLES);
    env.transact(() => env.put('meta', Buffer.from('format'), Buffer.of(0, 0, 0, 99)));
    await env.close();
    const bytes = readFileSync(join(directory, 'data.mdb'));
    await expect(openBookmarkStore(directory)).rejects.toEqual(refused(/format v99.*newer/));
    expectSameBytes(readFileSync(join(directory, 'data.mdb')), bytes, 'the refused store');
  });
});
