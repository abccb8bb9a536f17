import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../src/cases/open-case.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import { type BuildProgress, buildIndex } from '../../../src/indexing/build-index.ts';
import { compareIndexes } from '../../../src/indexing/compare-with-case.ts';
import { currentGeneration, indexDirectory, indexKey } from '../../../src/indexing/generations.ts';
import { readIndexState } from '../../../src/indexing/index-state.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import type { TinyCaseOptions, TinyItem } from '../../support/tiny-case.ts';
import { type Bench, fingerprintOf, withBench } from '../../unit/indexing/built-case.ts';

const ITEMS = [
  { id: 1, properties: { name: 'a.txt', category: 'Documents' }, text: 'the heron' },
  { id: 2, parentId: 1, properties: { name: 'b.JPG', length: 12 }, content: 'bytes', thumb: new Uint8Array([1, 2]) },
  { id: 3, properties: { name: 'folder', treeNode: true } },
];

describe('a build', () => {
  test('publishes one generation and reports its work', async () => {
    await withBench(async ({ write, build, reported, dataDir }) => {
      await write(ITEMS);
      const report = await build();
      expect(report).toMatchObject({
        isUpToDate: false,
        isComplete: true,
        items: 3,
        searchable: 2,
        texts: 1,
        generation: 1,
      });
      expect(report.problems).toEqual({ count: 0, byKind: {}, first: [] });
      expect(readdirSync(report.indexPath).sort()).toEqual([
        'case-files.json',
        'data.mdb',
        'data.sums',
        'lock.mdb',
        'reading.json',
      ]);
      expect(reported(report)).toEqual([{ totals: expect.objectContaining({ items: 3, isComplete: true }) }]);
      expect(readdirSync(dataDir).sort()).toEqual(['indexes', 'reports']);
    });
  });

  test('does nothing if the index is current, and everything if it is forced or the case changed', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      const first = await build();
      const bytes = readFileSync(join(first.indexPath, 'data.mdb'));
      const again = await build();
      expect(again).toMatchObject({
        isUpToDate: true,
        items: 3,
        searchable: 2,
        texts: 1,
        generation: 1,
        reportFile: first.reportFile,
      });
      const forced = await build(true);
      expect([forced.isUpToDate, forced.generation]).toEqual([false, 2]);
      expectSameBytes(readFileSync(join(forced.indexPath, 'data.mdb')), bytes, 'data.mdb');
      expect(existsSync(first.indexPath)).toBe(false);

      await write([...ITEMS, { id: 4, properties: { name: 'new' } }]);
      const reader = await openCase(casePath);
      const state = await readIndexState(dataDir, reader, await reader.fingerprint());
      expect(state).toMatchObject({ kind: 'stale', generation: 2 });
      await reader.close();
      expect(await build()).toMatchObject({ isUpToDate: false, items: 4, generation: 3 });
    });
  });

  test('removes leftovers of killed builds, and replaces a damaged index', async () => {
    await withBench(async ({ write, build }) => {
      await write(ITEMS);
      const first = await build();
      const directory = join(first.indexPath, '..');
      mkdirSync(join(directory, 'building-99999', 'runs'), { recursive: true });
      writeFileSync(join(directory, 'building-99999', 'data.mdb'), 'half');
      writeFileSync(join(first.indexPath, 'data.mdb'), 'nothing');
      const second = await build();
      expect(second).toMatchObject({ isUpToDate: false, generation: 2 });
      expect(readdirSync(directory)).toEqual(['gen-000002']);
    });
  });

  test('without anything to do removes leftovers of killed ones: half a build, and a replaced generation', async () => {
    await withBench(async ({ write, build }) => {
      await write(ITEMS);
      await build();
      const { indexPath } = await build(true);
      const directory = join(indexPath, '..');
      for (const name of ['gen-000001', 'building-99999']) mkdirSync(join(directory, name));
      expect((await build()).isUpToDate).toBe(true);
      expect(readdirSync(directory)).toEqual(['gen-000002']);
    });
  });

  test.each([1, 2])('reports writing in small ascending steps up to the end, with %d threads', async (threads) => {
    await withBench(async ({ write, casePath, dataDir }) => {
      const words = (i: number): string => Array.from({ length: 12 }, (_, n) => `w${i * 12 + n} the reed`).join(' ');
      await write(
        Array.from({ length: 5000 }, (_, i) => ({ id: i, properties: { name: `${i}.txt` }, text: words(i) })),
      );
      const fractions: number[] = [];
      const onProgress = ({ phase, fraction }: BuildProgress): void => {
        if (phase === 'merge' && fraction !== null) fractions.push(fraction);
      };
      await buildIndex({ casePath, dataDir, threads, onProgress });
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      expect(fractions.at(-1)).toBe(1);
      const steps = fractions.map((fraction, n) => fraction - (fractions[n - 1] ?? 0));
      expect(Math.max(...steps)).toBeLessThan(0.35);
    });
  });

  test('reports progress, and can be cancelled without a trace', async () => {
    await withBench(async ({ write, casePath, dataDir }) => {
      await write(ITEMS);
      const phases: BuildProgress[] = [];
      const controller = new AbortController();
      const onProgress = (progress: BuildProgress): void => {
        phases.push(progress);
        if (progress.phase === 'merge') controller.abort();
      };
      const many = Array.from({ length: 20_000 }, (_, i) => ({ id: i, properties: { name: `unique${i} w${i}` } }));
      await write(many);
      const build = buildIndex({ casePath, dataDir, onProgress, signal: controller.signal });
      await expect(build).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(phases.some(({ phase, bytes, bytesTotal }) => phase === 'read' && bytes > 0 && bytes <= bytesTotal)).toBe(
        true,
      );
      const reader = await openCase(casePath);
      expect(readdirSync(indexDirectory(dataDir, reader.realPath))).toEqual([]);
      expect(readdirSync(join(dataDir, 'reports'))).toEqual([]);
      await reader.close();
    });
  });

  test('numbers documents by id: the index is that of the case in order, and reports the same', async () => {
    const items = Array.from({ length: 300 }, (_, n) => ({
      id: n * n,
      properties: { name: `item ${n}.txt`, category: `c${n % 7}` },
      ...(n === 0 ? {} : { parentId: (n >> 1) ** 2 }),
      ...(n % 3 === 0 ? { text: `the ${n} herons` } : {}),
      ...(n % 50 === 0 ? { content: { file: 'gone' } } : {}),
    }));
    const later = { id: 49, properties: { name: 'later' } };
    const shuffled = Array.from({ length: 300 }, (_, n) => items[(n * 77 + 150) % 300]!);
    const told =
      ({ write, build, reported }: Bench) =>
      async (records: readonly TinyItem[], options?: TinyCaseOptions) => {
        await write(records, { itemCount: null, ...options });
        const report = await build(true);
        const problems = reported(report).slice(0, -1);
        return { report, problems: problems.map(({ id, kind, reason }) => `${id} ${kind} ${reason}`).sort() };
      };
    await withBench((inOrder) =>
      withBench(async (other) => {
        const expected = await told(inOrder)([...items, later]);
        expect(expected.problems).toHaveLength(7);
        for (const records of [
          [...shuffled, later],
          // Only the last record is out of order.
          [...items.slice(1), later, items[0]!],
        ]) {
          for (const options of [{ gzip: false }, { gzip: true, itemFiles: 3 }]) {
            const { report, problems } = await told(other)(records, options);
            expect(problems).toEqual(expected.problems);
            expect(readdirSync(join(report.indexPath, '..'))).toEqual([basename(report.indexPath)]);
            const findings = new VerifyFindings();
            await compareIndexes(report.indexPath, expected.report.indexPath, findings, async () => {});
            expect(findings.list.map(({ what }) => what)).toEqual([expect.stringMatching(/^caseFingerprint is/)]);
          }
        }
      }),
    );
  });

  test('leaves the case unchanged, byte for byte', async () => {
    await withBench(async ({ write, build, casePath }) => {
      await write([...ITEMS, 'broken', { id: 9, content: { file: 'missing' } }]);
      const before = fingerprintOf(casePath);
      await build();
      await build(true);
      expect(fingerprintOf(casePath)).toEqual(before);
    });
  });

  test('refuses a data directory inside the case, also through a link', async () => {
    await withBench(async ({ write, casePath, dataDir }) => {
      await write(ITEMS);
      const before = fingerprintOf(casePath);
      await expect(buildIndex({ casePath, dataDir: join(casePath, 'data') })).rejects.toMatchObject({
        code: 'DATA_DIR_INSIDE',
      });
      symlinkSync(casePath, dataDir);
      await expect(buildIndex({ casePath, dataDir })).rejects.toMatchObject({ code: 'DATA_DIR_INSIDE' });
      expect(fingerprintOf(casePath)).toEqual(before);
    });
  });
});

describe('problems of a case', () => {
  test('have at most twenty lines per record and kind, and then a count', async () => {
    await withBench(async ({ write, build, reported }) => {
      const lengths = Array.from({ length: 5000 }, (_, i) => `no number ${i}`);
      await write([
        { id: 1, properties: { length: lengths, name: 'kept' } },
        { id: 2, properties: { length: ['x', 'y'] } },
      ]);
      const report = await build();
      expect(report.problems).toMatchObject({ count: 5002, byKind: { type: 5002 } });
      const lines = reported(report);
      expect(lines.filter(({ id }) => id === 1)).toHaveLength(21);
      expect(lines.filter(({ id }) => id === 1).at(-1)).toMatchObject({
        kind: 'type',
        line: 1,
        reason: 'and 4980 more of this kind in this record',
      });
      expect(lines.filter(({ id }) => id === 2)).toHaveLength(2);
    });
  });

  test('are counted, all of them in the report file, with file, line and reason', async () => {
    await withBench(async ({ write, build, reported }) => {
      const broken = Array.from({ length: 30 }, () => '{"id":');
      await write(
        [
          { id: 5, properties: { name: 'x', length: 'no number' }, text: 'kept' },
          ...broken,
          { id: 5, properties: { name: 'second five' } },
          { id: 6, text: { file: 'text/missing.txt' }, content: { file: '../outside' }, thumb: { file: 'gone.jpg' } },
        ],
        { itemCount: 40 },
      );
      const report = await build();
      expect(report).toMatchObject({ isComplete: false, items: 2, texts: 2 });
      expect(report.problems.byKind).toEqual({ record: 31, part: 3, type: 1, case: 1 });
      expect(report.problems.count).toBe(36);
      expect(report.problems.first).toHaveLength(20);
      const lines = reported(report);
      expect(lines).toHaveLength(37);
      expect(lines).toContainEqual({
        file: 'items-00000.jsonl.gz',
        line: 32,
        id: 5,
        kind: 'record',
        reason: 'id 5 was used by an earlier record',
      });
      expect(lines).toContainEqual({
        file: 'case.json',
        line: null,
        id: null,
        kind: 'case',
        reason: 'itemCount is 40, but the item files have 33 records',
      });
      expect(lines.filter(({ kind, id, line }) => kind === 'part' && id === 6 && line === 33)).toHaveLength(3);
      // If two items have the same id, the first is kept.
      const index = await IndexReader.open(report.indexPath);
      expect(index.item(index.docOf(5)).properties).toContainEqual(['name', ['x']]);
      expect([index.docOf(6), index.docOf(7)]).toEqual([1, -1]);
      expect(index.header).toMatchObject({ isComplete: false, problemCount: 36 });
      await index.close();
    });
  });

  test('of a type do not affect what is found', async () => {
    await withBench(async ({ write, build }) => {
      await write([{ id: 1, properties: { length: 'no number' } }]);
      expect(await build()).toMatchObject({ isComplete: true, problems: { count: 1, byKind: { type: 1 } } });
    });
  });
});

describe('generations', () => {
  test('are named after the real path, and the highest number counts', async () => {
    await withBench(async ({ dataDir }) => {
      const directory = indexDirectory(dataDir, '/cases/No 1: ähm');
      expect(directory).toMatch(/\/indexes\/No-1-hm-[0-9a-f]{16}$/);
      expect(indexKey('/cases/.hidden')).toMatch(/^[0-9a-f]{16}$/);
      expect(indexKey('/a/x')).not.toBe(indexKey('/b/x'));
      expect(currentGeneration(directory)).toBeNull();
      for (const name of ['gen-000002', 'gen-000010', 'gen-1000000', 'gen-9', 'gen-x', 'building-7'])
        mkdirSync(join(directory, name), { recursive: true });
      expect(currentGeneration(directory)).toEqual({ path: join(directory, 'gen-1000000'), number: 1_000_000 });
    });
  });

  test('are missing, damaged, or of another version', async () => {
    await withBench(async ({ write, build, casePath, dataDir }) => {
      await write(ITEMS);
      const reader = await openCase(casePath);
      const fingerprint = await reader.fingerprint();
      expect(await readIndexState(dataDir, reader, fingerprint)).toMatchObject({ kind: 'missing' });
      const { indexPath } = await build();
      expect(await readIndexState(dataDir, reader, fingerprint)).toMatchObject({ kind: 'current', path: indexPath });
      writeFileSync(join(indexPath, 'data.sums'), 'x');
      expect(await readIndexState(dataDir, reader, fingerprint)).toMatchObject({ kind: 'corrupt' });
      await reader.close();
    });
  });
});
