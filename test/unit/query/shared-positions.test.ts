/** Sloppy phrases of words at one position: pieces of a long word, and words that a hyphen divides at the end of a line. */
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import type { SearchRequest } from '../../../src/search/search-request.ts';
import type { OpenedSource } from '../../../src/sources/open-source.ts';
import { openItems } from '../../support/opened-case.ts';

const LONG = Array.from({ length: 120 }, (_, n) => String(100 + n)).join('');
const [FIRST, SECOND] = [LONG.slice(0, 255), LONG.slice(128, 360)];
const TEXTS = [
  LONG,
  `${LONG} ${SECOND}`,
  `${SECOND} ${LONG}`,
  `${LONG} x x x x ${SECOND}`,
  `${LONG} x ${LONG}`,
  'sun-\nflower',
  `${LONG} ${'y '.repeat(300)}${LONG} ${SECOND}`,
  `${LONG} ${SECOND} ${LONG}`,
];

let source: OpenedSource;

beforeAll(async () => {
  source = await openItems(TEXTS.map((text, n) => ({ id: n + 1, text })));
});

test.each([
  [`"${FIRST} ${SECOND}"~2`, [2, 3, 5, 7, 8]],
  [`"${SECOND} ${FIRST}"~2`, [2, 3, 5, 7, 8]],
  [`"${FIRST} ${SECOND}"~4`, [2, 3, 4, 5, 7, 8]],
  [`"${FIRST} ${SECOND} x"~3`, [5]],
  [`"${FIRST} ${SECOND} ${FIRST}"~2`, [8]],
  ['"sunflower flower"~1', [6]],
  ['"sun sunflower flower"~3', []],
])('%#: %.40s', async (text, ids) => {
  const query = parseQuery(text);
  const sources = [{ source: source.name }];
  expect(await idsOf({ query, sources, want: ['ids'] })).toEqual(ids);
  expect(await idsOf({ query, sources, sort: { by: 'relevance' }, limit: 10, want: ['ids'] })).toEqual(ids);
});

async function idsOf(request: SearchRequest): Promise<number[]> {
  const [outcome] = await source.engine.search(request);
  if (outcome?.kind !== 'value') throw outcome?.fault;
  const ids: number[] = [];
  for await (const batch of outcome.value.items ?? []) ids.push(...batch.ids);
  return ids.sort((a, b) => a - b);
}
