/**
 * One name for one thing: within a program, no two files export the same name, except for the names below, each with its
 * reason. The page and each WebAssembly folder are programs of their own, with a vocabulary of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const EXPORTED =
  /^export (?:abstract )?(?:async )?(?:const enum|enum|function|class|interface|type|const|let)\*?\s+([A-Za-z_$][\w$]*)/gm;

/** Generated from the schemas of src/http. */
const SKIPPED = /^src\/client\/generated\//;

function programOf(file: string): string {
  if (file.includes('/assembly/')) return dirname(file);
  return file.startsWith('src/page/') ? 'src/page' : 'src';
}

/** Why a name may be exported by several files. */
const REASONS: ReadonlyMap<string, RegExp> = new Map([
  [
    'a limit that is defined beside its format',
    /^(BATCH_ITEMS|CELL_UNITS|COLUMNS|FIELDS|HEADERS|REFERENCES|TEXT_BYTES|VALUE_UNITS)_MAX$/,
  ],
  [
    'a size or a number of its own format',
    /^(CHUNK_BYTES|DATA_FILE|FORMAT_VERSION|HASH_BYTES|PAGE_ITEMS|PIECE_BYTES)$/,
  ],
  [
    'a member of a set of codes, read beside the others',
    /^(ALL|ANY|BLANK|INTERVALS|LISTED|NOTHING|OTHER|UNKNOWN|WORD)$/,
  ],
  ['the code of one WebAssembly module, in a generated file', /^code$/],
  [
    'a call of a WebAssembly module, and the helper behind it',
    /^(after|beginList|beginTerm|input|lay|occurrences|output|room|setBits|setFormat|take|vInt)$/,
  ],
  ['the same texts in two languages', /^\w+Words$/],
  ['the same shape, in a room that may not import the other', /^ItemRef$/],
  ['public, as the opener of the package', /^openCase$/],
  ['the same function, imported from ICU or our own', /^foldCodePoint$/],
  ['the same step of two case formats', /^(readItemsById|refOfFile|unescaped)$/],
  ['an algebra of its operand: sets of code points, lists, sketches', /^(unionOf|rangesOf|areNear|anyOf|classesOf)$/],
  [
    'a projection named by its result, used in its own room',
    /^(column|count|hash|heading|items|kind|lines|name|order|period|properties|refusal|types|weight|words)Of$|^(isOfTexts|meantBy|plainText|sourceSchema)$/,
  ],
  [
    'a part of the page that is imported where it is shown',
    /^(Counted|Outcome|outcome|isChosen|isOwn|partsOf|step|widthOf)$/,
  ],
]);

function reasonOf(name: string): string | null {
  for (const [reason, names] of REASONS) if (names.test(name)) return reason;
  return null;
}

const places = new Map<string, string[]>();
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name))) {
  if (!/\.tsx?$/.test(file) || SKIPPED.test(file)) continue;
  for (const [, name] of readFileSync(file, 'utf8').matchAll(EXPORTED)) {
    const key = `${programOf(file)}: ${name}`;
    places.set(key, [...(places.get(key) ?? []), file]);
  }
}
/** The files named `limits.ts` count as one, because a limit is imported from the folder to which it applies. */
const doubles = [...places].filter(
  ([, files]) => new Set(files.map((file) => (file.endsWith('/limits.ts') ? 'limits.ts' : file))).size > 1,
);

test('no two files of a program export the same name without a reason', () => {
  const strays = doubles.filter(([key]) => reasonOf(key.split(': ')[1]!) === null);
  expect(strays).toEqual([]);
});

test('every listed reason has a duplicate name, and exported names are found', () => {
  const names = doubles.map(([key]) => key.split(': ')[1]!);
  expect(
    [...REASONS].filter(([, pattern]) => !names.some((name) => pattern.test(name))).map(([reason]) => reason),
  ).toEqual([]);
  expect(places.get('src: Semaphore')).toEqual(['src/shared/semaphore.ts']);
  expect(places.size).toBeGreaterThan(5000);
});
