import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { axisOf } from '../../../src/page/timeline/axis.ts';

const DAY = 86_400_000;

test('labels of the axis never overlap, and the first one is at its beginning', () => {
  const spans = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(spans, (gaps) => {
      let at = 0;
      const axis = axisOf(
        gaps.map((gap) => {
          at += gap * DAY;
          return { from: at, to: at + DAY };
        }),
      );
      expect(axis.ticks[0]!.at).toBeCloseTo(0, 9);
      for (const [i, tick] of axis.ticks.slice(1).entries()) {
        expect(tick.at - axis.ticks[i]!.at).toBeGreaterThan(0.1);
        expect(axis.partOf(tick.time)).toBeCloseTo(tick.at, 9);
      }
    }),
  );
});
