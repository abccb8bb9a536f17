import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fillFigures } from '../../bench/report/pages.ts';
import type { RunResult } from '../../bench/report/result.ts';

const results = join('bench', 'results');
const newest = readdirSync(results)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .at(-1)!;
const run = JSON.parse(readFileSync(join(results, newest), 'utf8')) as RunResult;

test('the figures of docs/performance.md are those of the recorded run', () => {
  const path = 'docs/performance.md';
  const page = readFileSync(path, 'utf8');
  const filled = fillFigures(page, run);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(path, filled);
    return;
  }
  expect(filled).toBe(page);
  expect(page).toMatch(/<!-- figures of /);
  // A chart or a file of another run would show something that this run did not measure.
  for (const [name] of page.matchAll(/\d{4}-\d\d-\d\d-[0-9a-f]{7,}/g)) expect(newest).toContain(name);
});
