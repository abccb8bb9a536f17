/** Disk errors during a build, in words. A server answers 507 if the disk is full. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { asUnusable, buildIndex } from '../../../src/indexing/build-index.ts';
import { PROBLEMS_FILE, ProblemLog, reportPath } from '../../../src/indexing/build-report.ts';
import { indexDirectory, indexKey } from '../../../src/indexing/generations.ts';
import { temporaryDir } from '../../support/endings.ts';
import { writeCase } from '../../support/tiny-case.ts';

const coded = (code: string): Error => Object.assign(new Error(`${code}: write`), { code });

test.each([
  ['DISK_FULL', /is full; free some space/, coded('ENOSPC')],
  ['DISK_FULL', /is full; free some space/, coded('EDQUOT')],
  ['DISK_FULL', /is full; free some space/, new Error('MDB_MAP_FULL: Environment mapsize limit reached')],
  ['DISK_FULL', /is full; free some space/, new Error('No space left on device')],
  // LMDB reports this if the disk accepted only a part of a write.
  ['DISK_FULL', /is full or fails; free some space/, new Error('Input/output error')],
  ['DISK_FULL', /is full or fails; free some space/, coded('EIO')],
  ['DATA_DIR_UNUSABLE', /cannot be written \(EROFS\)/, coded('EROFS')],
])('%s: %s', (code, message, fault) => {
  expect(asUnusable(fault)).toMatchObject({ code, message: expect.stringMatching(message), cause: fault });
});

test('other errors stay as they are', () => {
  const fault = coded('ENOENT');
  expect(asUnusable(fault)).toBe(fault);
});

test('nothing is left of a report whose beginning cannot be written', () => {
  const dir = temporaryDir();
  // It cannot be read, and the copy fails as on a full disk.
  mkdirSync(join(dir, 'part', PROBLEMS_FILE), { recursive: true });
  expect(() => new ProblemLog(dir, 'case', [join(dir, 'part')])).toThrow('EISDIR');
  expect(readdirSync(join(dir, 'reports'))).toEqual([]);
});

test('an index whose report cannot be written is not published', async () => {
  if (!existsSync('/dev/full')) return;
  const dataDir = temporaryDir();
  const casePath = await writeCase(temporaryDir(), [{ id: 1 }]);
  await buildIndex({ casePath, dataDir });
  await writeCase(casePath, [{ id: 1 }, { id: 2 }]);
  symlinkSync('/dev/full', `${reportPath(dataDir, indexKey(casePath))}.partial`);
  await expect(buildIndex({ casePath, dataDir })).rejects.toMatchObject({ code: 'DISK_FULL' });
  expect(readdirSync(indexDirectory(dataDir, casePath))).toEqual(['gen-000001']);
  expect(readdirSync(join(dataDir, 'reports'))).toEqual([`${indexKey(casePath)}.jsonl`]);
});

test('nothing is left of a build that cannot copy the problems of earlier parts', async () => {
  const dataDir = temporaryDir();
  const casePath = temporaryDir();
  const write = (...files: readonly string[]): void => {
    for (const name of [...files, 'bad']) {
      const lines = Array.from({ length: 9 }, (_, n) => JSON.stringify({ id: Number(name) * 10 + n }));
      if (!existsSync(join(casePath, name)))
        writeFileSync(join(casePath, name), name === 'bad' ? 'bad' : lines.join('\n'));
    }
    const manifest = { format: 'case-directory', version: 1, items: [...files, 'bad'] };
    writeFileSync(join(casePath, 'case.json'), JSON.stringify(manifest));
  };
  write('1', '2', '3', '4', '5', '6');
  const { indexPath } = await buildIndex({ casePath, dataDir, canGrow: true });
  rmSync(join(indexPath, PROBLEMS_FILE));
  mkdirSync(join(indexPath, PROBLEMS_FILE));
  for (const files of [
    ['1', '2', '3', '4', '5', '6', '7'],
    ['1', '2', '3', '4', '5'],
  ]) {
    write(...files);
    await expect(buildIndex({ casePath, dataDir, canGrow: true })).rejects.toThrow('EISDIR');
    expect(readdirSync(indexDirectory(dataDir, casePath))).toEqual(['gen-000001']);
  }
});
