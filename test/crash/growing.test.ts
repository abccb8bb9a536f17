/**
 * A build that adds a part is killed at a random point. The generation of before, or the new one, is complete, and the next build
 * makes the index that an undisturbed one makes. TORTURE_ROUNDS sets the number of kills, SEED the randomness.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { temporaryDir } from '../support/endings.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import { seeded } from '../support/seeded.ts';
import { outputOfKilled } from './killed-child.ts';

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 4) + 2;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const BUILDER = new URL('./growing-builder.mjs', import.meta.url).pathname;
const BUILD = new URL('../../dist/src/indexing/build-index.js', import.meta.url).pathname;
/** Longer than an undisturbed addition takes on an idle machine. */
const KILL_MS_MAX = 300;
const ITEMS = 600;
const ADDED = 100;

async function writeItems(path: string, from: number, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: from + i,
      properties: { name: [`${from + i}.txt`] },
      text: `heron ${'stork '.repeat(i % 50)}${i}`,
    }),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
}

async function writeManifest(casePath: string, items: readonly string[]): Promise<void> {
  await writeFile(join(casePath, 'case.json'), JSON.stringify({ format: 'case-directory', version: 1, items }));
}

test(`a killed addition leaves the old index or the new one, complete (${ROUNDS} kills, SEED=${SEED})`, async () => {
  if (!existsSync(BUILD)) throw new Error('dist/ is missing: make build');
  const random = seeded(SEED);
  const root = temporaryDir();
  const [casePath, dataDir, before] = [join(root, 'case'), join(root, 'data'), join(root, 'before')];
  mkdirSync(casePath);
  await writeItems(join(casePath, 'a.jsonl'), 1, ITEMS);
  await writeManifest(casePath, ['a.jsonl']);
  await buildIndex({ casePath, dataDir });
  await writeItems(join(casePath, 'b.jsonl'), ITEMS + 1, ADDED);
  await writeManifest(casePath, ['a.jsonl', 'b.jsonl']);
  cpSync(dataDir, before, { recursive: true });
  const expected = await factsOfGeneration((await buildIndex({ casePath, dataDir, isForced: true })).indexPath);
  const seen = { old: 0, new: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(dataDir, { recursive: true });
    cpSync(before, dataDir, { recursive: true });
    // The last round is killed after the build.
    const isLast = round === ROUNDS - 1;
    const output = await outputOfKilled(
      BUILDER,
      [BUILD, casePath, dataDir],
      isLast ? 0 : Math.floor(random() * KILL_MS_MAX),
      isLast ? 'built' : 'begun',
    );
    const { isSound, isStale, findings } = await verifyIndex({ casePath, dataDir });
    expect({ round, isSound, findings }).toEqual({ round, isSound: true, findings: [] });
    if (output.includes('built')) expect(isStale).toBe(false);
    seen[isStale ? 'old' : 'new']++;
    const report = await buildIndex({ casePath, dataDir, canGrow: true });
    expect({ round, parts: report.parts, items: report.items }).toEqual({ round, parts: 2, items: ITEMS + ADDED });
    expect(await factsOfGeneration(report.indexPath)).toEqual(expected);
    expect(readdirSync(join(report.indexPath, '..'))).toEqual(['gen-000002']);
  }
  expect(seen.new).toBeGreaterThan(0);
  expect(seen.old + seen.new).toBe(ROUNDS);
});
