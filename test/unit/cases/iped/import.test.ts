/** A real case through our index: items, terms, positions and texts are those that IPED's own code reads. `make shared-check` has more. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildIndex } from '../../../../src/build/build-index.ts';
import { verifyIndex } from '../../../../src/build/verify-index.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { TermPositions } from '../../../../src/query/phrase/term-positions.ts';
import { differencesOfImport } from '../../../support/imported-goldens.mjs';
import { ipedGolden, unpackIpedCase } from '../../../support/iped-fixture.ts';

const casePath = unpackIpedCase('image');
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'iped-import-')));
let report: Awaited<ReturnType<typeof buildIndex>>;
let index: IndexReader;

beforeAll(async () => {
  report = await buildIndex({ casePath, dataDir });
  index = await IndexReader.open(report.indexPath);
});
afterAll(async () => {
  await index.close();
  rmSync(dirname(dirname(casePath)), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

test('every stored value, term, position and text is that of the case', async () => {
  const items = ipedGolden('image', 'items');
  expect(items).toHaveLength(100);
  expect(await differencesOfImport(index, TermPositions, items)).toEqual([]);
});

test('the index is sound, and is built the same again', async () => {
  const verified = await verifyIndex({ casePath, dataDir, isDeep: true });
  expect(verified.findings).toEqual([]);
  expect(report).toMatchObject({ items: 100, searchable: 100, texts: 100 });
});

test('the header has what the case says of its terms', () => {
  expect(index.header.origin).toMatchObject({
    analysis: { isLowerCased: true, isFolded: true, extraCharacters: '', isLatinOnly: false, tokenUnitsMax: 255 },
    locale: 'en',
    types: { size: 'long', modified: 'date', 'CarvedOffset:number': 'double' },
  });
  expect(index.header.origin!.categories!.map(({ name }) => name)).toContain('Documents');
});
