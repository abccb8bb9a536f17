/** The kernel's answers about documents of a block, compared with arrays of numbers. Imported under a setting. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../../src/codec/byte-writer.ts';
import { BLOCK_SIZE, BLOCK_WORDS, encodeDocBlock } from '../../../../src/engine/postings/doc-block.ts';
import { kernel } from '../../../../src/query/resident/this-thread.ts';
import { format } from '../../../../src/shared/thresholds.ts';
import { expectSameNumbers } from '../../../support/same-numbers.ts';

/** Low halves of documents: borders of words and blocks, dense and in intervals, few and all. */
const borders = [0, 1, 31, 32, 63, 64, 65, 127, 128, 129, 16_383, 16_384, 65_472, 65_534, 65_535];
const ascending = (values: readonly number[]) =>
  [...new Set(values.map((value) => value % BLOCK_SIZE))].sort((a, b) => a - b);
const shape = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...borders), { minLength: 1 }).map(ascending),
  fc.uniqueArray(fc.nat(BLOCK_SIZE - 1), { minLength: 1, maxLength: Math.min(300, BLOCK_SIZE) }).map(ascending),
  fc.tuple(fc.nat(BLOCK_SIZE - 1), fc.integer({ min: 1, max: 5000 })).map(([from, count]) => range(from, count, 1)),
  fc.tuple(fc.nat(50), fc.integer({ min: 2, max: 600 })).map(([from, step]) => range(from, BLOCK_SIZE, step)),
  fc
    .tuple(fc.infiniteStream(fc.oneof(fc.nat(20), fc.nat(300))), fc.integer({ min: 20, max: 900 }))
    .map(([gaps, count]) => apart(gaps, count)),
  fc.constantFrom(range(0, BLOCK_SIZE, 1), range(1, BLOCK_SIZE, 3), [BLOCK_SIZE - 1]),
);

function range(from: number, count: number, step: number): number[] {
  const out: number[] = [];
  for (let low = from; low < Math.min(BLOCK_SIZE, from + count * step); low += step) out.push(low);
  return out;
}

/** Documents at distances such that gaps take one byte and two. */
function apart(gaps: Iterable<number>, count: number): number[] {
  const out: number[] = [];
  let low = -1;
  for (const gap of gaps) {
    low += gap + 1;
    if (low >= BLOCK_SIZE || out.length === count) break;
    out.push(low);
  }
  return out.length === 0 ? [0] : out;
}

function bitmapOf(lows: readonly number[]): Uint32Array {
  const words = new Uint32Array(BLOCK_WORDS);
  for (const low of lows) words[low >>> 5]! |= 1 << (low & 31);
  return words;
}

/** Makes a block of a list resident, in the form that it has in an index. */
function resident(lows: readonly number[]) {
  const out = new ByteWriter();
  const form = encodeDocBlock(Uint32Array.from(lows), 0, lows.length, out);
  const list = { blocks: Uint32Array.of(BLOCK) };
  kernel.prepare();
  expect(kernel.hasDocs(list, BLOCK)).toBe(false);
  const at = kernel.roomFor(out.length);
  kernel.bytes.set(out.bytes.subarray(0, out.length), at);
  kernel.describe(0, BLOCK, 0, form, out.length, lows.length);
  kernel.keepDocs(list, 1, at);
  return { list, form };
}

/** The number of the block. */
const BLOCK = 3;

/** Counts and lists a set of documents. */
export function setsAgree(): void {
  const bases = fc.constantFrom(0, BLOCK_SIZE, 2 ** 31);
  fc.assert(
    fc.property(shape, bases, (lows, base) => {
      const words = bitmapOf(lows);
      expect(kernel.bits.count(words)).toBe(lows.length);
      const out = new Uint32Array(lows.length + 2);
      expect(kernel.bits.list(words, base, out, 1)).toBe(lows.length + 1);
      expect([...out]).toEqual([0, ...lows.map((low) => base + low), 0]);
    }),
    { numRuns: 60 },
  );
}

/** Looks up documents in blocks of every form, independently of earlier lookups. Returns the forms met. */
export function lookUpsAgree(): Set<number | null> {
  const forms = new Set<number | null>();
  fc.assert(
    fc.property(shape, shape, fc.boolean(), (asked, own, isEvery) => {
      const { form, list } = resident(own);
      forms.add(form);
      const ranks = new Map(own.map((low, rank) => [low, rank]));
      const lows = isEvery ? range(0, BLOCK_SIZE, 1) : asked;
      const out = new Int32Array(lows.length + 1).fill(7);
      const docs = Uint32Array.from(lows, (low) => 5 * BLOCK_SIZE + low);
      const found = kernel.rankLows(list, BLOCK, docs, lows.length, out);
      const expected = lows.map((low) => ranks.get(low) ?? -1);
      expectSameNumbers(out, [...expected, 7], 'ranks');
      expect(found).toBe(expected.filter((rank) => rank >= 0).length);
      for (const wanted of [0, 1] as const) {
        const kept = Uint16Array.from(lows);
        const left = kernel.keepLows(list, BLOCK, kept, lows.length, wanted);
        const those = lows.filter((low) => ranks.has(low) === (wanted === 1));
        expectSameNumbers(kept.subarray(0, left), those, `those that are there: ${wanted}`);
      }
    }),
    { numRuns: format.blockBits > 10 ? 40 : 80 },
  );
  return forms;
}

/** Pairs of documents, groups of them that are far apart, and intervals. */
const apartFrom: Readonly<Record<string, number[]>> = {
  'pairs, one every 37': range(0, BLOCK_SIZE, 1).filter((low) => low % 37 < 2),
  'pairs, one every 300': range(0, BLOCK_SIZE, 1).filter((low) => low % 300 < 2),
  'groups with gaps of three bytes': [0, 20_001, 45_003].flatMap((from) => range(from, 60, 3)),
  intervals: [0, 9000, 30_000].flatMap((from) => range(from, 5000, 1)),
};

/** Looks up some documents of a list, each alone. Skipped groups of gaps end before, in and after the document. */
export function singlesAgree(): void {
  const out = new Int32Array(1);
  for (const [name, own] of Object.entries(apartFrom)) {
    const { list } = resident(own);
    const asked = own.length < 5000 ? own : own.filter((_, i) => i % 61 === 0);
    const told = asked.map((low) => {
      kernel.rankLows(list, BLOCK, [low], 1, out);
      return out[0]!;
    });
    const ranks = new Map(own.map((low, rank) => [low, rank]));
    expectSameNumbers(
      told,
      asked.map((low) => ranks.get(low)!),
      `ranks of ${name}`,
    );
  }
}
