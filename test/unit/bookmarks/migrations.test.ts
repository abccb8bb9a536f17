import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { Environment } from '../../../src/bookmarks/environment.ts';
import { u32 } from '../../../src/bookmarks/memberships.ts';
import { bringToFormat, FORMAT_VERSION } from '../../../src/bookmarks/migrations.ts';
import { nobody, withDirectory } from './temporary-store.ts';

const backups = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('backup-'));

async function withOldStore(use: (directory: string) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    const store = openBookmarkStore(directory);
    await store.create('a', nobody);
    await store.close();
    await use(directory);
  });
}

const renameA = {
  from: FORMAT_VERSION,
  run: (env: Environment) => {
    const names = env.table('names');
    names.put(Buffer.from('migrated'), names.get(Buffer.from('a'))!);
    names.remove(Buffer.from('a'));
  },
};

describe('migrations', () => {
  test('run in order, after a backup that opens', async () => {
    await withOldStore(async (directory) => {
      const env = Environment.open(directory);
      const seen: string[] = [];
      const second = {
        from: FORMAT_VERSION + 1,
        run: (e: Environment) =>
          void seen.push(
            ...e
              .table('names')
              .keys()
              .map((key) => Buffer.from(key).toString()),
          ),
      };
      bringToFormat(env, FORMAT_VERSION + 2, [second, renameA]);
      expect(seen).toEqual(['migrated']);
      bringToFormat(env, FORMAT_VERSION + 2, []); // nothing left to do
      await env.close();
      expect(() => openBookmarkStore(directory)).toThrow(
        expect.objectContaining({ code: 'DATA_DIR_UNUSABLE', message: expect.stringContaining('v3') }),
      );
      const [backup, ...others] = backups(directory);
      expect(others).toEqual([]);
      const restored = join(directory, 'restored');
      mkdirSync(restored);
      copyFileSync(join(directory, backup!), join(restored, 'data.mdb'));
      const store = openBookmarkStore(restored);
      expect(store.names()).toEqual(['a']);
      await store.close();
    });
  });

  test('a step that fails leaves the old store, and its backup', async () => {
    await withOldStore(async (directory) => {
      const env = Environment.open(directory);
      const failing = {
        from: FORMAT_VERSION + 1,
        run: () => {
          throw new Error('boom');
        },
      };
      expect(() => bringToFormat(env, FORMAT_VERSION + 2, [renameA, failing])).toThrow();
      expect(() => bringToFormat(env, FORMAT_VERSION + 2, [renameA])).toThrow(/No step/);
      await env.close();
      const store = openBookmarkStore(directory);
      expect(store.names()).toEqual(['a']);
      await store.close();
      expect(backups(directory)).toHaveLength(2);
    });
  });

  test('an older store that is opened for reading is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      const env = Environment.open(directory, { readOnly: true });
      expect(() => bringToFormat(env, FORMAT_VERSION + 1, [renameA])).toThrow(
        expect.objectContaining({ code: 'DATA_DIR_UNUSABLE' }),
      );
      await env.close();
      expect(backups(directory)).toEqual([]);
    });
  });

  test('a newer store is refused and left alone', async () => {
    await withOldStore(async (directory) => {
      const env = Environment.open(directory);
      env.transact(() => env.table('meta').put(Buffer.from('format'), u32(99)));
      await env.close();
      expect(() => openBookmarkStore(directory)).toThrow(/format v99/);
    });
  });
});
