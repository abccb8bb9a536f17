/** Counts of several sources, added up by key. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts } from '../../../src/search/compare-texts.ts';
import { combinedFacet } from '../../../src/search/merged-facets.ts';
import type { FacetAnswer, FacetCount } from '../../../src/search/search-answer.ts';
import type { ValuesFacet } from '../../../src/search/search-request.ts';

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

test('adds what sources have of each key, and shows the first over all, or of those that several have', async () => {
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

test('compares texts by code point', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\uffff', '\ue000', '😀', '\ud7ff') });
  fc.assert(fc.property(text, text, (a, b) => Math.sign(compareTexts(a, b)) === Math.sign(byCodePoint(a, b))));
});
