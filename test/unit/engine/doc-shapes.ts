import fc from 'fast-check';

/** Sets of low parts of documents, ascending, in the shapes at which the forms of a block and their kernels change. */
export const LENGTHS = [1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097];

const lengths = fc.oneof(fc.constantFrom(...LENGTHS), fc.integer({ min: 1, max: 300 }));

/** This many documents, evenly spread with jitter. */
const spread = fc.tuple(lengths, fc.nat()).map(([length, seed]) => {
  const step = Math.floor(65_536 / length);
  return Array.from({ length }, (_, i) => i * step + ((seed + i * 7919) % step));
});
/** Dense in a window: every document but a few. */
const dense = fc
  .tuple(fc.nat(60_000), fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 2, max: 50 }))
  .map(([from, length, hole]) =>
    range(from, Math.min(65_536, from + length)).filter((low) => low % hole !== 1 || low === from),
  );
/** A few intervals, some of one document, some touching the ends of the block. */
const intervals = fc
  .array(fc.tuple(fc.nat(9000), fc.integer({ min: 1, max: 3000 })), { minLength: 1, maxLength: 8 })
  .map((pieces) => {
    const docs: number[] = [];
    let at = 0;
    for (const [gap, length] of pieces) {
      const from = at === 0 ? gap * (gap % 2) : at + gap + 1;
      docs.push(...range(from, Math.min(65_536, from + length)));
      at = from + length;
    }
    return docs;
  })
  .filter((docs) => docs.length > 0);
/** Few and far apart: gaps around the borders of two and three bytes. */
const sparse = fc
  .array(fc.constantFrom(1, 2, 127, 128, 129, 16_383, 16_384, 16_385, 16_386, 40_000), { minLength: 1, maxLength: 6 })
  .map((gaps) => {
    const docs: number[] = [];
    let low = -1;
    for (const gap of gaps) {
      low += gap;
      if (low < 65_536) docs.push(low);
    }
    return docs;
  });
const ends = fc.constantFrom(
  [0],
  [65_535],
  [0, 65_535],
  range(0, 65_536),
  range(1, 65_536),
  range(0, 65_535),
  [31, 32, 63, 64],
);

export const docSets: fc.Arbitrary<number[]> = fc.oneof(spread, dense, intervals, sparse, ends);

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
