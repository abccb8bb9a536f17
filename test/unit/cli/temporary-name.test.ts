/** Temporary names of outputs are unused. Leftovers of killed processes are removed; outputs that are still being written are kept. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryName } from '../../../src/cli/temporary-name.ts';
import { writeWhole } from '../../../src/cli/whole-file.ts';
import { withTempDir } from '../../support/tiny-case.ts';

const HOURS_AGO = new Date('2020-01-01');
/** The number of a process that has ended. */
const gone = spawnSync(process.execPath, ['--version']).pid;

test('leftovers are removed if their process is gone, and they are old', () =>
  withTempDir(async (dir) => {
    const old = [
      `.a.zip.${gone}.part`,
      `.a.zip.${gone}-0123456789ab.part`,
      `.a.zip.${process.pid}.part`,
      `.a.zip.${process.ppid}.part`,
      `.b.zip.${gone}.part`,
      `.a.zip.${gone}.parts`,
      '.a.zip.x.part',
      'a.zip',
    ];
    for (const name of old) await writeFile(join(dir, name), 'x');
    await mkdir(join(dir, `.a.zip.${gone}-ba9876543210.part`, 'pages'), { recursive: true });
    for (const name of await readdir(dir)) await utimes(join(dir, name), HOURS_AGO, HOURS_AGO);
    await writeFile(join(dir, `.a.zip.${gone}-aaaaaaaaaaaa.part`), 'of another container, perhaps');
    const names = await Promise.all([temporaryName(join(dir, 'a.zip')), temporaryName(join(dir, 'a.zip'))]);
    expect(new Set(names).size).toBe(2);
    expect((await readdir(dir)).sort()).toEqual([...old.slice(3), `.a.zip.${gone}-aaaaaaaaaaaa.part`].sort());
  }));

test('a leftover of a process with the same number, as in a container, prevents no output', () =>
  withTempDir(async (dir) => {
    await writeFile(join(dir, `.a.zip.${process.pid}.part`), 'x');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('whole');
    }
    await writeWhole(join(dir, 'a.zip'), pieces());
    expect((await readdir(dir)).sort()).toEqual([`.a.zip.${process.pid}.part`, 'a.zip']);
  }));
