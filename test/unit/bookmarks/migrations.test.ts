import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { type BookmarkStore, openBookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { encodeSlot, FORMAT_VERSION, slotOffset } from '../../../src/bookmarks/journal/journal-format.ts';
import { bringToFormat, JOURNAL_FILE, MIGRATIONS } from '../../../src/bookmarks/migrations.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { ids, nobody, withDirectory } from './temporary-store.ts';

/** Written by the last release with format 1. */
const sample = gunzipSync(readFileSync(fileURLToPath(new URL('./samples/store-v1.mdb.gz', import.meta.url))));

const backups = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('backup-'));
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'DATA_DIR_UNUSABLE', message: expect.stringMatching(message) });

async function withOldStore(use: (directory: string) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'data.mdb'), sample);
    await use(directory);
  });
}

function stateOf(store: BookmarkStore): unknown {
  return [store.names().map((name) => [name, store.members(name)]), store.selected()];
}

const everyThird = Uint32Array.from({ length: 100_000 }, (_, i) => i * 3);

describe('a store of format 1', () => {
  test('is brought forward with all members and the log, whose chain goes on, after a backup', async () => {
    await withOldStore(async (directory) => {
      const store = openBookmarkStore(directory);
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
      const records = [...store.readLog()];
      expect(records.map(({ action }) => action)).toEqual(
        'create add create add create add delete rename select unselect create'.split(' '),
      );
      expect(verifyBookmarks(store)).toMatchObject({ ok: true, problems: [], bookmarks: 3, associations: 100_005 });
      await store.add('empty', [{ source: 's', ids: ids(1) }], nobody);
      expect(await store.undo(12, nobody)).toMatchObject({ name: 'empty', changed: 1 });
      await store.create('new', nobody);
      expect(verifyBookmarks(store)).toMatchObject({ ok: true, log: { sound: 14 } });
      await store.close();
      const again = openBookmarkStore(directory);
      expect(again.names()).toEqual(['caf\u00e9', 'empty', 'large', 'new']);
      await again.close();
      expect(existsSync(join(directory, 'data.mdb'))).toBe(false);
      const [backup, ...others] = backups(directory);
      expect(others).toEqual([]);
      expect(readFileSync(join(directory, backup!))).toEqual(sample);
    });
  });

  test('has records that cannot be undone, and no members of its own time', async () => {
    await withOldStore(async (directory) => {
      const store = openBookmarkStore(directory);
      for (let sequence = 1; sequence <= 11; sequence++) {
        await expect(store.undo(sequence, nobody)).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringContaining('did not keep members'),
        });
      }
      const times = [...store.readLog()].map(({ time }) => Date.parse(time));
      await expect(store.history.membersAt('a', times[3]!, () => true)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(store.history.membersAt('never', times[3]!, () => true)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await store.history.membersAt('caf\u00e9', times[10]!, () => true)).toHaveLength(2);
      await expect(store.history.membersAt('gone', times[10]!, () => true)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      const what = (name: string) => store.history.changesOf(name, { limit: 9 }).records.map(({ action }) => action);
      expect(what('caf\u00e9')).toEqual(['rename', 'add', 'create']);
      expect(what('a')).toEqual(['rename', 'add', 'create']);
      expect(what('gone')).toEqual(['delete', 'add', 'create']);
      await store.close();
    });
  });

  test('that is damaged is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      const path = join(directory, 'data.mdb');
      for (const hurt of [sample.subarray(0, 50_000), Buffer.alloc(sample.length), Buffer.alloc(0)]) {
        writeFileSync(path, hurt);
        expect(() => openBookmarkStore(directory)).toThrow(refused(/./));
        expect(readFileSync(path)).toEqual(hurt);
        expect(existsSync(join(directory, JOURNAL_FILE))).toBe(false);
      }
    });
  });

  test('that is opened for reading is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      expect(() => openBookmarkStore(directory, { readOnly: true })).toThrow(
        refused(/format v1.*Start the server once/),
      );
      expect(readdirSync(directory)).toEqual(['data.mdb']);
    });
  });

  test('that was left beside its journal by a kill is removed', async () => {
    await withOldStore(async (directory) => {
      await openBookmarkStore(directory).close();
      writeFileSync(join(directory, 'data.mdb'), sample);
      const store = openBookmarkStore(directory);
      expect(store.names()).toHaveLength(3);
      await store.close();
      expect(existsSync(join(directory, 'data.mdb'))).toBe(false);
    });
  });
});

describe('steps', () => {
  test('run in order, after a backup, and one that fails leaves the old store', async () => {
    await withOldStore(async (directory) => {
      const seen: string[] = [];
      const next = { from: FORMAT_VERSION, run: (at: string) => void seen.push(...readdirSync(at)) };
      const failing = {
        from: 1,
        run: () => {
          throw new Error('boom');
        },
      };
      expect(() => bringToFormat(directory, {}, FORMAT_VERSION + 1, [failing])).toThrow('boom');
      expect(() => bringToFormat(directory, {}, FORMAT_VERSION + 1, [next])).toThrow(/No step/);
      expect(readFileSync(join(directory, 'data.mdb'))).toEqual(sample);
      bringToFormat(directory, {}, FORMAT_VERSION + 1, [next, ...MIGRATIONS]);
      expect(seen).toContain(JOURNAL_FILE);
    });
  });

  test('do not begin in a store of a newer format', async () => {
    await withDirectory(async (directory) => {
      const store = openBookmarkStore(directory);
      await store.create('a', nobody);
      const { count, hash } = store.head;
      await store.close();
      const path = join(directory, JOURNAL_FILE);
      const bytes = readFileSync(path);
      const head = { format: 99, commit: 2, end: bytes.length, records: count, hash: Buffer.from(hash, 'hex') };
      encodeSlot(head).copy(bytes, slotOffset(2));
      writeFileSync(`${path}.new`, bytes);
      renameSync(`${path}.new`, path);
      expect(() => openBookmarkStore(directory)).toThrow(refused(/format v99.*newer/));
      expect(readFileSync(path)).toEqual(bytes);
    });
  });
});
