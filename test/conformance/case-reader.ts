/**
 * What every case format must guarantee, whatever its layout: items, parts, problems, fingerprint, hostile references, closing,
 * and no writes. A format passes a writer of its cases and calls this in a test file of its own.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CaseFormat, CaseLocation } from '../../src/cases/case-format.ts';
import type { ByteInput, CaseItem, CaseReader } from '../../src/cases/case-reader.ts';
import { openCase } from '../../src/cases/open-case.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { PartRef } from '../../src/shared/part-ref.ts';
import type { TermCursor } from '../../src/shared/term-cursor.ts';
import { readAll } from '../support/read-case.ts';
import { withTempDir } from '../support/tiny-case.ts';

export interface ConformanceItem {
  readonly id: number;
  readonly parentId?: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly text?: string;
  readonly content?: string;
  readonly thumb?: string;
}

export interface ConformanceFormat {
  readonly format: CaseFormat;
  /** Whether its cases provide their own terms. */
  readonly isAnalyzed: boolean;
  /**
   * Default: items whose ids and properties are of every kind. A format that cannot have those passes its own, of the same
   * shape.
   */
  readonly items?: readonly ConformanceItem[];
  /** Writes a case with these items into an empty directory. The `broken` records among them cannot be read. */
  write(dir: string, items: readonly ConformanceItem[], broken: number): Promise<void>;
  /** References of the format's own shape to missing parts. */
  readonly hostileRefs: readonly PartRef[];
}

const ITEMS: readonly ConformanceItem[] = [
  {
    id: 7,
    properties: { name: ['a.txt'], tag: ['x y', '', 'é\u0301'], __proto__x: ['1'] },
    text: 'Grüße, the heron',
    content: 'bytes of a',
  },
  { id: 3, parentId: 7, properties: {}, text: '' },
  { id: 2 ** 31 - 1, properties: { name: ['b'], 'my field': ['2021-03-04'] }, content: '', thumb: 'a picture' },
  { id: 0, properties: { length: ['12345678901234567890'] }, text: 'x'.repeat(100_000) },
];

/** References that no format makes: of a different shape, or out of any range. */
export const STRANGE_REFS: readonly unknown[] = [
  [],
  [null],
  [null, null, null],
  ['../../etc/passwd'],
  ['../../etc/passwd', null, null],
  ['/etc/passwd', 0, 10],
  ['a\0b', null, null],
  ['x'.repeat(100_000), null, null],
  [-1],
  [0.5],
  [Number.NaN],
  [1e300],
  [Number.POSITIVE_INFINITY, 0],
  [['nested']],
  [{ file: 'case.json' }],
  { file: 'case.json' },
  'case.json',
  7,
  true,
];

function itemsOf({ items }: ConformanceFormat): readonly ConformanceItem[] {
  return items ?? ITEMS;
}

export function describeCaseReader(name: string, given: ConformanceFormat): void {
  describe(`${name} conforms as a case format`, () => {
    describeItems(given);
    describeParts(given);
    describeLife(given);
  });
}

async function withReader(
  given: ConformanceFormat,
  body: (reader: CaseReader, dir: string) => Promise<void>,
  broken = 0,
): Promise<void> {
  await withTempDir(async (root) => {
    const dir = join(root, 'case');
    await mkdir(dir);
    await given.write(dir, itemsOf(given), broken);
    const reader = await openCase(dir, [given.format]);
    try {
      await body(reader, dir);
    } finally {
      await reader.close();
    }
  });
}

function describeItems(given: ConformanceFormat): void {
  test('returns items in order, with their properties as spelled', () =>
    withReader(given, async (reader) => {
      const { items, problems } = await readAll(reader);
      expect(problems).toEqual([]);
      expect(items.map(({ id, parentId }) => [id, parentId])).toEqual(
        itemsOf(given).map(({ id, parentId }) => [id, parentId ?? null]),
      );
      expect(items.map(({ properties }) => properties)).toEqual(
        itemsOf(given).map(({ properties }) => Object.entries(properties)),
      );
    }));

  test('returns the same items again, and reports its progress', () =>
    withReader(given, async (reader) => {
      const first = await readAll(reader);
      expect(await readAll(reader)).toEqual(first);
      expect(first.bytes).toBe(reader.parts.reduce((sum, { bytes }) => sum + bytes, 0));
      expect(reader.parts.map(({ index }) => index)).toEqual(reader.parts.map((_part, n) => n));
    }));

  test('reports unreadable records, and continues after them', () =>
    withReader(
      given,
      async (reader) => {
        const { items, problems } = await readAll(reader);
        expect(items.map(({ id }) => id)).toEqual(itemsOf(given).map(({ id }) => id));
        expect(problems.map(({ kind }) => kind)).toEqual(['record', 'record']);
        for (const { reason, file } of problems) expect([reason.length > 0, file.length > 0]).toEqual([true, true]);
      },
      2,
    ));

  test('reports a count that differs from the announced one', () =>
    withReader(given, async (reader) => {
      const { itemCountExpected } = reader;
      expect(reader.countProblem(itemCountExpected ?? itemsOf(given).length)).toBeNull();
      if (itemCountExpected === null) expect(reader.countProblem(itemsOf(given).length + 1)).toBeNull();
      else expect(reader.countProblem(itemCountExpected + 1)).toMatchObject({ kind: 'case', id: null });
    }));

  test('provides terms if its kind of case does, the same each time, in order', () =>
    withReader(given, async ({ analyzed }) => {
      expect(analyzed !== null).toBe(given.isAnalyzed);
      if (analyzed === null) return;
      expect(new Set(analyzed.fields.map(({ name }) => name)).size).toBe(analyzed.fields.length);
      for (const segment of analyzed.segments) {
        const terms = listTerms(await segment.open());
        expect(terms.length).toBeGreaterThan(0);
        expect(listTerms(await segment.open())).toEqual(terms);
        expect([...terms].sort(compareTerms)).toEqual(terms);
      }
    }));
}

function describeParts(given: ConformanceFormat): void {
  test('returns the bytes of parts, completely, by range and by position', () =>
    withReader(given, async (reader) => {
      const { items } = await readAll(reader);
      for (const [n, item] of items.entries()) {
        const { text, content, thumb } = itemsOf(given)[n]!;
        // A row or artifact without a text gets its values as text.
        if (item.isRowText === true) expect(text).toBeUndefined();
        else if (typeof item.text === 'string') expect(item.text).toBe(text);
        else await expectBytes(reader, item.text, text);
        await expectBytes(reader, item.content, content);
        await expectBytes(reader, item.thumb, thumb);
      }
    }));

  test('returns references that survive JSON and a second opening', () =>
    withReader(given, async (reader, dir) => {
      const { content } = (await readAll(reader)).items[0]!;
      const other = await openCase(dir, [given.format]);
      try {
        await expectBytes(other, JSON.parse(JSON.stringify(content)) as PartRef, itemsOf(given)[0]!.content);
      } finally {
        await other.close();
      }
    }));

  test('refuses references that it did not make, without revealing paths of the machine', () =>
    withReader(given, async (reader, dir) => {
      for (const ref of [...(STRANGE_REFS as readonly PartRef[]), ...given.hostileRefs]) {
        for (const ask of [() => reader.openPart(ref), () => reader.checkPart(ref)]) {
          const fault: unknown = await ask().then(
            () => 'was taken',
            (error: unknown) => error,
          );
          expect([ref, fault]).toEqual([ref, expect.any(AppError)]);
          const { code, message } = fault as AppError;
          expect([ref, code]).toEqual([ref, 'NOT_FOUND']);
          expect(message).not.toContain(dir);
          expect(message.length).toBeLessThan(600);
        }
      }
    }));
}

function describeLife(given: ConformanceFormat): void {
  test('is recognized by its directory, and by no other', () =>
    withReader(given, async (reader, dir) => {
      expect(reader.format).toMatchObject({ name: given.format.name, version: given.format.version });
      expect(await given.format.detect(locationOf(dir))).toBeNull();
      await withTempDir(async (empty) => {
        expect(await given.format.detect(locationOf(empty))).toMatch(/\S/);
        await expect(openCase(empty, [given.format])).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
      });
    }));

  test('has a fingerprint that changes if and only if the case does', () =>
    withReader(given, async (reader, dir) => {
      const before = await reader.fingerprint();
      expect(await reader.fingerprint()).toBe(before);
      await withTempDir(async (root) => {
        await given.write(root, [...itemsOf(given), { id: 12, properties: { name: ['new'] } }], 0);
        const other = await openCase(root, [given.format]);
        expect(await other.fingerprint()).not.toBe(before);
        await other.close();
      });
      const again = await openCase(dir, [given.format]);
      expect(await again.fingerprint()).toBe(before);
      await again.close();
    }));

  test('closes to new parts at once, and to open ones when they are done', () =>
    withReader(given, async (reader) => {
      const { content } = (await readAll(reader)).items[0]!;
      const source = await reader.openPart(content!);
      await reader.close();
      await reader.close();
      await expect(reader.openPart(content!)).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
      expect(await streamed(source)).toBe(itemsOf(given)[0]!.content);
      await source.close();
      await source.close();
      await expect(source.read(new Uint8Array(1), 0)).rejects.toThrow(/closed/);
    }));

  test('writes nothing into the case', () =>
    withReader(given, async (reader, dir) => {
      const before = everythingBelow(dir);
      for (const item of (await readAll(reader)).items) {
        for (const ref of [item.text, item.content, item.thumb]) {
          if (ref !== null && typeof ref !== 'string') await (await reader.openPart(ref)).close();
        }
      }
      await reader.fingerprint();
      await reader.close();
      expect(everythingBelow(dir)).toEqual(before);
    }));
}

async function expectBytes(reader: CaseReader, ref: CaseItem['content'], content: string | undefined): Promise<void> {
  expect(ref === null).toBe(content === undefined);
  if (ref === null || content === undefined) return;
  await reader.checkPart(ref);
  const source = await reader.openPart(ref);
  const bytes = Buffer.from(content);
  expect(source.bytes).toBe(bytes.length);
  expect(await streamed(source)).toBe(content);
  expect(await streamed(source, 2, 5)).toBe(bytes.subarray(2, 5).toString());
  const target = Buffer.alloc(bytes.length + 3);
  expect(await source.read(target, 1)).toBe(Math.max(0, bytes.length - 1));
  expect(target.subarray(0, Math.max(0, bytes.length - 1)).equals(bytes.subarray(1))).toBe(true);
  await source.close();
}

async function streamed(source: ByteInput, start?: number, end?: number): Promise<string> {
  return Buffer.concat((await source.stream(start, end).toArray()) as Buffer[]).toString();
}

interface ListedTerm {
  readonly field: number;
  readonly term: Buffer;
  readonly occurrences: readonly number[];
}

function listTerms(source: TermCursor): ListedTerm[] {
  const terms: ListedTerm[] = [];
  while (source.next()) {
    const occurrences: number[] = [];
    const term = Buffer.from(source.bytes.subarray(source.termStart, source.termEnd));
    for (let count = source.read(); count > 0; count = source.read()) {
      for (let i = source.from; i < source.from + count; i++) occurrences.push(source.docs[i]!, source.positions[i]!);
    }
    terms.push({ field: source.field, term, occurrences });
  }
  source.close();
  return terms;
}

function compareTerms(a: ListedTerm, b: ListedTerm): number {
  return a.field - b.field || Buffer.compare(a.term, b.term);
}

function locationOf(dir: string): CaseLocation {
  return { path: dir, realPath: dir, isFile: false, options: {} };
}

/** Returns path, size, time and bytes of every file. */
function everythingBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = lstatSync(path);
    const hash = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
    return [path, size, mtimeMs, hash].join(' ');
  });
}
