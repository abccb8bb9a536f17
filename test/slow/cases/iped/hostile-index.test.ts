/**
 * Indexes of IPED with matching checksums that expand enormously, and items that contradict themselves. They are refused, or
 * read in bounded memory, with omitted parts in the report.
 */
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROPERTIES_UNITS_MAX } from '../../../../src/cases/bounded-properties.ts';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import {
  BATCH_BYTES_MAX,
  BATCH_VALUES_MAX,
  DOCUMENT_TEXT_UNITS_MAX,
  READ_VALUES_MAX,
} from '../../../../src/cases/lucene/limits.ts';
import { openLuceneIndex } from '../../../../src/cases/lucene/lucene-index.ts';
import type { StoredDocument } from '../../../../src/cases/lucene/lucene-segment.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { type StoredPairs, type WrittenItem, writeIpedCase } from '../../../support/iped-writer.ts';
import { change } from '../../../support/lucene-files.ts';
import { readAll } from '../../../support/read-case.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const item = (id: number, more: StoredPairs = []): WrittenItem => ({
  stored: [['id', id], ['name', `n${id}`], ...more],
  text: `heron ${id}`,
});
/** Returns the offset after codec, version, id and suffix. */
const behindHeader = (bytes: Buffer): number => 4 + 1 + bytes[4]! + 4 + 16 + 1;

async function read(items: readonly WrittenItem[]): Promise<Awaited<ReturnType<typeof readAll>>> {
  let all: Awaited<ReturnType<typeof readAll>> | null = null;
  await withTempDir(async (dir) => {
    await writeIpedCase(dir, items);
    const opened = await openCase(dir);
    all = await readAll(opened);
    await opened.close();
  });
  return all!;
}

test('two thousand million documents in a hundred bytes are refused before anything is allocated for them', async () => {
  const dir = temporaryDir();
  await writeIpedCase(dir, [item(1)]);
  const index = join(dir, 'iped/index');
  const claimed = 2 ** 31 - 129;
  change(index, '_0.si', (si) => {
    si.writeInt32LE(claimed, behindHeader(si) + 12 + 1);
    return si;
  });
  change(index, '_0.fdm', (fdm) => {
    // The size of a chunk comes first.
    fdm.writeInt32LE(claimed, behindHeader(fdm) + 3);
    return fdm;
  });
  const before = process.memoryUsage.rss();
  await expect(openCase(dir)).rejects.toMatchObject({
    code: 'CASE_UNREADABLE',
    message: expect.stringMatching(/"iped\/index\/_0\.fdt" has \d+ bytes, too few for the 2147483519 documents/),
  });
  expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 2 ** 20);
});

test('documents of very many values are passed on some at a time', async () => {
  const dir = temporaryDir();
  const values: StoredPairs = Array.from({ length: BATCH_VALUES_MAX / 2 }, () => ['v', 1] as const);
  await writeIpedCase(
    dir,
    [1, 2, 3, 4, 5].map((id) => item(id, values)),
  );
  const index = closedAtEnd(
    await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(dir), folder: 'iped/index' }),
  );
  const batches: number[] = [];
  const docs: number[] = [];
  for await (const batch of index.segments[0]!.storedDocuments()) {
    batches.push(batch.reduce((sum, document) => sum + document.values.length, 0));
    docs.push(...batch.map(({ doc }) => doc));
  }
  expect(Math.max(...batches)).toBeLessThan(BATCH_VALUES_MAX * 1.5);
  expect(docs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const first = await index.segments[0]!.firstDocuments(new Set(['id']));
  expect(first.length).toBeLessThan(6);
  expect(first.flatMap((document) => document.values.map(({ field }) => field.name))).toEqual(['id', 'id']);
});

test('values over the limit of a record are cut and reported', async () => {
  const long = ['a', 'b', 'c', 'd', 'e'].map((letter) => ['note', letter.repeat(7 * 2 ** 20)] as const);
  const { items, problems } = await read([item(1, long), item(2)]);
  const [first, second] = items;
  const units = first!.properties
    .flatMap(([name, values]) => [name, ...values])
    .reduce((sum, text) => sum + text.length, 0);
  expect(units).toBe(PROPERTIES_UNITS_MAX);
  expect(second!.properties).toEqual([
    ['id', ['2']],
    ['name', ['n2']],
  ]);
  expect(problems).toEqual([
    expect.objectContaining({ id: 1, kind: 'limit', reason: expect.stringContaining('were cut at 33554432') }),
  ]);
});

test('texts of a document over the limit of a record never become strings', async () => {
  const long = (letter: string): string => letter.repeat(DOCUMENT_TEXT_UNITS_MAX / 2);
  const values: StoredPairs = [
    ['a', long('a')],
    // Each of these characters has two units and four bytes.
    ['b', '😀'.repeat(DOCUMENT_TEXT_UNITS_MAX / 4 - 1)],
    ['c', `x${long('é')}`],
    ['d', 'skipped'],
  ];
  const dir = temporaryDir();
  await writeIpedCase(dir, [item(1, values), item(2, [['a', 'b']])]);
  const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(dir), folder: 'iped/index' });
  const documents: StoredDocument[] = [];
  for await (const batch of index.segments[0]!.storedDocuments()) documents.push(...batch);
  await index.close();
  const texts = documents.map(({ values: stored }) => stored.filter(({ kind }) => kind === 'string'));
  const units = texts.map((all) => all.reduce((sum, { value }) => sum + String(value).length, 0));
  const whole = [...values, ['name', 'n1']].reduce((sum, [, value]) => sum + String(value).length, 0);
  expect(units[1]).toBe(DOCUMENT_TEXT_UNITS_MAX);
  expect(documents[1]!.leftOut).toEqual({ units: whole - DOCUMENT_TEXT_UNITS_MAX, values: 0 });
  expect(texts[1]!.map(({ field }) => field.name)).toEqual(['name', 'a', 'b']);
  expect(texts[3]!.map(({ value }) => value)).toEqual(['n2', 'b']);
  expect(documents[3]!.leftOut).toEqual({ units: 0, values: 0 });
});

test('values beyond the maximum number for a document are reported', async () => {
  const { items, problems } = await read([
    item(
      1,
      Array.from({ length: READ_VALUES_MAX + 10 }, () => ['v', 1] as const),
    ),
    item(2),
  ]);
  expect(items.map(({ properties }) => properties.reduce((sum, [, all]) => sum + all.length, 0))).toEqual([
    READ_VALUES_MAX,
    2,
  ]);
  // Its id and name come before them.
  expect(problems).toEqual([
    expect.objectContaining({ id: 1, kind: 'limit', reason: 'values were cut at 500000, 12 values skipped' }),
  ]);
});

test('documents of many bytes are passed on some at a time', async () => {
  const dir = temporaryDir();
  const long = 'a'.repeat(BATCH_BYTES_MAX / 2);
  await writeIpedCase(
    dir,
    [1, 2, 3, 4, 5].map((id) => item(id, [['note', long]])),
  );
  const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(dir), folder: 'iped/index' });
  const batches: number[] = [];
  for await (const batch of index.segments[0]!.storedDocuments()) {
    batches.push(batch.reduce((sum, { bytes }) => sum + bytes, 0));
  }
  await index.close();
  expect(Math.max(...batches)).toBeLessThan(BATCH_BYTES_MAX * 1.5);
  expect(batches.length).toBeGreaterThan(2);
});

test('ids of other types, parents in cycles or nowhere, and names with a meaning in JavaScript', async () => {
  const { items, problems } = await read([
    item(1, [['parentId', '2']]),
    item(2, [['parentId', '1']]),
    item(3, [['parentId', '3']]),
    item(4, [['parentId', '-1']]),
    item(5, [['parentId', '99999999999']]),
    item(6, [
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['', 'z'],
    ]),
    { stored: [['id', '7'] as const, ['name', 'a text']], text: 'a' },
    { stored: [['id', Buffer.of(1)] as const, ['name', 'bytes']], text: 'b' },
    item(6),
  ]);
  expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
    [1, 2],
    [2, 1],
    [3, 3],
    [4, null],
    [5, null],
    [6, null],
    [6, null],
  ]);
  expect(items[5]!.properties.slice(2)).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
    ['', ['z']],
  ]);
  expect(problems.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['record', 'document 13: its id is not a non-negative number: string'],
    ['record', 'document 15: its id is not a non-negative number: binary'],
    ['orphan', expect.stringContaining('2 pieces of text belong to items')],
  ]);
});

test('whichever file is missing, a refused case leaves none open', async () => {
  // Where the system lists open files.
  if (!existsSync('/proc/self/fd')) return;
  const dir = unpackIpedCase('report');
  const index = join(dir, 'iped/index');
  const left = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const file = readlinkSync(join('/proc/self/fd', fd));
        return file.startsWith(dir) ? [file] : [];
      } catch {
        return [];
      }
    });
  let refused = 0;
  for (const name of readdirSync(index)) {
    renameSync(join(index, name), join(dir, 'away'));
    await openCase(dir).then(
      (opened) => opened.close(),
      () => refused++,
    );
    renameSync(join(dir, 'away'), join(index, name));
    expect([name, left()]).toEqual([name, []]);
  }
  expect(refused).toBeGreaterThan(3);
  rmSync(join(dir, '../..'), { recursive: true });
});
