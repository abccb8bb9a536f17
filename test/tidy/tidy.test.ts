import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Tracked and new files alike: everything that would be committed. Outside a git checkout there is nothing to check. */
const files: readonly string[] = existsSync('.git')
  ? execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '' && existsSync(file))
  : [];

const isText = (file: string): boolean =>
  /\.(ts|mjs|js|json|md|tsv|sh|yml|yaml|java|rs|toml|xml|txt)$|(^|\/)(Makefile|run)$/.test(file);
const isSource = (file: string): boolean => /^(src|grammar)\/.*\.ts$/.test(file);
/** Generated tables, and texts by others. */
const isForeign = (file: string): boolean =>
  /^(LICENSE|package-lock\.json)$|^src\/client\/generated\/|^data-samples\/.*\/(content|text)\//.test(file);

describe('words that no file contains', () => {
  // Spelled in parts, so that this file does not contain them either.
  const banned: readonly (readonly [string, RegExp, RegExp])[] = [
    [
      'paths of the machine it was written on',
      new RegExp(`(?<![\\w.$}])/(${['wo' + 'rk', 'ro' + 'ot'].join('|')})/`),
      /^$/,
    ],
    [
      'the folder beside the checkout',
      new RegExp(`\\.\\./sha${'red'}/(cases|oracle|spec|design)`),
      /^(Makefile|test\/shared)/,
    ],
    [
      'hosts of package registries',
      new RegExp(`regis${'try'}\\.(npmjs|yarnpkg)|npm-${'mirror'}|artif${'actory'}`),
      /^$/,
    ],
    ['marks of a merge', /^(<{7}|>{7}) /m, /^$/],
  ];

  test.each(banned)('%s', (_, pattern, allowed) => {
    const holding = files
      .filter((file) => isText(file) && !isForeign(file) && !allowed.test(file))
      .filter((file) => pattern.test(readFileSync(file, 'utf8')));
    expect(holding).toEqual([]);
  });
});

test('the root has only files that npm, make and tools expect there, and those that people read first', () => {
  const known =
    /^(README|CHANGELOG|SECURITY|CONTRIBUTING|CODE_OF_CONDUCT|RELEASE)\.md$|^(LICENSE|Makefile)$|^\.|^(package(-lock)?|biome|tsconfig(\.\w+)?)\.json$|\.config\.mjs$/;
  expect(files.filter((file) => !file.includes('/') && !known.test(file))).toEqual([]);
});

test('a file has 500 lines at most', () => {
  const long = files
    .filter((file) => /\.(ts|mjs)$/.test(file) && !isForeign(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 500);
  expect(long).toEqual([]);
});

test('files and folders are named after ideas, in kebab-case', () => {
  const empty = /^(utils?|helpers?|common|misc|manager|services?|data|info|index|lib)$/;
  const names = files.filter(isSource).flatMap((file) => [basename(file, '.ts'), ...dirname(file).split('/')]);
  const found = names.filter((name) => empty.test(name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name));
  expect(found).toEqual([]);
});

test('a folder of src has 24 files of its own at most', () => {
  const counts = new Map<string, number>();
  for (const file of files.filter(isSource)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 24)).toEqual([]);
});

test('types of other folders are imported where the arrow check finds them', () => {
  const inline = files.filter(
    (file) => isSource(file) && /(?<!await )(?<!=> )\bimport\('\./.test(readFileSync(file, 'utf8')),
  );
  expect(inline).toEqual([]);
});

test('every file of src and grammar begins with a comment that states its purpose', () => {
  const sources = files.filter(isSource);
  expect(sources.length).toBeGreaterThan(100);
  // A comment of two words does not say what a file is for.
  const silent = sources.filter((file) => !/^(#!.*\n)?\/\*\*(\s+\*?\s*\S+){3}/.test(readFileSync(file, 'utf8')));
  expect(silent).toEqual([]);
});

test('files of src and grammar export by name', () => {
  const found = files.filter((file) => isSource(file) && /^export default /m.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

test('a comparison of lists or bytes shows the difference', () => {
  // If a test checks the boolean result of a whole comparison, a failure prints only `false`.
  const mute =
    /expect\(.*\.join\([^)]*\) === .*\)\.toBe\(|\.equals\(.*\)\)\.toBe\(true\)|Buffer\.compare\(.*\)\)\.toBe\(0\)/;
  const found = files.filter((file) => /^test\/.*\.test\.ts$/.test(file) && mute.test(readFileSync(file, 'utf8')));
  expect(found.filter((file) => file !== 'test/tidy/tidy.test.ts')).toEqual([]);
});
