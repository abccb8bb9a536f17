import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { temporaryDir } from '../../support/endings.ts';
import { openIndex } from '../../support/open-index.ts';
import { writeCase } from '../../support/tiny-case.ts';

/** Number of items, more than the number of points in a chunk (2,033), so that pieces end within a column. */
const ITEMS = 9000;

interface Numbered {
  readonly id: number;
  /** One number in every item; two in some, none in others. */
  readonly one: number;
  readonly some: readonly number[];
}

const items: Numbered[] = Array.from({ length: ITEMS }, (_, i) => ({
  id: (i * 7919) % 10_007,
  one: (i * 3571) % 8191,
  some: i % 5 === 0 ? [] : i % 3 === 0 ? [i % 700, (i * 31) % 700, i % 700] : [i % 700],
}));

/**
 * Ranges that are narrow and wide: some become a list, some a bitmap, some have more than half of all items, and some are at
 * the borders between these.
 */
const BOUNDS: readonly (readonly [number | null, number | null])[] = [
  [null, 0],
  [5, 5],
  [100, 101],
  [100, 128],
  [100, 131],
  [100, 133],
  [4000, 4095],
  [null, 4088],
  [4088, 4090],
  [null, 4500],
  [3, 8189],
  [1, null],
  [null, 100_000],
  [600, 699],
  [9000, null],
];

describe('a range of numbers', () => {
  test('has the items with one, single or not, however many', async () => {
    const dir = temporaryDir();
    const path = await writeCase(
      join(dir, 'case'),
      items.map(({ id, one, some }) => ({
        id,
        properties: { one: [one], ...(some.length > 0 && { some }) },
        text: 'x',
      })),
    );
    const index = await openIndex(path, join(dir, 'data'));
    const search = AskedSource.of(index);
    for (const field of ['one', 'some'] as const) {
      expect(index.fields.get(field)?.numbers?.isSingleValued).toBe(field === 'one');
      for (const [lower, upper] of BOUNDS) {
        const text = `${field}:[${lower ?? '*'} TO ${upper ?? '*'}]`;
        const expected = items
          .filter((item) =>
            [item[field]].flat().some((value) => value >= (lower ?? -1) && value <= (upper ?? Number.MAX_VALUE)),
          )
          .map(({ id }) => id)
          .sort((a, b) => a - b);
        expect([text, await search.count(parseQuery(text))]).toEqual([text, expected.length]);
        expect([text, ...(await search.ids(parseQuery(text)))]).toEqual([text, ...expected]);
        const rest = parseQuery(`+x -${text}`);
        expect([text, await search.count(rest)]).toEqual([text, ITEMS - expected.length]);
        expect(await search.ids(parseQuery(`+x +${text}`))).toEqual(await search.ids(parseQuery(text)));
      }
    }
    await index.close();
  });
});
