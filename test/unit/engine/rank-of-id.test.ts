/** Item ids are found at the same index as by a linear search, however they are spread. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankOfId } from '../../../src/engine/rank-of-id.ts';

test('the rank of an id is that of the first which is not less', () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 ** 24 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(gaps, fc.nat(9), fc.array(fc.nat(2 ** 30), { maxLength: 8 }), (steps, first, others) => {
      let id = first;
      const ids = Uint32Array.from(steps, (step) => (id += step));
      const asked = [0, ...others, ...[...ids].flatMap((known) => [known - 1, known, known + 1])];
      for (const one of asked) {
        const found = ids.findIndex((known) => known >= one);
        expect([one, rankOfId(one, ids)]).toEqual([one, found < 0 ? ids.length : found]);
      }
    }),
    { numRuns: 300 },
  );
});
