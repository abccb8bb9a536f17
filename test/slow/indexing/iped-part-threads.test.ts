/**
 * Several threads index a large part of an IPED case. They read only its segments, and write the same bytes as one thread.
 * Threads run compiled files, so a child process builds.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { listedParts } from '../../../src/engine/index-parts.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { temporaryDir } from '../../support/endings.ts';
import { GrowingIped } from '../../support/growing-iped.ts';
import { factsOfGeneration } from '../../support/index-facts.ts';
import type { WrittenItem } from '../../support/iped-writer.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { seeded } from '../../support/seeded.ts';

const COMPILED = resolve('dist/src/indexing/build-index.js');
const random = seeded(35);

/** Two segments of this size are large enough for threads (POOL_BYTES_MIN), and small compared with the first ones. */
const SEGMENT_BYTES = 2 ** 21;

beforeAll(() => {
  if (!existsSync(COMPILED)) throw new Error('Build first: the child runs dist/.');
});

const words = (count: number): string =>
  Array.from({ length: count }, () => `w${Math.floor(random() ** 2 * 900)}`).join(' ');

function item(id: number, count: number): WrittenItem {
  const isSplit = id % 7 === 0;
  return {
    stored: [
      ['id', id],
      ['name', `file ${id % 13}`],
      ['kind', ['pdf', 'mail'][id % 2]!],
      ['rank', id % 17],
      ...(isSplit ? ([['textSplitted', 'true'] as const, ['textSize', '100'] as const] as const) : []),
    ],
    text: isSplit ? [words(count), words(9)] : words(count),
  };
}

/** Twenty items from an id on. */
const segment = (from: number, count: number): WrittenItem[] =>
  Array.from({ length: 20 }, (_, n) => item(from + n, count));

/** Builds in a child process, and counts its threads. */
function builtByThreads(casePath: string, dataDir: string, threads: number, merges = false): Record<string, unknown> {
  const options = JSON.stringify({ casePath, dataDir, threads, merges, canGrow: true });
  const program = `
      let workers = 0;
      process.on('worker', () => workers++);
      import(${JSON.stringify(pathToFileURL(COMPILED).href)})
        .then(({ buildIndex }) => buildIndex(${options}))
        .then(({ indexPath, parts, itemsAdded, notAddedBecause }) =>
          console.log(JSON.stringify({ indexPath, parts, itemsAdded, notAddedBecause, workers })));`;
  const env = { PATH: process.env['PATH'] };
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', env, timeout: 120_000 }));
}

test('a part that threads import has the same bytes as one that a single thread imports', async () => {
  const root = temporaryDir();
  const [casePath, dataDir, alone] = ['case', 'data', 'alone'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const iped = new GrowingIped(casePath);
  for (let n = 0; n < 9; n++) iped.append(segment(20 * n, 60), SEGMENT_BYTES);
  await iped.write();
  await buildIndex({ casePath, dataDir });
  cpSync(dataDir, alone, { recursive: true });
  // Ids ascend only from one segment to the next, if they are read by id.
  iped.append(segment(200, 400).reverse(), SEGMENT_BYTES);
  iped.append(segment(180, 400), SEGMENT_BYTES);
  iped.remove(new Set([3, 45]));
  await iped.write();
  const together = builtByThreads(casePath, dataDir, 2);
  expect(together).toMatchObject({ parts: 2, itemsAdded: 40, workers: 2 });
  const byOne = builtByThreads(casePath, alone, 1);
  expect(byOne).toMatchObject({ parts: 2, itemsAdded: 40, workers: 0 });
  const bytesOf = ({ indexPath }: Record<string, unknown>): Buffer =>
    readFileSync(join(listedParts(indexPath as string)[1]!.directory, 'data.mdb'));
  expectSameBytes(bytesOf(together), bytesOf(byOne), 'data.mdb');
  const anew = await buildIndex({ casePath, dataDir: join(root, 'anew') });
  const contents = async (path: string) => {
    const { problems: _, ...facts } = await factsOfGeneration(path);
    return facts;
  };
  expect(await contents(together['indexPath'] as string)).toEqual(await contents(anew.indexPath));
  const { findings } = await verifyIndex({ casePath, dataDir, isDeep: true });
  expect(findings).toEqual([]);
});
