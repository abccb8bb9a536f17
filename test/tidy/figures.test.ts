/** The figures of documents are those of their records, and charts those of the newest run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fillRecorded } from '../../bench/figures/fill.ts';
import { FILLED_PAGES, newestRun, readRun } from '../../bench/figures/pages.ts';
import { fillFigures } from '../../bench/report/pages.ts';

const newest = newestRun();
const run = readRun(newest);

test.each(FILLED_PAGES)('the figures of %s are recorded ones', (path) => {
  const page = readFileSync(path, 'utf8');
  const filled = fillRecorded(fillFigures(page, run));
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(path, filled);
    return;
  }
  expect(filled).toBe(page);
  expect(page).toMatch(/<!-- figure(s of|) /);
  // A chart or a file of another run would show something that this run did not measure.
  for (const [name] of page.matchAll(/\d{4}-\d\d-\d\d-[0-9a-f]{7,}/g)) expect(newest).toContain(name);
});
