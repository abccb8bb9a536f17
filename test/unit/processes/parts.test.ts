/**
 * Values that are split for the channel to engine processes: values of any shape, and streams that were not read yet.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OpenStreams } from '../../../src/processes/open-streams.ts';
import { wireFacets } from '../../../src/processes/parts.ts';
import type { ValuePart } from '../../../src/processes/protocol.ts';
import { RetiredIndexes } from '../../../src/processes/retired-indexes.ts';
import { joinedValue, PART_WEIGHT, valueParts } from '../../../src/processes/value-parts.ts';
import type { FacetAnswer, FacetCount } from '../../../src/search/search-answer.ts';
import { weightOf } from '../../../src/shared/value-weight.ts';

const PIECE = 256 * 1024;
const name = fc.constantFrom('', 'a', 'b', '__proto__');
const filled = <T>(array: new (length: number) => T & { fill(value: number): T }) =>
  fc
    .record({ length: fc.constantFrom(0, 1, PIECE / 8, PIECE, 2 * PIECE + 8), value: fc.nat(255) })
    .map(({ length, value }) => new array(length).fill(value));
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, undefined, true, 1.5, 'short', 'é'.repeat(3000), '😀'.repeat(40_000)),
    filled(Uint8Array),
    filled(Uint32Array),
    filled(Float64Array),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
}));

test('a value is joined from parts that are each short', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      const parts: ValuePart[] = [];
      for await (const part of valueParts(value)) {
        expect(weightOf(part.values, 2 * PART_WEIGHT)).toBeLessThanOrEqual(2 * PART_WEIGHT);
        for (const one of part.values) if (ArrayBuffer.isView(one)) expect(one.byteLength).toBeLessThanOrEqual(PIECE);
        parts.push(structuredClone(part));
      }
      expect(isDeepStrictEqual(await joinedValue(parts), value)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

const counts = (facet: number, total: number): FacetCount[] =>
  Array.from({ length: total }, (_, i) => ({ key: `${facet} ${i}`, items: 1, spellings: [] }));

test('light facets come along with the answer; the others are read on request', async () => {
  let made = 0;
  async function* batches(all: readonly FacetCount[]): AsyncGenerator<readonly FacetCount[]> {
    for (let from = 0; from < all.length; from += 1000) {
      made++;
      yield all.slice(from, from + 1000);
    }
  }
  const totals = Array.from({ length: 40 }, (_, facet) => (facet * 700) % 2800);
  const facets = totals.map(
    (total, facet): FacetAnswer => ({ items: 1, distinct: total, sum: total, counts: batches(counts(facet, total)) }),
  );
  const streams = new OpenStreams(new RetiredIndexes());
  const wired = await wireFacets(facets, streams);
  expect(weightOf(wired, Number.POSITIVE_INFINITY)).toBeLessThan(4 * PART_WEIGHT);
  expect(made).toBeLessThan(12);
  const { signal } = new AbortController();
  for (const [facet, { counts: begun }] of wired.entries()) {
    const read = [...(begun.part ?? [])];
    for (let { stream } = begun; stream !== null; ) {
      const next = await streams.next(stream, signal);
      read.push(...((next.part as FacetCount[] | null) ?? []));
      stream = next.stream;
    }
    expect(read).toEqual(counts(facet, totals[facet]!));
  }
});
