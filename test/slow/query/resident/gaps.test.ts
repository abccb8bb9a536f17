/**
 * Lookups of documents in a list of gaps and in its bitmap, compared with a set. Gaps take one to three bytes, in any mixture.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../../src/codec/byte-writer.ts';
import { BLOCK_SIZE, encodeDocBlock, GAPS } from '../../../../src/engine/postings/doc-block.ts';
import { ResidentKernel } from '../../../../src/query/resident/resident-kernel.ts';

/** Distances of few and of many bytes. Many are about half a block, of which only few fit. */
const distance = fc.oneof(
  fc.integer({ min: 1, max: 128 }),
  fc.integer({ min: 100, max: 400 }),
  fc.integer({ min: 7000, max: 17_000 }),
  fc.integer({ min: 16_380, max: 40_000 }),
);
const distances = fc.oneof(
  fc.array(distance, { maxLength: 40 }),
  fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 400 }),
  fc.array(fc.integer({ min: 4000, max: 16_384 }), { minLength: 3, maxLength: 12 }),
);

function documentsOf(gaps: readonly number[]): Uint32Array {
  let doc = -1;
  const docs = gaps.map((gap) => {
    doc += gap;
    return doc;
  });
  return Uint32Array.from(docs.filter((own) => own < BLOCK_SIZE));
}

const asked = fc.record({
  gaps: distances,
  /** Looks up documents of the list and others: the n-th of those that come next. */
  steps: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 60 }),
  beside: fc.integer({ min: -2, max: 2 }),
  behind: fc.uint8Array({ minLength: 8, maxLength: 8 }),
});

/** The last document of a block, with few documents before it: 65,536 after the start. */
const LAST = [[31], [16_383], [10, 20, 30, 16_400, 32_000, 48_000], []].map((before) => {
  const gaps = [...before, BLOCK_SIZE - 1].map((doc, i) => doc - (i === 0 ? -1 : before[i - 1]!));
  const example: [{ gaps: number[]; steps: number[]; beside: number; behind: Uint8Array }] = [
    { gaps, steps: [before.length], beside: 0, behind: new Uint8Array(8).fill(255) },
  ];
  return example;
});

test('documents of gaps are found, and no others, in any order of batches', () => {
  const resident = new ResidentKernel(new Float64Array(256).fill(1));
  let compared = 0;
  fc.assert(
    fc.property(asked, ({ gaps, steps, beside, behind }) => {
      const docs = documentsOf(gaps);
      const out = new ByteWriter();
      if (docs.length === 0 || encodeDocBlock(docs, 0, docs.length, out) !== GAPS) return;
      compared++;
      const wanted = new Set<number>();
      for (let n = 0, i = -1; n < steps.length && i < docs.length; n++) {
        i += steps[n]! + 1;
        const doc = (docs[Math.min(i, docs.length - 1)] ?? 0) + (n % 2 === 0 ? 0 : beside);
        if (doc >= 0 && doc < BLOCK_SIZE) wanted.add(doc);
      }
      const ascending = [...wanted].sort((a, b) => a - b);
      const expected = ascending.filter((doc) => docs.includes(doc));
      const list = { blocks: Uint32Array.of(0) };
      expect(resident.hasDocs(list, 0)).toBe(false);
      resident.prepare();
      const at = resident.roomFor(out.length + behind.length);
      resident.bytes.set(out.bytes.subarray(0, out.length), at);
      // Other bytes follow the list.
      resident.bytes.set(behind, at + out.length);
      resident.describe(0, 0, 0, GAPS, out.length, docs.length);
      resident.keepDocs(list, 1, at);
      const kept = (from: number, to: number): number[] => {
        const lows = Uint16Array.from(ascending.slice(from, to));
        return [...lows.subarray(0, resident.keepLows(list, 0, lows, to - from, 1))];
      };
      const half = ascending.length >> 1;
      expect([...kept(0, half), ...kept(half, ascending.length)]).toEqual(expected);
      expect(kept(0, ascending.length)).toEqual(expected);
      resident.makeBits(list, 0);
      expect(kept(0, ascending.length)).toEqual(expected);
    }),
    { numRuns: 4000, examples: LAST },
  );
  expect(compared).toBeGreaterThan(2000);
});
