/**
 * Histories of a case that changes at random. After each step, the index that a build made of the current one, with parts if it
 * could, is compared with a fresh index and verified. Parts that stay keep their bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { listedParts, partDirectories } from '../../src/engine/index-parts.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';
import type { BuildReport } from '../../src/indexing/build-report.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

/** A case in a directory, at its beginning. */
export interface ChangingCase {
  write(): Promise<void>;
  change(): void;
}

export interface ComparedBuilds {
  /** The report on the index that may have parts. */
  readonly report: BuildReport;
  readonly anew: BuildReport;
  readonly where: string;
  /** Whether items of earlier parts were removed or replaced. */
  readonly isStruck: boolean;
}

interface HistoryOptions {
  readonly seed: number;
  readonly histories: number;
  readonly steps: number;
  /** Probability of a merge after a build. */
  readonly merges: number;
  /** Number of last steps that are verified deeply. */
  readonly deepSteps: number;
  open(casePath: string, random: () => number, history: number): ChangingCase;
  compare(builds: ComparedBuilds): Promise<void>;
}

/** Counts of the outcomes of builds. Fails if there are too few of some. */
export async function compareHistories(
  options: HistoryOptions,
): Promise<Readonly<Record<'joined' | 'merged', number>>> {
  const { seed, histories, steps } = options;
  const seen = { grown: 0, complete: 0, parts: 0, joined: 0, merged: 0, struck: 0, gone: 0 };
  for (let history = 0; history < histories; history++) {
    await withTempDir(async (root) => {
      const random = seeded(seed + history);
      const [casePath, dataDir, other] = [join(root, 'case'), join(root, 'data'), join(root, 'anew')];
      const items = options.open(casePath, random, history);
      await items.write();
      let before = (await buildIndex({ casePath, dataDir, canGrow: true })).indexPath;
      for (let step = 0; step < steps; step++) {
        items.change();
        await items.write();
        const old = existsSync(before) ? bytesOf(before) : new Map<string, string>();
        let report = await buildIndex({ casePath, dataDir, canGrow: true });
        if (random() < options.merges) {
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
        const isStruck = listedParts(report.indexPath).some(({ struck }) => struck.length > 0);
        await options.compare({ report, anew, where, isStruck });
        if (report.isUpToDate) continue;
        if (isStruck) seen.struck++;
        if (isStruck && report.itemsAdded === 0) seen.gone++;
        if (report.parts === 1 && !isStruck) seen.complete++;
        else {
          seen.grown++;
          seen.parts = Math.max(seen.parts, report.parts);
          expect(partDirectories(report.indexPath)).toHaveLength(report.parts);
          const now = bytesOf(report.indexPath);
          // All parts but the last are unchanged. If nothing was added, the last is unchanged, too.
          const stayed = report.itemsAdded === 0 ? [...now.keys()] : [...now.keys()].slice(0, -1);
          expect(stayed.every((part) => old.has(part))).toBe(true);
          if (report.parts <= old.size) seen.joined++;
          const { findings } = await verifyIndex({ casePath, dataDir, isDeep: step >= steps - options.deepSteps });
          expect({ where, findings }).toEqual({ where, findings: [] });
        }
        before = report.indexPath;
        expect(readdirSync(join(before, '..'))).toHaveLength(1);
      }
    });
  }
  // Each outcome was reached.
  expect(seen.grown).toBeGreaterThan(histories / 2);
  expect(seen.complete).toBeGreaterThan(histories / 2);
  expect(seen.parts).toBeGreaterThan(2);
  expect(seen.struck).toBeGreaterThan(histories / 5);
  expect(seen.gone).toBeGreaterThan(0);
  return seen;
}

function bytesOf(generation: string): Map<string, string> {
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return new Map(partDirectories(generation).map((part) => [hash(join(part, 'data.mdb')), part]));
}
