/** Counts of several sources, summed by key. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  COMPARED_VALUES_MAX,
  combinedFacet,
  refuseTooManyCompared,
  refuseTooManyFacets,
} from '../../../../src/search/combined/merged-facets.ts';
import { compareTexts } from '../../../../src/search/compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../../../../src/search/search-answer.ts';
import type { Facet, ValuesFacet } from '../../../../src/search/search-request.ts';
import { MemoryPool, QueryMemory } from '../../../../src/shared/query-memory.ts';

const key = fc.constantFrom('', 'a', 'ab', 'b', 'É', '\uffff', '😀', 'z');
const counts = fc.dictionary(key, fc.integer({ min: 1, max: 5 }));

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function answerOf(own: Readonly<Record<string, number>>): FacetAnswer {
  const sorted = Object.entries(own).sort(([a], [b]) => byCodePoint(a, b));
  const found = sorted.map(([one, items]): FacetCount => ({ key: one, items, spellings: [{ value: one, items }] }));
  async function* batches(): AsyncGenerator<readonly FacetCount[]> {
    for (let from = 0; from < found.length; from += 2) yield found.slice(from, from + 2);
    yield [];
  }
  const sum = found.reduce((all, { items }) => all + items, 0);
  return { items: sum, distinct: found.length, sum, counts: batches() };
}

test('adds the counts of each key, and shows the first over all, or of those that several sources have', async () => {
  const first = fc.option(fc.record({ count: fc.nat(5), order: fc.constantFrom('count' as const, 'value' as const) }), {
    nil: undefined,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(counts, { minLength: 1, maxLength: 4 }),
      first,
      fc.constantFrom(1, 2, 3),
      async (sources, shown, minSources) => {
        if (sources.length === 1 && minSources === 1) return;
        const facet: ValuesFacet = {
          kind: 'values',
          field: 'f',
          minSources,
          ...(shown === undefined ? {} : { first: shown }),
        };
        const combined = await combinedFacet(facet, sources.map(answerOf));
        const sums = new Map<string, number>();
        for (const source of sources) {
          for (const [one, items] of Object.entries(source)) sums.set(one, (sums.get(one) ?? 0) + items);
        }
        const all = [...sums]
          .filter(([one]) => sources.filter((source) => one in source).length >= minSources)
          .sort(([a], [b]) => byCodePoint(a, b));
        const best = shown?.order === 'count' ? [...all].sort(([, a], [, b]) => b - a) : all;
        const expected = best.slice(0, shown?.count ?? all.length).sort(([a], [b]) => byCodePoint(a, b));
        const sum = all.reduce((total, [, items]) => total + items, 0);
        expect({ ...combined, counts: combined.counts.map(({ key: one, items }) => [one, items]) }).toEqual({
          items: [...sums.values()].reduce((total, items) => total + items, 0),
          distinct: all.length,
          sum,
          counts: expected,
        });
        for (const { items, spellings } of combined.counts) expect(spellings[0]!.items).toBe(items);
      },
    ),
  );
});

test('with more intervals than wanted only their number is returned, and returned counts are accounted for', async () => {
  const facet = { kind: 'interval', field: 'f', interval: 'day', timeZone: 'UTC', most: 2 } as const;
  const [few, many] = [
    { a: 1, b: 2 },
    { a: 1, b: 2, c: 3 },
  ];
  const none = { counts: [], distinct: 3, sum: 0 };
  expect(await combinedFacet(facet, [answerOf(many)])).toEqual({ ...none, items: 6 });
  expect(await combinedFacet(facet, [answerOf(few), answerOf(many)])).toEqual({ ...none, items: 9 });
  expect((await combinedFacet(facet, [answerOf(few)])).counts).toHaveLength(2);
  const memory = new QueryMemory({ query: 1000, pool: new MemoryPool(1e9) });
  await combinedFacet(facet, [answerOf(few)], memory);
  await combinedFacet(facet, [answerOf(few), answerOf(few)], memory);
  expect(memory.held).toBeGreaterThan(800);
  await expect(combinedFacet(facet, [answerOf(few)], memory)).rejects.toMatchObject({
    code: 'QUERY_INVALID',
    message: expect.stringContaining('(the values of the facets)'),
  });
  memory.releaseTo(0);
});

const unread = (distinct: number): FacetAnswer => ({
  items: distinct,
  distinct,
  sum: distinct,
  counts: {
    [Symbol.asyncIterator]: () => {
      throw new Error('was read');
    },
  },
});

test('several facets with too many values in several sources are refused before any is read', () => {
  const values = { kind: 'values', field: 'f', first: { count: 20, order: 'count' } } as const;
  const days = { kind: 'interval', field: 'f', interval: 'day', timeZone: 'UTC', most: 2 } as const;
  const half = COMPARED_VALUES_MAX / 2;
  const checked = (facets: readonly Facet[], ...distinct: readonly number[][]) =>
    refuseTooManyCompared(facets, (i) => distinct[i]!.map(unread));
  const refusal = {
    code: 'QUERY_INVALID',
    message: expect.stringContaining(`${COMPARED_VALUES_MAX + 1} values in all sources`),
  };
  expect(() => checked([values, values], [half, 1], [half, 0])).toThrow(expect.objectContaining(refusal));
  checked([values, values], [half, 0], [half, 0]);
  // No values are compared, because there is only one facet or one source, or only the number of values is requested.
  checked([values, values], [10 * half, half], [0, 0]);
  checked([values, values], [10 * half], [half]);
  checked([days, values], [10 * half, 3], [half, half]);
});

test('the minimum that facets need is refused before any count is read, and only that', () => {
  const memory = new QueryMemory({ query: 1000, pool: new MemoryPool(1e9) });
  const hours = { kind: 'interval', field: 'f', interval: 'hour', timeZone: 'UTC' } as const;
  const values = { kind: 'values', field: 'f' } as const;
  const refused = (facets: readonly Facet[], ...distinct: number[]): boolean => {
    try {
      refuseTooManyFacets(facets, () => distinct.map(unread), memory);
      return false;
    } catch (fault) {
      expect(fault).toMatchObject({ code: 'QUERY_INVALID', message: expect.stringContaining('of the facets)') });
      return true;
    } finally {
      expect(memory.held).toBe(0);
    }
  };
  expect(refused([hours], 5)).toBe(false);
  expect(refused([hours], 6)).toBe(true);
  expect(refused([hours, hours], 3)).toBe(true);
  // Keys may be the same in all sources, so only the largest number of one source is certain.
  expect(refused([hours], 3, 5, 4)).toBe(false);
  expect(refused([{ ...hours, most: 5 }], 6)).toBe(false);
  expect(refused([values], 6)).toBe(true);
  expect(refused([{ ...values, first: { count: 2, order: 'count' } }], 6)).toBe(false);
  expect(refused([{ ...values, minSources: 2 }], 6, 6)).toBe(false);
});

test('compares texts by code point', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\uffff', '\ue000', '😀', '\ud7ff') });
  fc.assert(fc.property(text, text, (a, b) => Math.sign(compareTexts(a, b)) === Math.sign(byCodePoint(a, b))));
});
