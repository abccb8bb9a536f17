/**
 * Durations are measured by a monotonic clock. The time of day is only for stamps, names, and comparisons with other hosts'
 * times. Tests read no clock, and do not sleep until an event, so that they pass on a busy machine. They count steps, compare
 * with a control (test/support/growth.ts, pace-control.ts) or wait for an event (test/support/until.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Files that may use the time of day in milliseconds, with the purpose. */
const MAY_ASK = new Map([
  ['src/data-dir/lock-holder.ts', 'the age of a file that another process or host touches'],
  ['src/cluster/filling/lock-document.ts', 'the age of a record that another host writes'],
  ['src/data-dir/data-dir.ts', 'a name'],
  ['src/indexing/generations.ts', 'a name'],
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

/** Folders of programs that a person runs, which print durations or run for a time. `make test` does not run them. */
const NO_TESTS =
  /^test\/((cluster|outside|torture|shared|runner|mutants|nodes|protocol-suite|node_modules)\b|browser\/large\/)/;
/** Tests and their tools that may read a clock, with the purpose. Other tests must not read one. */
const MAY_READ_A_CLOCK = new Map([
  ['test/support/until.ts', 'the guard against hangs'],
  ['test/support/growth.ts', 'processor time beside a control'],
  ['test/support/pace-worker.mjs', 'the control'],
  ['test/support/tick-probe.mjs', 'processor time of a tick, compared at the pace of the control'],
  ['test/http/ticks.test.ts', 'health beside a control, and which ticks are of a request'],
  ['test/slow/bookmarks/large-change-meter.mjs', 'processor time of a tick, compared at the pace of the control'],
  ['test/browser/live.test.ts', 'printed'],
  ['test/browser/large.test.ts', 'printed'],
  ['test/crash/data-lock.test.ts', 'how long processes race'],
  ['test/http/shared-scans.test.ts', 'work that takes long'],
  ['test/unit/http/cleanup-queue.test.ts', 'work that takes long'],
  ['test/unit/http/tick-watch.test.ts', 'work that takes long'],
  ['test/http/clock-jumps.test.ts', 'a stamp, not a duration'],
  ['test/unit/bookmarks/change-log.test.ts', 'a stamp, not a duration'],
  ['test/unit/bookmarks/review-exchange.test.ts', 'a stamp that must differ'],
  ['test/unit/data-dir/data-lock.test.ts', 'the age of a file'],
  ['test/http/decisions.test.ts', 'a moment that a request names'],
  ['test/http/notes.test.ts', 'a moment that a request names'],
  ['test/http/reviewed.test.ts', 'a moment that a request names'],
  ['test/http/saved-searches.test.ts', 'a moment that a request names'],
  ['test/http/changes.test.ts', 'a seed'],
  ['test/http/presence.test.ts', 'a seed'],
  ['test/http/oidc.test.ts', 'replaced by a clock that the test moves'],
  ['test/http/reviews.test.ts', 'replaced by a clock that the test moves'],
  ['test/unit/http/deadline.test.ts', 'replaced by a clock that the test moves'],
  ['test/unit/query/work-of-parts.test.ts', 'replaces the clock of the program'],
]);
const CLOCK = /\b(performance\.now|process\.cpuUsage|process\.hrtime|Date\.now)\b/;
const SEED = /process\.env(\.SEED|\['SEED'\]) \?\? Date\.now\(\)/g;

/** These files compare the stamp of a record, not a duration. */
const COMPARED_STAMPS = [
  'test/http/clock-jumps.test.ts',
  'test/http/saved-searches.test.ts',
  'test/unit/bookmarks/change-log.test.ts',
];
const COMPARED = /expect\([^;]*\b(performance\.now|cpuUsage|hrtime|Date\.now)\(/;

/** Files that set timers, with the purpose. */
const MAY_SET_TIMERS = new Map([
  ['test/crash/killed-child.ts', 'the random moment of a kill'],
  ['test/slow/processes/engine-pool.test.ts', 'records the timers of the program'],
  ['test/unit/http/deadline.test.ts', 'replaces the timers of the program'],
  ['test/unit/http/tick-watch.test.ts', 'replaces the timers of the program'],
  ['test/cli/log.test.ts', 'the program of a child process'],
  ['test/slow/indexing/index-state-in-process.test.ts', 'the program of a child process'],
  ['test/slow/confined/confined-processes.test.ts', 'the program of a child process'],
  ['test/unit/data-dir/data-lock.test.ts', 'the program of a child process'],
  ['test/unit/processes/index-check.test.ts', 'the program of a child process'],
  ['test/unit/shared/child/child-calls.test.ts', 'the program of a child process'],
  ['test/unit/shared/child/child-end.test.ts', 'the program of a child process'],
  ['test/unit/shared/platform.test.ts', 'the program of a child process'],
  ['test/slow/engine/build-memory-meter.mjs', 'the program of a child process'],
  ['test/slow/bookmarks/large-change-meter.mjs', 'the program of a child process'],
  ['test/crash/data-lock-racer.mjs', 'the program of a child process'],
  ['test/support/until.ts', 'looks again, and the guard against hangs'],
]);
const TIMER = /\bsetTimeout\b/;

describe('tests', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => join('test', file))
    .filter((file) => /\.(ts|mjs)$/.test(file) && !NO_TESTS.test(file) && !file.startsWith('test/tidy/'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(SEED, '') }));

  test('read no clock, except for the listed reasons', () => {
    const reading = files.filter(({ text }) => CLOCK.test(text)).map(({ file }) => file);
    expect(reading.sort()).toEqual([...MAY_READ_A_CLOCK.keys()].sort());
  });

  test('compare no reading of a clock with a number', () => {
    const found = files.filter(({ text }) => COMPARED.test(text)).map(({ file }) => file);
    expect(found.sort()).toEqual(COMPARED_STAMPS);
    expect('expect(performance.now() - start).toBeLessThan(2000);').toMatch(COMPARED);
  });

  test('set no timer, except for the listed reasons, and sleep by pause()', () => {
    const setting = files.filter(({ text }) => TIMER.test(text)).map(({ file }) => file);
    expect(setting.sort()).toEqual([...MAY_SET_TIMERS.keys()].sort());
  });

  test('have no timeouts of their own', () => {
    const limited = files.filter(({ text }) => /^\s*\}, \d\d*_\d[\d_]*\);$|jest\.setTimeout\(/m.test(text));
    expect(limited.map(({ file }) => file)).toEqual(['test/unit/export/zip-writer.test.ts']);
  });
});
