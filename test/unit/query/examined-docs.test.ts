/**
 * Documents that were checked for a phrase. Each is checked once for matches and once for occurrences, in any of several
 * blocks.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_BITS, BLOCK_SIZE } from '../../../src/engine/postings/doc-block.ts';
import { ExaminedDocs } from '../../../src/query/phrase/examined-docs.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const DOCUMENTS = 20;

/** Occurrences by low part of the document, on both sides of the limit of a byte. */
const texts = fc.array(fc.constantFrom(0, 0, 1, 2, 7, 251, 252, 253, 254, 70_000), {
  minLength: DOCUMENTS,
  maxLength: DOCUMENTS,
});
const asks = fc.array(
  fc.record({
    block: fc.constantFrom(3, 3, 3, 4),
    lows: fc.uniqueArray(fc.nat(DOCUMENTS - 1), { minLength: 1 }).map((lows) => lows.sort((a, b) => a - b)),
    isCounted: fc.boolean(),
  }),
  { maxLength: 12, size: 'max' },
);

test('results of documents are cached, and documents are not examined again', () => {
  fc.assert(
    fc.property(texts, texts, asks, (some, others, all) => {
      const examined = ExaminedDocs.claimed()!;
      const looked = new Set<string>();
      let before = -1;
      for (const { block, lows, isCounted } of all) {
        if (block !== before) looked.clear();
        before = block;
        const occurrencesOf = (doc: number) => (doc >>> BLOCK_BITS === 3 ? some : others)[doc % BLOCK_SIZE]!;
        const docs = Uint32Array.from(lows, (low) => block * BLOCK_SIZE + low);
        const found: [number, number][] = [];
        const find: Parameters<ExaminedDocs['forEach']>[4] = (asked, count, visit) => {
          for (let i = 0; i < count; i++) {
            const key = `${asked[i]} ${isCounted}`;
            expect(looked).not.toContain(key);
            looked.add(key);
            const occurrences = occurrencesOf(asked[i]!);
            if (occurrences > 0) visit(i, isCounted ? occurrences : 1);
          }
        };
        examined.forEach(block, docs, docs.length, isCounted, find, (i, occurrences) => found.push([i, occurrences]));
        const expected = [...docs].flatMap((doc, i) => {
          const own = occurrencesOf(doc);
          return own > 0 ? [[i, isCounted ? own : 1]] : [];
        });
        expect(found).toEqual(expected);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});
