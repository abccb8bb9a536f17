import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../src/cases/open-case.ts';
import { acquireDataLock } from '../../../src/data-dir/data-lock.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { beginGeneration, indexDirectory, publishGeneration } from '../../../src/indexing/generations.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { withTempDir, writeCase } from '../../support/tiny-case.ts';

async function built(root: string): Promise<{ casePath: string; dataDir: string; directory: string }> {
  const casePath = await writeCase(join(root, 'case'), ['one', 'two']);
  const dataDir = join(root, 'data');
  await buildIndex({ casePath, dataDir });
  const reader = await openCase(casePath);
  await reader.close();
  return { casePath, dataDir, directory: indexDirectory(dataDir, reader.realPath) };
}

describe('superseded generations', () => {
  test('are removed by a build, while a reader continues with the one that it has open', async () => {
    await withTempDir(async (root) => {
      const { casePath, dataDir, directory } = await built(root);
      const { engine, name, caseReader } = await openSource(casePath, { dataDir, buildIfNeeded: false });
      const values = () => engine.fieldValues('name', [name]);
      const before = await values();
      await buildIndex({ casePath, dataDir, isForced: true });
      expect(readdirSync(directory)).toEqual(['gen-000002']);
      expect(await values()).toEqual(before);
      await engine.close();
      await caseReader.close();
    });
  });

  test('that a kill left are removed at the next start, if the index is current', async () => {
    await withTempDir(async (root) => {
      const { casePath, dataDir, directory } = await built(root);
      await buildIndex({ casePath, dataDir, isForced: true });
      for (const left of ['gen-000001', 'building-1-1']) {
        mkdirSync(join(directory, left));
        writeFileSync(join(directory, left, 'data.mdb'), 'left');
      }
      const looking = await openSource(casePath, { dataDir, buildIfNeeded: false });
      await looking.engine.close();
      await looking.caseReader.close();
      expect(readdirSync(directory).sort()).toEqual(['building-1-1', 'gen-000001', 'gen-000002']);
      const lock = await acquireDataLock(dataDir);
      const { engine, caseReader } = await openSource(casePath, { dataDir, buildIfNeeded: true, lock: lock.token });
      expect(readdirSync(directory)).toEqual(['gen-000002']);
      await engine.close();
      await caseReader.close();
      lock.release();
    });
  });
});

describe('a build whose lock is lost', () => {
  test('publishes and removes nothing', async () => {
    await withTempDir(async (root) => {
      const { casePath, dataDir, directory } = await built(root);
      const lock = await acquireDataLock(dataDir);
      writeFileSync(join(dataDir, 'write.lock', '99'), '{}');
      mkdirSync(join(directory, 'building-1-1'));
      for (const isForced of [true, false]) {
        const build = buildIndex({ casePath, dataDir, isForced, lock: lock.token });
        await expect(build).rejects.toMatchObject({ code: 'LOCK_LOST' });
      }
      expect(readdirSync(directory).sort()).toEqual(['building-1-1', 'gen-000001']);
      lock.release();
    });
  });

  test('at the last moment leaves the old generation', async () => {
    await withTempDir(async (root) => {
      const { directory } = await built(root);
      const building = beginGeneration(directory);
      writeFileSync(join(building, 'data.mdb'), '');
      const lost = () => {
        throw new Error('lost');
      };
      expect(() => publishGeneration(directory, building, lost)).toThrow('lost');
      expect(existsSync(join(directory, 'gen-000001'))).toBe(true);
      expect(existsSync(join(directory, 'gen-000002'))).toBe(false);
    });
  });
});
