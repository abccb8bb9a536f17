import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { pathOfDescriptor } from '../../../src/cases/files/safe-path.ts';
import { type LockHolder, presenceOf, thisProcess } from '../../../src/data-dir/lock-holder.ts';
import { processState, residentByProc, residentByPs, residentBytes } from '../../../src/shared/platform.ts';
import { temporaryDir } from '../../support/endings.ts';

async function withSleeper(use: (pid: number) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'console.log("ready"); setTimeout(() => {}, 60000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await use(child.pid!);
  } finally {
    child.kill('SIGKILL');
  }
}

async function withFile(use: (path: string) => Promise<void>): Promise<void> {
  const folder = temporaryDir();
  try {
    writeFileSync(join(folder, 'file'), 'text');
    await use(join(folder, 'file'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the memory of a process', () => {
  test('is the same by /proc and by ps, and 0 for a process that is gone', async () => {
    await withSleeper(async (pid) => {
      await wait(100);
      const [byProc, byPs] = [await residentByProc(pid), await residentByPs(pid)];
      expect(byProc).toBeGreaterThan(10 * 2 ** 20);
      expect(byPs / byProc).toBeGreaterThan(0.8);
      expect(byPs / byProc).toBeLessThan(1.25);
      expect(await residentBytes(pid)).toBeGreaterThan(10 * 2 ** 20);
    });
    const gone = 2 ** 30;
    expect(await Promise.all([residentByProc(gone), residentByPs(gone), residentBytes(undefined)])).toEqual([0, 0, 0]);
  });
});

describe('the state of a process', () => {
  test('has a constant start time, and reveals a stopped process', async () => {
    await withSleeper(async (pid) => {
      const before = processState(pid);
      expect(before).toEqual({ started: expect.stringMatching(/^\d+$/), isStopped: false });
      process.kill(pid, 'SIGSTOP');
      while (!processState(pid)!.isStopped) await wait(5);
      expect(processState(pid)!.started).toBe(before!.started);
    });
    expect(processState(2 ** 30)).toBeUndefined();
  });
});

describe('without /proc', () => {
  /** The entry that a process would write about itself. */
  const unreported = (pid: number): LockHolder => ({ ...thisProcess(), pid, started: '', boot: '' });

  test('a holder of the lock is alive while it touches its file, then silent, and gone once no process has its pid', async () => {
    await withFile(async (path) => {
      await withSleeper(async (pid) => {
        expect(presenceOf(unreported(pid), path, unreported(process.pid))).toBe('alive');
        expect(presenceOf({ ...unreported(pid), leaseMs: -1 }, path, unreported(process.pid))).toBe('silent');
      });
      expect(presenceOf(unreported(2 ** 30), path, unreported(process.pid))).toBe('gone');
    });
  });

  test('an opened file is found by its path, and refused if it was replaced', async () => {
    await withFile(async (path) => {
      const handle = await open(path);
      try {
        const unnamed = { fd: -1 } as typeof handle;
        const stats = await handle.stat();
        expect(await pathOfDescriptor(path, unnamed, stats)).toBe(path);
        rmSync(path);
        writeFileSync(`${path}2`, '');
        writeFileSync(path, 'another');
        await expect(pathOfDescriptor(path, unnamed, stats)).rejects.toThrow('replaced');
      } finally {
        await handle.close();
      }
    });
  });
});
