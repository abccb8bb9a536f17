/**
 * A real case through our index: items, terms, positions and texts equal those that IPED's own code reads. `make shared-check`
 * has more.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { checkCase } from '../../../../src/cases/check-case.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../../src/indexing/verify-index.ts';
import { TermPositions } from '../../../../src/query/phrase/term-positions.ts';
import type { PartRef } from '../../../../src/shared/part-ref.ts';
import { STRANGE_REFS } from '../../../conformance/case-reader.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { differencesOfImport } from '../../../support/imported-goldens.mjs';
import { ipedGolden, unpackIpedCase } from '../../../support/iped-fixture.ts';
import { readAll } from '../../../support/read-case.ts';

const casePath = unpackIpedCase('image');
/** Returns the files of the case with their times. */
const states = (): string[] =>
  readdirSync(casePath, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${lstatSync(join(casePath, name)).mtimeMs}`);
const before = states();
const dataDir = temporaryDir();
let report: Awaited<ReturnType<typeof buildIndex>>;
let index: IndexReader;

beforeAll(async () => {
  report = await buildIndex({ casePath, dataDir });
  index = closedAtEnd(await IndexReader.open(report.indexPath));
});

test('every stored value, term, position and text is that of the case', async () => {
  const items = ipedGolden('image', 'items');
  expect(items).toHaveLength(100);
  expect(await differencesOfImport(index, TermPositions, items)).toEqual([]);
});

test('the index is sound, and a second build is identical', async () => {
  const verified = await verifyIndex({ casePath, dataDir, isDeep: true });
  expect(verified.findings).toEqual([]);
  expect(report).toMatchObject({ items: 100, searchable: 100, texts: 100 });
});

test('the header has the facts of the case about its terms', () => {
  expect(index.header.origin).toMatchObject({
    analysis: { isLowerCased: true, isFolded: true, extraCharacters: '', isLatinOnly: false, tokenUnitsMax: 255 },
    locale: 'en',
    types: { size: 'long', modified: 'date', 'CarvedOffset:number': 'double' },
  });
  expect(index.header.origin!.categories!.map(({ name }) => name)).toContain('Documents');
});

test('the folder of IPED in the case is the case, too: a check counts its items and texts, and the index is the same', async () => {
  const counts = { items: 100, withText: 100, treeNodes: 0, duplicateIds: 0 };
  expect(await checkCase(join(casePath, 'iped'))).toMatchObject(counts);
  expect(await buildIndex({ casePath: join(casePath, 'iped'), dataDir })).toMatchObject({
    isUpToDate: true,
    items: 100,
  });
});

test('nothing is written into the case', () => {
  expect(before.length).toBeGreaterThan(20);
  expect(states()).toEqual(before);
});

test('references that the format did not make are refused, without revealing paths of the machine', async () => {
  const reader = closedAtEnd(await openCase(casePath));
  for (const ref of STRANGE_REFS as readonly PartRef[]) {
    for (const ask of [() => reader.openPart(ref), () => reader.checkPart(ref)]) {
      const fault: unknown = await ask().then(
        () => 'was taken',
        (error: unknown) => error,
      );
      expect([ref, fault]).toEqual([ref, expect.objectContaining({ code: 'NOT_FOUND' })]);
      expect((fault as Error).message).not.toContain(casePath);
    }
  }
});

test('items are the same each time, and so are terms', async () => {
  const reader = closedAtEnd(await openCase(casePath));
  const [segment] = reader.analyzed!.segments;
  const hashOfTerms = async (): Promise<string> => {
    const hash = createHash('sha256');
    const cursor = await segment!.open();
    while (cursor.next()) {
      hash.update(`${cursor.field} `).update(cursor.bytes.subarray(cursor.termStart, cursor.termEnd));
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        for (let i = cursor.from; i < cursor.from + count; i++) hash.update(`${cursor.docs[i]} ${cursor.positions[i]}`);
      }
    }
    cursor.close();
    return hash.digest('hex');
  };
  // Terms may be requested before any item was read.
  const first = await hashOfTerms();
  const items = await readAll(reader);
  expect(items.items).toHaveLength(100);
  expect(items.bytes).toBe(reader.parts.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(await readAll(reader)).toEqual(items);
  expect(await hashOfTerms()).toBe(first);
});
