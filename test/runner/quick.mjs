/**
 * `make quick`: runs the tests nearest to the changes, for some 15 seconds by recorded times. A test is near if there are few
 * imports between it and a changed file. Tests that start the built program are left out, because nothing is built. Prints how
 * many tests are left.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readTimes } from './recorded-times.mjs';

/** Recorded time of the chosen files, which two workers share. */
const RECORDED_MS_MAX = 24_000;
const WORKERS = 2;
const UNKNOWN_MS = 3000;
const FOLDERS = ['src', 'grammar', 'bench', 'test'];
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Tests that run if documents changed: they compare docs, names and comments with the code. */
const OF_TEXTS = ['references', 'quoted-constants', 'comments', 'tidy', 'words', 'readme'].map(
  (name) => `test/tidy/${name}.test.ts`,
);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function baseOf(branch) {
  try {
    return git('merge-base', 'HEAD', branch)[0];
  } catch {
    // A clone may not have this branch.
    return null;
  }
}

/** Returns files that differ from main, or on main itself from the last commit. */
function changedFiles() {
  const files = [
    ...git('diff', '--name-only', process.env.BASE || baseOf('main') || 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(files)].filter((file) => existsSync(file));
}

/** Returns for each file the files that import it. */
function importersOf(files) {
  const importers = new Map();
  for (const file of files) {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = normalize(join(dirname(file), specifier));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Returns for each test that reaches a changed file the number of imports between them. */
function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const file of distances.keys()) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distances.get(file) + 1);
    }
  }
  return new Map([...distances].filter(([file]) => file.endsWith('.test.ts')));
}

/** Returns tests that start the program in dist/, themselves or through their support. */
function startingBuilt(files, importers) {
  const mentions = files.filter(
    (file) => /^test\/(?!runner)/.test(file) && /\bdist\/(?:src|bench)\//.test(readFileSync(file, 'utf8')),
  );
  return new Set(distancesFrom(mentions, importers).keys());
}

function chosenOf(distances, left) {
  const times = readTimes();
  const msOf = (file) => times[file]?.ms ?? UNKNOWN_MS;
  const chosen = [];
  let sum = 0;
  for (const [file] of [...distances].sort((a, b) => a[1] - b[1] || msOf(a[0]) - msOf(b[0]))) {
    if (left.has(file) || sum + msOf(file) > RECORDED_MS_MAX) continue;
    chosen.push(file);
    sum += msOf(file);
  }
  return { chosen, ms: sum };
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);
const changed = changedFiles();
const importers = importersOf(files);
const distances = distancesFrom(changed, importers);
if (changed.length > 0) for (const file of OF_TEXTS) if (!distances.has(file)) distances.set(file, 1);
const built = startingBuilt(files, importers);
const { chosen, ms } = chosenOf(distances, built);
const ofBuilt = [...distances.keys()].filter((file) => built.has(file)).length;
const others = distances.size - chosen.length - ofBuilt;
console.error(
  `${changed.length} changed files; ${chosen.length} of ${distances.size} test files that reach them: about ${Math.ceil(ms / WORKERS / 1000)} s.\n` +
    `Left to make check and make test: ${others} that would take longer, ${ofBuilt} of the built program, lint, types, arrows.`,
);
if (chosen.length > 0) {
  const args = [
    'node_modules/jest/bin/jest.js',
    '--runTestsByPath',
    ...chosen,
    '--reporters=./test/runner/progress.mjs',
  ];
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [...args, '--reporters=./test/support/plain-summary.mjs'], {
    stdio: 'inherit',
  });
  console.error(`${Math.round((performance.now() - begun) / 1000)} s`);
  process.exitCode = status ?? 1;
}
