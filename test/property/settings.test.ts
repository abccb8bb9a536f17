/**
 * An index of one setting of thresholds is never opened under another one or in production, and an index is sound under each
 * setting.
 */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mixed, PRODUCTION, SETTINGS, type Setting, under } from '../support/settings.ts';
import { withTempDir, writeCase } from '../support/tiny-case.ts';
import { randomCase, toTinyItem } from './random-case.ts';

const SEED = Number(process.env.SEED ?? 1);
/** The largest of a few. */
const [random] = fc.sample(randomCase(120), { numRuns: 5, seed: SEED }).sort((a, b) => b.items.length - a.items.length);
const ONE = SETTINGS.find(({ name }) => name === 'all 1')!;

/** Opens the index of a case under a setting. Builds it if that is allowed and it is missing. */
async function opened(setting: Setting, casePath: string, dataDir: string, buildIfNeeded: boolean): Promise<void> {
  const { openSource } = await under<typeof import('../../src/sources/open-source.ts')>(
    setting,
    new URL('../../src/sources/open-source.ts', import.meta.url),
  );
  const { engine, caseReader } = await openSource(casePath, { dataDir, buildIfNeeded });
  await engine.close();
  await caseReader.close();
}

test('every setting with another format has its own version, which the program never has', () => {
  const all = [...SETTINGS, ...Array.from({ length: 50 }, (_, seed) => mixed(seed))];
  const formats = new Map(all.map(({ format }) => [format.version, JSON.stringify(format)]));
  for (const { format } of all) expect(formats.get(format.version)).toBe(JSON.stringify(format));
  const { version } = PRODUCTION.format;
  expect(all.filter(({ format }) => format.version !== version).length).toBeGreaterThan(50);
  for (const own of formats.keys()) expect(own === version || own >= 1_000_000).toBe(true);
});

describe('an index', () => {
  test.each([
    [ONE, PRODUCTION],
    [PRODUCTION, ONE],
    [mixed(1), mixed(2)],
  ])('is not opened under another setting than it was built under', async (first, second) => {
    await withTempDir(async (dir) => {
      const path = await writeCase(join(dir, 'case'), random!.items.map(toTinyItem), random!.options);
      await opened(first, path, join(dir, 'data'), true);
      await expect(opened(second, path, join(dir, 'data'), false)).rejects.toMatchObject({ code: 'INDEX_FORMAT' });
      await opened(first, path, join(dir, 'data'), false);
    });
  });

  test.each(SETTINGS)('follows its format if thresholds are $name', async (setting) => {
    await withTempDir(async (dir) => {
      const path = await writeCase(join(dir, 'case'), random!.items.map(toTinyItem), random!.options);
      await opened(setting, path, join(dir, 'data'), true);
      const { verifyIndex } = await under<typeof import('../../src/indexing/verify-index.ts')>(
        setting,
        new URL('../../src/indexing/verify-index.ts', import.meta.url),
      );
      const verified = await verifyIndex({ casePath: path, dataDir: join(dir, 'data'), isDeep: true });
      expect(verified).toMatchObject({ isSound: true, findings: [] });
    });
  });
});
