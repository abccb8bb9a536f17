/**
 * Cases that grow, shrink and change at random. After each step, the index that a build made of the current one, with parts if
 * it could, has the contents of a fresh index. Parts that stay keep their bytes. RUNS= sets the number of histories.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listedParts, partDirectories } from '../../src/engine/index-parts.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { GrowingCase } from '../support/growing-case.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 10);
const STEPS = 8;

function bytesOf(generation: string): Map<string, string> {
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return new Map(partDirectories(generation).map((part) => [hash(join(part, 'data.mdb')), part]));
}

describe(`an index that grew (SEED=${SEED})`, () => {
  test('has the contents of a complete build, whatever happened to the case', async () => {
    const seen = { grown: 0, complete: 0, parts: 0, joined: 0, merged: 0, struck: 0, gone: 0 };
    for (let history = 0; history < HISTORIES; history++) {
      await withTempDir(async (root) => {
        const random = seeded(SEED + history);
        const items = new GrowingCase(random, history % 2 === 1 ? 'calm' : history % 4 === 0 ? 'wild' : 'mixed');
        const [casePath, dataDir, other] = ['case', 'data', 'anew'].map((name) => join(root, name)) as [
          string,
          string,
          string,
        ];
        await items.write(casePath);
        let before = (await buildIndex({ casePath, dataDir, canGrow: true })).indexPath;
        for (let step = 0; step < STEPS; step++) {
          if (random() < (items.isCalm ? 0.3 : 0.7)) items.add();
          else items.change();
          await items.write(casePath);
          const old = existsSync(before) ? bytesOf(before) : new Map<string, string>();
          let report = await buildIndex({ casePath, dataDir, canGrow: true });
          if (random() < 0.3) {
            const merged = await buildIndex({ casePath, dataDir, canGrow: true, merges: true });
            if (!merged.isUpToDate) {
              expect(merged.parts).toBeLessThan(report.parts);
              seen.merged++;
              report = merged;
            }
          }
          rmSync(other, { recursive: true, force: true });
          const anew = await buildIndex({ casePath, dataDir: other });
          const where = `history ${history}, step ${step}`;
          expect({ where, ...(await factsOfGeneration(report.indexPath)) }).toEqual({
            where,
            ...(await factsOfGeneration(anew.indexPath)),
          });
          if (report.isUpToDate) continue;
          const { items: count, searchable, texts, fields, isComplete, problems } = report;
          const { byKind } = problems;
          const isStruck = listedParts(report.indexPath).some(({ struck }) => struck.length > 0);
          // Struck words count as cut until the next complete build.
          if (!isStruck) expect({ where, longWords: report.longWords }).toEqual({ where, longWords: anew.longWords });
          expect({ where, count, searchable, texts, fields, isComplete, byKind }).toEqual({
            where,
            count: anew.items,
            searchable: anew.searchable,
            texts: anew.texts,
            fields: anew.fields,
            isComplete: anew.isComplete,
            byKind: anew.problems.byKind,
          });
          if (isStruck) seen.struck++;
          if (isStruck && report.itemsAdded === 0) seen.gone++;
          if (report.parts === 1 && !isStruck) seen.complete++;
          else {
            seen.grown++;
            seen.parts = Math.max(seen.parts, report.parts);
            const parts = partDirectories(report.indexPath);
            expect(parts.length).toBe(report.parts);
            const now = bytesOf(report.indexPath);
            // All parts but the last are unchanged. If nothing was added, the last is unchanged, too.
            const stayed = report.itemsAdded === 0 ? [...now.keys()] : [...now.keys()].slice(0, -1);
            expect(stayed.every((part) => old.has(part))).toBe(true);
            if (report.parts <= old.size) seen.joined++;
            const { findings } = await verifyIndex({ casePath, dataDir, isDeep: step === STEPS - 1 });
            expect({ where, findings }).toEqual({ where, findings: [] });
          }
          before = report.indexPath;
          expect(readdirSync(join(before, '..'))).toHaveLength(1);
        }
      });
    }
    // Each outcome was reached.
    expect(seen.grown).toBeGreaterThan(HISTORIES / 2);
    expect(seen.complete).toBeGreaterThan(HISTORIES / 2);
    expect(seen.parts).toBeGreaterThan(2);
    expect(seen.joined).toBeGreaterThan(0);
    expect(seen.merged).toBeGreaterThan(0);
    expect(seen.struck).toBeGreaterThan(HISTORIES / 5);
    expect(seen.gone).toBeGreaterThan(0);
  });
});
