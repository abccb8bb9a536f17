/** Words at the beginning and end of each value of a property. */
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import type { OpenedSource } from '../../../src/sources/open-source.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { openItems } from '../../support/opened-case.ts';

const TITLES = [
  ['ana bia'],
  ['x', 'ana rio bia', 'y'],
  ['x y', '', 'rio ana'],
  ['bia ana rio ana bia'],
  ['日本語', 'ana'],
];

let source: OpenedSource;

beforeAll(async () => {
  source = await openItems(TITLES.map((title, n) => ({ id: n + 1, properties: { title } })));
});

test.each([
  ['ana FIRST/1', [1, 2, 5]],
  ['ana FIRST/2', [1, 2, 3, 4, 5]],
  ['ana NOT FIRST/1', [3, 4]],
  ['ana LAST/1', [3, 5]],
  ['ana LAST/2', [1, 3, 4, 5]],
  ['ana NOT LAST/2', [2, 4]],
  ['"rio bia" LAST/1', [2]],
  ['"rio bia" FIRST/1', []],
  ['(y OR bia) LAST/1 FIRST/1', [2]],
  ['本語 LAST/1', [5]],
  ['日本 LAST/1', []],
  ['日本 LAST/2', [5]],
  ['(bia FIRST/1) NEAR/3 rio', [4]],
  ['rio NOT NEAR/1 (ana FIRST/1)', [3, 4]],
])('title:(%s)', async (text, ids) => {
  expect(await new AskedSource(source).ids(parseQuery(`title:(${text})`))).toEqual(ids);
});
