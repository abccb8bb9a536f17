/**
 * How long each test file took, and how many tests it has: from the last run on this machine or, without one, from
 * recorded-times.json. Order and expected time of a run are based on these. `RECORD_TIMES=1 make test` writes
 * recorded-times.json again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const recorded = fileURLToPath(new URL('recorded-times.json', import.meta.url));
const lastRun = join(root, 'node_modules/.cache/case-access/test-times.json');

/** Test file, relative to the checkout → `{ ms, tests }`. */
export function readTimes() {
  return { ...read(recorded), ...read(lastRun) };
}

/** Records the times of the files of a run. A file with a failure keeps its previous time. */
export function writeTimes(testResults) {
  const times = Object.fromEntries(
    testResults
      .filter(({ numFailingTests, testExecError }) => numFailingTests === 0 && !testExecError)
      .map(({ testFilePath, perfStats, testResults: tests }) => [
        pathInCheckout(testFilePath),
        { ms: perfStats.end - perfStats.start, tests: tests.length },
      ]),
  );
  write(lastRun, { ...read(lastRun), ...times });
  if (process.env.RECORD_TIMES === '1') write(recorded, { ...read(recorded), ...times });
}

export function pathInCheckout(path) {
  return relative(root, path);
}

function read(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Two runs may have written the file at the same time. It only affects estimates.
    return {};
  }
}

function write(file, times) {
  const known = Object.entries(times).filter(([path]) => existsSync(join(root, path)));
  const lines = known.sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, time]) => `  "${path}": ${line(time)}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

function line({ ms, tests }) {
  return `{ "ms": ${ms}, "tests": ${tests} }`;
}
