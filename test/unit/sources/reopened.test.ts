/** A case that is opened again: the earlier opening keeps its state, and neither opening sees the state of the other. */
import { cpSync, existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseFormat } from '../../../src/cases/case-format.ts';
import { portableFormat } from '../../../src/cases/portable/portable-format.ts';
import { acquireDataLock } from '../../../src/data-dir/data-lock.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { inThisProcess } from '../../../src/sources/index-opener.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { OpeningNames } from '../../../src/sources/opening-names.ts';
import type { OpenSource } from '../../../src/sources/source.ts';
import { SourceRegistry } from '../../../src/sources/source-registry.ts';
import { temporaryDir } from '../../support/endings.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';
import { writeCase } from '../../support/tiny-case.ts';

test('each opening has a name that no other one ever has', async () => {
  const dir = temporaryDir();
  const { indexPath } = await buildIndex({ casePath: await writeCase(join(dir, 'case'), [{ id: 1 }]), dataDir: dir });
  const opener = inThisProcess();
  const names: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { name, close } = await opener.open('/case', indexPath);
    names.push(name);
    await close();
  }
  expect(new Set(names).size).toBe(3);
});

test('the name of an opening takes as long as those before it', () => {
  const open = (openings: number): void => {
    const names = new OpeningNames();
    for (let n = 0; n < openings; n++) names.next('/case');
  };
  expect(growthOf(open, 16_384)).toBeLessThan(GROWTH_MAX);
});

test('a generation keeps its files until it is closed, and one that did not open is not kept', async () => {
  const dir = temporaryDir();
  const path = join(dir, 'case');
  const dataDir = join(dir, 'data');
  await writeCase(path, [{ id: 1 }]);
  await buildIndex({ casePath: path, dataDir });
  const lock = await acquireDataLock(dataDir);
  const options = { dataDir, buildIfNeeded: true, lock: lock.token };
  const generation = (n: number): string => join(dataDir, 'indexes', key, `gen-00000${n}`);
  const [key = ''] = readdirSync(join(dataDir, 'indexes'));
  const first = await openSource(path, options);
  const again = await openSource(path, options);
  await writeCase(path, [{ id: 1 }, { id: 2 }]);
  const here = inThisProcess();
  const failing = { isHere: true, open: () => Promise.reject(new Error('no memory')) };
  await expect(openSource(path, { ...options, opener: failing })).rejects.toThrow('no memory');
  expect([1, 2].map(generation).map(existsSync)).toEqual([true, true]);
  const second = await openSource(path, { ...options, opener: here });
  await first.close();
  expect(existsSync(generation(1))).toBe(true);
  await again.close();
  expect([1, 2].map(generation).map(existsSync)).toEqual([false, true]);
  await writeCase(path, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  const third = await openSource(path, options);
  await second.close();
  expect([2, 3].map(generation).map(existsSync)).toEqual([false, true]);
  await writeCase(path, [{ id: 1 }]);
  const fourth = await openSource(path, options);
  lock.release();
  await third.close();
  await fourth.close();
  // The directory may belong to another process now.
  expect([3, 4].map(generation).map(existsSync)).toEqual([true, true]);
});

test('a merge leaves a changed case to the next refresh', async () => {
  const dir = temporaryDir();
  const path = join(dir, 'case');
  await writeCase(path, [{ id: 1 }]);
  const options = { dataDir: join(dir, 'data'), buildIfNeeded: true };
  await (await openSource(path, options)).close();
  await writeCase(path, [{ id: 1 }, { id: 2 }]);
  await expect(openSource(path, { ...options, merges: true })).rejects.toMatchObject({ code: 'CANCELLED' });
  const { summary, close } = await openSource(path, { ...options, buildIfNeeded: false });
  expect(summary.itemCount).toBe(1);
  await close();
});

test('a case that changed only while its index was built is opened again by a refresh, and not by a merge', async () => {
  const dir = temporaryDir();
  const [path, aside] = [join(dir, 'case'), join(dir, 'aside')];
  const replace = (from: string): void => {
    rmSync(path, { recursive: true });
    cpSync(from, path, { recursive: true, preserveTimestamps: true });
  };
  let openings = 0;
  const changing: CaseFormat = {
    ...portableFormat,
    async open(...given) {
      // The second opening is that of the build.
      if (++openings === 2) await writeCase(path, [{ id: 7 }, { id: 8 }]);
      return portableFormat.open(...given);
    },
  };
  const options = { dataDir: join(dir, 'data'), buildIfNeeded: true, formats: [changing] };
  await writeCase(path, [{ id: 1 }]);
  // Copies keep whole seconds.
  for (const name of readdirSync(path)) utimesSync(join(path, name), 1000, 1000);
  cpSync(path, aside, { recursive: true, preserveTimestamps: true });
  const changed = await openSource(path, options);
  expect([changed.summary.itemCount, changed.isStale]).toEqual([2, true]);
  replace(aside);
  expect(await changed.lookAgain()).not.toBe(changed.fingerprint);
  const again = await openSource(path, options);
  expect([again.summary.itemCount, await again.lookAgain()]).toEqual([1, again.fingerprint]);
  openings = 0;
  await expect(openSource(path, { ...options, merges: true })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(openings).toBe(2);
  await changed.close();
  await again.close();
});

test('damage of an earlier opening does not take the present one out of service', async () => {
  let opened = 0;
  const sources = new SourceRegistry({
    openSource: async () => {
      const number = ++opened;
      const fingerprint = String(number);
      const summary = { itemCount: 1 };
      const lookAgain = async (): Promise<string> => 'another';
      return {
        name: `x${number}`,
        fingerprint,
        summary,
        lookAgain,
        close: async () => undefined,
      } as unknown as OpenSource;
    },
  });
  await sources.load([{ id: 'x', path: '/x' }]);
  await sources.refresh('x');
  sources.takeOut('x', new Error('damaged'), 'x1');
  expect(sources.getReady('x').name).toBe('x2');
  sources.takeOut('x', new Error('damaged'), 'x2');
  expect(() => sources.getReady('x')).toThrow('did not open');
  await sources.close();
});
