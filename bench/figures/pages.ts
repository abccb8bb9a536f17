/** The documents with figures that are filled from records, and the runs of the whole benchmark. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '../report/result.ts';

export const FILLED_PAGES = [
  'README.md',
  'docs/near-duplicates.md',
  'docs/performance.md',
  'docs/performance-method.md',
];

/** The folder of runs of `main.ts`. */
export const RUNS = join('bench', 'results');

export function newestRun(): string {
  const newest = readdirSync(RUNS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error(`${RUNS} has no run: make figures FIGURES=library`);
  return newest;
}

export function readRun(name: string, directory = RUNS): RunResult {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as RunResult;
}

/** Adds the corpora that the newest run did not measure, and says so in each, because pages show them. Returns their names. */
export function carryOver(earlier: RunResult, newest: string, directory = RUNS): string[] {
  const run = readRun(newest, directory);
  const from = `${earlier.date}, ${earlier.commit}`;
  const missing = earlier.corpora
    .filter(({ corpus }) => !run.corpora.some((other) => other.corpus === corpus))
    .map((one) => ({ ...one, carriedFrom: one.carriedFrom ?? from }));
  if (missing.length === 0) return [];
  const corpora = [...run.corpora, ...missing];
  writeFileSync(join(directory, newest), `${JSON.stringify({ ...run, corpora }, null, 1)}\n`);
  return missing.map(({ corpus }) => corpus);
}
