import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { acquireDataLock, dataLockHolder } from '../../../src/data-dir/data-lock.ts';
import { withTempDir } from '../../support/tiny-case.ts';

const busy = { code: 'DATA_DIR_BUSY' };
const lockFiles = (root: string) => readdirSync(join(root, 'write.lock'));
const lockFile = (root: string) => join(root, 'write.lock', lockFiles(root)[0]!);

function leave(root: string, holder: object | string): void {
  mkdirSync(join(root, 'write.lock'), { recursive: true });
  const text = typeof holder === 'string' ? holder : JSON.stringify(holder);
  writeFileSync(join(root, 'write.lock', '7'), text);
}

/** The entry that this process writes about itself. */
async function me(): Promise<Record<string, unknown>> {
  let holder = {};
  await withTempDir(async (root) => {
    const lock = await acquireDataLock(root);
    holder = JSON.parse(readFileSync(lockFile(root), 'utf8'));
    lock.release();
  });
  return holder;
}

async function pidOfSleeper(use: (pid: number) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  try {
    await use(child.pid!);
  } finally {
    child.kill('SIGKILL');
  }
}

describe('acquireDataLock', () => {
  test('refuses a second writer and names the first, until it is released', async () => {
    await withTempDir(async (root) => {
      expect(dataLockHolder(root)).toBeUndefined();
      const lock = await acquireDataLock(root);
      expect(dataLockHolder(root)).toBe(process.pid);
      await expect(acquireDataLock(root)).rejects.toMatchObject({
        ...busy,
        message: expect.stringContaining(String(process.pid)),
      });
      lock.release();
      lock.release();
      expect(dataLockHolder(root)).toBeUndefined();
      const again = await acquireDataLock(root);
      lock.release(); // a released lock releases nothing of its successor's
      await expect(acquireDataLock(root)).rejects.toMatchObject(busy);
      expect(lockFiles(root)).toHaveLength(1);
      again.release();
    });
  });

  test('lets one of many racers win', async () => {
    await withTempDir(async (root) => {
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => acquireDataLock(root)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  test('takes over from a process that is gone, started at another time, or ran in another boot', async () => {
    const self = await me();
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.on('exit', resolve));
    await pidOfSleeper(async (pid) => {
      for (const holder of [
        { ...self, pid: gone.pid },
        { ...self, pid, started: '1' },
        { ...self, boot: 'x' },
        { ...self, released: true },
      ]) {
        await withTempDir(async (root) => {
          leave(root, holder);
          const lock = await acquireDataLock(root);
          expect(lockFiles(root)).toEqual(['8']);
          lock.release();
        });
      }
    });
  });

  test('trusts a holder elsewhere for half a minute after its last sign, and an unreadable one too', async () => {
    const self = await me();
    for (const holder of [{ ...self, namespace: 'elsewhere' }, '{"pid":', '']) {
      await withTempDir(async (root) => {
        leave(root, holder);
        await expect(acquireDataLock(root)).rejects.toMatchObject(busy);
        const longAgo = new Date(Date.now() - 31_000);
        utimesSync(join(root, 'write.lock', '7'), longAgo, longAgo);
        (await acquireDataLock(root)).release();
      });
    }
  });

  test('a place that cannot hold a lock is unusable', async () => {
    await withTempDir(async (root) => {
      writeFileSync(join(root, 'write.lock'), '');
      await expect(acquireDataLock(root)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
      await expect(acquireDataLock('/proc/none')).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    });
  });
});

describe('a lock', () => {
  const lost = (message: string, code = 'LOCK_UNREADABLE') =>
    expect.objectContaining({ code, message: expect.stringContaining(message) });

  test('that another process took stays lost', async () => {
    await withTempDir(async (root) => {
      const lock = await acquireDataLock(root);
      lock.prove();
      writeFileSync(join(root, 'write.lock', '2'), '{}');
      expect(() => lock.prove()).toThrow(lost('Another process took', 'LOCK_LOST'));
      rmSync(join(root, 'write.lock', '2'));
      expect(() => lock.prove()).toThrow(lost('Another process took', 'LOCK_LOST'));
      lock.release();
    });
  });

  // A process with too many open files gets this error, too.
  test('that cannot be read proves nothing until it can be read again', async () => {
    await withTempDir(async (root) => {
      const lock = await acquireDataLock(root);
      const file = lockFile(root);
      renameSync(file, join(root, 'aside'));
      mkdirSync(file);
      expect(() => lock.prove()).toThrow(lost('cannot be read (EISDIR)'));
      rmSync(file, { recursive: true });
      renameSync(join(root, 'aside'), file);
      lock.prove();
      lock.release();
    });
  });

  test('that disappeared with its directory is reported, and holds again when the directory is restored', async () => {
    await withTempDir(async (root) => {
      const data = join(root, 'data');
      mkdirSync(data);
      const lock = await acquireDataLock(data);
      renameSync(data, join(root, 'aside'));
      expect(() => lock.prove()).toThrow(lost('removed, moved or emptied'));
      mkdirSync(join(data, 'write.lock'), { recursive: true });
      expect(() => lock.prove()).toThrow(lost('removed, moved or emptied'));
      rmSync(data, { recursive: true });
      renameSync(join(root, 'aside'), data);
      lock.prove();
      lock.release();
    });
  });
});
