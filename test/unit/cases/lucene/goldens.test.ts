/** A real index is read like Lucene reads it. `make shared-check` does the same for more and larger ones. */
import { expect, test } from '@jest/globals';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../../../../src/cases/lucene/lucene-index.ts';
import { ipedGolden, unpackIpedCase } from '../../../support/iped-fixture.ts';
import { differencesFromGoldens } from '../../../support/lucene-goldens.mjs';

const casePath = unpackIpedCase('image', 'case/iped/index');

const open = () => openLuceneIndex({ casePath, files: new CaseFiles(casePath), folder: 'iped/index' });

test('segments, fields, terms, postings, stored values and tokens are those that Lucene reads', async () => {
  const index = await open();
  const [segments] = ipedGolden('image', 'segments');
  const goldens = { segments, fields: ipedGolden('image', 'fields'), items: ipedGolden('image', 'items') };
  expect(goldens.items).toHaveLength(100);
  expect(await differencesFromGoldens(index, goldens)).toEqual([]);
  expect(index.problems).toEqual([]);
  expect(await index.verify()).toEqual([]);
  await index.close();
});

test('the files of the index are listed, not others beside them', async () => {
  const index = await open();
  expect(index.files).toEqual(['_0.cfe', '_0.cfs', '_0.si', 'segments_2'].map((name) => `iped/index/${name}`));
  await index.close();
});
