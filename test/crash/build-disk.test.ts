/** Builds on a disk that fills up, and in a data directory that cannot be written. Mounts a small tmpfs, which needs root. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
// @ts-expect-error plain JavaScript, shared with the torture runs
import { writeSmallCase } from '../torture/small-case.mjs';

const root = temporaryDir();
const disk = join(root, 'disk');
mkdirSync(disk);

function mount(options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]).status === 0;
}

function unmount(): void {
  spawnSync('umount', [disk]);
}

const canMount = mount('size=64k');
if (canMount) unmount();
const onSmallDisk = canMount ? test : test.skip;

const casePath = join(root, 'case');
beforeAll(() => writeSmallCase(casePath, 5, 100));

describe('a disk that fills up', () => {
  // Sizes from too small for anything up to enough for both indexes, to cover every step at which a build of some 190 kB can
  // fail.
  for (const kilobytes of [64, 204, 216, 230, 260, 500, 700]) {
    onSmallDisk(
      `of ${kilobytes} kB ends a build with a clear error and leaves the old index whole (wants root)`,
      async () => {
        writeSmallCase(casePath, 5, 100);
        expect(mount(`size=${kilobytes}k`)).toBe(true);
        try {
          const data = join(disk, 'data');
          const first = await runCli(['index', 'build', casePath, '--data', data]);
          writeSmallCase(casePath, 5, 400);
          const second = await runCli(['index', 'build', casePath, '--data', data]);
          for (const { code, stderr } of [first, second]) {
            if (code === 0) continue;
            expect(code).toBe(1);
            expect(stderr.trim().split('\n').at(-1)).toMatch(/case-access: .*\b(full|disk)\b/); // LMDB may print a message of its own before.
          }
          if (first.code !== 0) return;
          const verified = await runCli(['index', 'verify', casePath, '--data', data, '--json']);
          expect(JSON.parse(verified.stdout)).toMatchObject({ isSound: true, isStale: second.code !== 0 });
          const [key] = readdirSync(join(data, 'indexes'));
          expect(readdirSync(join(data, 'indexes', key!))).toHaveLength(1);
          expect(readdirSync(join(data, 'reports')).filter((name) => name.endsWith('.partial'))).toEqual([]);
        } finally {
          unmount();
        }
      },
    );
  }
});

describe('a disk that fills up under a build with threads', () => {
  beforeAll(() => writeSmallCase(casePath, 5, 6000));
  // The runs take some 2 MB in addition to the index.
  for (const kilobytes of [300, 1500, 3500]) {
    onSmallDisk(`of ${kilobytes} kB ends it with a clear error, and nothing of it is left (wants root)`, async () => {
      expect(mount(`size=${kilobytes}k`)).toBe(true);
      try {
        const data = join(disk, 'data');
        const { code, stderr } = await runCli(['index', 'build', casePath, '--data', data, '--threads', '2']);
        expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
          1,
          expect.stringMatching(/case-access: .*\b(full|disk)\b/),
        ]);
        const [key] = readdirSync(join(data, 'indexes'));
        expect(readdirSync(join(data, 'indexes', key!))).toEqual([]);
      } finally {
        unmount();
      }
    });
  }
});

describe('a data directory on a read-only disk', () => {
  onSmallDisk('refuses a build in words, and is read all the same (wants root)', async () => {
    writeSmallCase(casePath, 5, 100);
    expect(mount('size=2m')).toBe(true);
    try {
      const data = join(disk, 'data');
      expect((await runCli(['index', 'build', casePath, '--data', data])).code).toBe(0);
      expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
      const build = await runCli(['index', 'build', casePath, '--data', data, '--force']);
      expect(build).toMatchObject({ code: 1, stderr: expect.stringContaining('read-only') });
      const count = await runCli(['search', 'heron', '--case', casePath, '--data', data, '--count']);
      expect([count.code, Number(count.stdout)]).toEqual([0, expect.any(Number)]);
      const verify = await runCli(['index', 'verify', casePath, '--data', data]);
      expect([verify.code, verify.stderr.includes('fault')]).toEqual([0, false]);
    } finally {
      unmount();
    }
  });
});
