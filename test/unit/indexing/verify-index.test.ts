import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { VerifyFindings, type VerifyProgress } from '../../../src/engine/verify-findings.ts';
import { compareIndexes } from '../../../src/indexing/compare-with-case.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { withTempDir } from '../../support/tiny-case.ts';
import { withBench } from './built-case.ts';

const item = (id: number, text: string): { id: number; properties: Record<string, unknown>; text: string } => ({
  id,
  properties: { name: `file ${id}`, tag: ['a', 'b'] },
  text,
});
const ITEMS = Array.from({ length: 100 }, (_, i) =>
  item(i + 1, `the heron w${i % 9} once${i} ${'again '.repeat(i % 12)}`),
);

describe('a verification', () => {
  test('finds a fresh index sound, also deep, and leaves nothing behind', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      await build();
      expect(await verifyIndex({ casePath, dataDir })).toMatchObject({ isSound: true, isStale: false, findings: [] });
      await withTempDir(async (temporaryDir) => {
        const seen: VerifyProgress[] = [];
        const onProgress = (progress: VerifyProgress): void => void seen.push(progress);
        const report = await verifyIndex({ casePath, dataDir, isDeep: true, temporaryDir, onProgress });
        expect(report).toMatchObject({ isSound: true, findings: [], checked: { items: 100, texts: 100 } });
        expect(report.checked['bytes compared']).toBeGreaterThan(1000);
        expect(seen.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['file', 'again: read', 'compare']));
        expect(readdirSync(temporaryDir)).toEqual([]);
      });
    });
  });

  test('reports a missing index', async () => {
    await withBench(async ({ write, casePath, dataDir }) => {
      await write(ITEMS);
      await expect(verifyIndex({ casePath, dataDir })).rejects.toMatchObject({ code: 'INDEX_MISSING' });
    });
  });

  test('finds any damage', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      const { indexPath } = await build();
      const path = join(indexPath, 'data.mdb');
      const whole = readFileSync(path);
      for (const hurt of [
        whole.subarray(1),
        Buffer.alloc(whole.length),
        Buffer.from(''),
        Buffer.concat([whole, whole]),
      ]) {
        writeFileSync(path, hurt);
        const report = await verifyIndex({ casePath, dataDir, isDeep: true });
        expect([report.isSound, report.findings.length > 0]).toEqual([false, true]);
      }
      writeFileSync(path, whole);
      expect((await verifyIndex({ casePath, dataDir })).isSound).toBe(true);
    });
  });

  test('finds a changed report of how the case was read', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      const { indexPath } = await build();
      const path = join(indexPath, 'reading.json');
      const whole = readFileSync(path, 'utf8');
      const sound = await verifyIndex({ casePath, dataDir });
      expect([sound.isSound, sound.checked['reports of reading']]).toEqual([true, 1]);
      for (const hurt of [whole.replace('case-directory', 'case-directorY'), whole.slice(0, -1), '', '{}']) {
        writeFileSync(path, hurt);
        const report = await verifyIndex({ casePath, dataDir });
        expect(report.findings).toEqual([{ where: 'reading.json', what: expect.stringContaining('checksum') }]);
      }
    });
  });

  test('distinguishes a stale index from an unsound one, and cannot compare it deep', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      await build();
      await write([...ITEMS, item(200, 'new')]);
      expect(await verifyIndex({ casePath, dataDir })).toMatchObject({ isSound: true, isStale: true });
      const deep = await verifyIndex({ casePath, dataDir, isDeep: true });
      expect(deep).toMatchObject({ isSound: false, isStale: true, findings: [{ where: 'case' }] });
    });
  });

  test('stops when it is cancelled', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      await build();
      const signal = AbortSignal.abort();
      await expect(verifyIndex({ casePath, dataDir, signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    });
  });
});

describe('a comparison with the case', () => {
  test('names the stream, and the field and term or the item, of each difference', async () => {
    await withBench(async (one) => {
      await withBench(async (other) => {
        await one.write(ITEMS);
        // The same lengths everywhere, because one text says w7 where the other says w8.
        await other.write(
          ITEMS.map((entry) => (entry.id === 8 ? { ...entry, text: entry.text.replace('w7', 'w8') } : entry)),
        );
        const a = await one.build();
        const b = await other.build();
        const findings = new VerifyFindings();
        await compareIndexes(a.indexPath, b.indexPath, findings, async () => undefined);
        const list = findings.list.map(({ what, where }) => `${where}: ${what}`);
        expect(list).toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^postings, byte \d+ \("content":"w7"\)/),
            expect.stringMatching(/^texts, byte \d+ \(item 8\): it differs from the bytes built from the case/),
            expect.stringMatching(/^terms, byte \d+ \("content":/),
          ]),
        );
        expect(list.filter((line) => line.startsWith('items,'))).toEqual([]);
      });
    });
  });

  test('names facts of the headers', async () => {
    await withBench(async (one) => {
      await withBench(async (other) => {
        await one.write(ITEMS);
        await other.write([...ITEMS, { id: 500, properties: { colour: 'red' } }]);
        const findings = new VerifyFindings();
        const [a, b] = [await one.build(), await other.build()];
        await compareIndexes(a.indexPath, b.indexPath, findings, async () => undefined);
        const list = findings.list.map(({ what, where }) => `${where}: ${what}`);
        expect(list).toContain('header: documentCount is 100, but 101 if built from the case');
        expect(list).toContain('header, field "colour": it is missing');
      });
    });
  });
});
