/** The documents with figures that are filled from records, and the runs of the whole benchmark. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const FILLED_PAGES = ['README.md', 'docs/performance.md', 'docs/performance-method.md'];

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
