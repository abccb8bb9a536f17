/** A case in Portuguese that includes its lists of names. Queries in IPED's syntax accept these names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parseIpedQuery } from '../../../../grammar/iped/parse.ts';
import { parseQuery } from '../../../../grammar/parse.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { collectDocs, runToCompletion } from '../../../../src/query/execute.ts';
import { Planner } from '../../../../src/query/plan/planner.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';

const casePath = unpackIpedCase('tiny');
const dataDir = temporaryDir();
let index: IndexReader;

beforeAll(async () => {
  const folder = join(casePath, 'iped/localization');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(casePath, 'iped/LocalConfig.txt'), 'locale = pt-BR\n');
  writeFileSync(join(folder, 'iped-properties_pt_BR.properties'), 'category = categoria\nsize = tamanho\n');
  writeFileSync(
    join(folder, 'iped-categories_pt_BR.properties'),
    'Other\\ Images = Outras Imagens\nImages = Imagens\nDocuments = Documenta\\u00e7\\u00e3o\n',
  );
  const report = await buildIndex({ casePath, dataDir });
  index = closedAtEnd(await IndexReader.open(report.indexPath));
});

const found = (query: ReturnType<typeof parseQuery>): number =>
  runToCompletion(collectDocs(runToCompletion(new Planner(index, ['content']).plan(query)))).length;

test.each([
  ['categoria:"outras imagens"', 'category:"other images"'],
  ['category:"OUTRAS IMAGENS"', 'category:"other images"'],
  ['category:"other images"', 'category:"other images"'],
  ['categoryTree:imagens', 'categoryTree:images'],
  ['categoryTree:documentacao', 'categoryTree:documents'],
  ['tamanho:[1 TO *]', 'size:[1 TO *]'],
])('%s is %s', (iped, own) => {
  const expected = found(parseQuery(own));
  expect(expected).toBeGreaterThan(0);
  expect(found(parseIpedQuery(iped))).toBe(expected);
});
