import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * Checks numbers that a document quotes from the code. A number is marked by a comment after it, on its line:
 *
 *     up to 64 MiB <!-- constant: src/http/limits.ts bodyBytesMax -->
 *
 * The number is the last one before the mark, and a unit may follow it. KiB, MiB, GiB and Mi multiply. A constant in
 * milliseconds is compared in milliseconds.
 */
const MARK = /<!-- constant: (\S+\.ts) (\w+) -->/g;
const NUMBER = /(\d[\d,]*(?:\.\d+)?)(?:\s+([A-Za-z]+))?[^\d]*$/;
const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, Mi: 1024 ** 2 };

function documents(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documents(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

/** Returns the value of a constant as its file exports it, or else as it is written there. */
async function valueIn(file: string, name: string): Promise<number | null> {
  const source = readFileSync(file, 'utf8');
  if (!new RegExp(`^export const ${name}\\b`, 'm').test(source)) return constantIn(source, name);
  return ((await import(`../../${file}`)) as Record<string, number>)[name] ?? null;
}

/** Returns the text after the `=` of a constant or, in an object, after its `:`. */
function constantIn(source: string, name: string): number | null {
  const assigned = new RegExp(`\\b${name}(?:: \\w+)? = ([^;]+);`).exec(source)?.[1];
  const text = assigned ?? new RegExp(`\\b${name}: ([^,}\\n]+)`).exec(source)?.[1];
  if (text === undefined || !/^(?:0x[\da-f_]+|[\d_\s()*+<-])+$/i.test(text)) return null;
  return Number(new Function(`return ${text}`)());
}

/** Returns the number before a mark, in the unit of the constant. */
function quoted(before: string, name: string): number | null {
  const match = NUMBER.exec(before.replace(/<!--.*?-->/g, ''));
  if (match === null) return null;
  const [, digits, unit = ''] = match;
  const isMilliseconds = /(?:Ms|_MS|MILLISECONDS)(?:Max|_MAX)?$/.test(name);
  const factor = UNITS[unit] ?? (isMilliseconds && unit === 's' ? 1000 : 1);
  return Number(digits!.replaceAll(',', '')) * factor;
}

test('quoted numbers in documents equal those in the code', async () => {
  const wrong: unknown[] = [];
  let marks = 0;
  for (const document of ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...documents('docs'), ...documents('grammar')]) {
    for (const line of readFileSync(document, 'utf8').split('\n')) {
      for (const match of line.matchAll(MARK)) {
        marks++;
        const [mark, file, name] = match as unknown as [string, string, string];
        const says = quoted(line.slice(0, match.index), name);
        const is = await valueIn(file, name);
        if (says === null || says !== is) wrong.push({ document, mark, says, is });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(marks).toBeGreaterThan(30);
});

test('the version of the index format is the same everywhere', async () => {
  const version = String(await valueIn('src/engine/format.ts', 'FORMAT_VERSION'));
  const told = (path: string, pattern: RegExp): (string | undefined)[] =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, found]) => found);
  expect(told('docs/http-api.md', /"indexFormat":(\d+)/g)).toEqual([version]);
  expect(told('docs/index-format.md', /^# Index format, version (\d+)$/gm)).toEqual([version]);
  expect(told('CHANGELOG.md', /^Index format: (\d+)/gm)[0]).toBe(version);
  // Both histories end with this version.
  expect(told('docs/index-format.md', /^\| (\d+) \| [\d.]+ \|/gm).at(-1)).toBe(version);
  expect(told('src/engine/format.ts', /^ \* \| (\d+) \|/gm).at(-1)).toBe(version);
});

test('the version of the program is the same everywhere', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const told = (path: string, pattern: RegExp): (string | undefined)[] =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, found]) => found);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    version: string;
    packages: Record<string, { version?: string }>;
  };
  expect([lock.version, lock.packages['']!.version]).toEqual([version, version]);
  expect(told('README.md', /case-access-([\d.]+)\.tgz/g)).toEqual([version]);
  expect(told('docs/http-api.md', /\{"version":"([\d.]+)","indexFormat"/g)).toEqual([version]);
  // The newest release. Later changes are above it.
  expect(told('CHANGELOG.md', /^## ([\d.]+) \(\d{4}-\d\d-\d\d\)$/gm)[0]).toBe(version);
});

test('a number that differs from the code is found', () => {
  const source =
    'export const bytesMax = 64 * 1024 * 1024;\nconst OPTIONS = { listMax: 64, waitMs: 20_000 };\nlet x = 1;';
  expect(quoted('| a body | 64 MiB', 'bytesMax')).toBe(constantIn(source, 'bytesMax'));
  expect(quoted('a body of 63 MiB', 'bytesMax')).not.toBe(constantIn(source, 'bytesMax'));
  expect(quoted('1 and then 64', 'listMax')).toBe(constantIn(source, 'listMax'));
  expect(quoted('within 20 s', 'waitMs')).not.toBe(constantIn(source, 'bytesMax'));
  expect(constantIn(source, 'absent')).toBeNull();
});
