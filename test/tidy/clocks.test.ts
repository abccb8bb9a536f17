/**
 * Durations are measured by a monotonic clock. The time of day is only for stamps, names, and comparisons with other hosts'
 * times.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Files that may use the time of day in milliseconds, and for which purpose. */
const MAY_ASK = new Map([
  ['src/data-dir/lock-holder.ts', 'the age of a file that another process or host touches'],
  ['src/cluster/build/lock-document.ts', 'the age of a record that another host writes'],
  ['src/data-dir/data-dir.ts', 'a name'],
  ['src/build/generations.ts', 'a name'],
  ['src/audit/search-history.ts', 'how many days ago a search was'],
  ['src/page/history/searches.ts', 'a number that no other window of the viewer gives'],
  ['src/page/timeline/plausible.ts', 'dates of evidence that lie in the future'],
]);

test('deadlines, leases and rates do not depend on the time of day', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => join('src', file));
  const asking = files.filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)\.getTime\b|\+new Date\b/.test(readFileSync(file, 'utf8')),
  );
  expect(asking.sort()).toEqual([...MAY_ASK.keys()].sort());
});
