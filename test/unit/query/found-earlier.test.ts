/** Later parts of a source need not look for everything that earlier parts found. */
import { describe, expect, test } from '@jest/globals';
import { foundEarlier } from '../../../src/query/found-earlier.ts';

describe('results of earlier parts', () => {
  test('are the same for all parts of a source, and different for each source', () => {
    const [one, two, alone, other, again] = foundEarlier([
      { partOf: 'a' },
      { partOf: 'a' },
      {},
      { partOf: 'b' },
      { partOf: 'a' },
    ]);
    expect(one).not.toBeNull();
    expect(two).toBe(one);
    expect(alone).toBeNull();
    expect(other).not.toBe(one);
    expect(again).not.toBe(one);
    expect(again).not.toBe(other);
  });

  test('exclude items that are worse than as many items as are wanted', () => {
    const [earlier] = foundEarlier([{ partOf: 'a' }]);
    const scores = Float64Array.of(5, 3, 2);
    earlier!.addBest(scores, 4);
    expect(earlier!.threshold).toBe(Number.NEGATIVE_INFINITY);
    earlier!.addBest(scores, 2);
    expect(earlier!.threshold).toBe(3);
    earlier!.addBest(scores, 3);
    expect(earlier!.threshold).toBe(3);
  });

  test('are without hints if one part gives none', () => {
    const [earlier] = foundEarlier([{ partOf: 'a' }]);
    earlier!.addHints(['a hint']);
    expect(earlier!.areWithoutHints).toBe(false);
    earlier!.addHints([]);
    expect(earlier!.areWithoutHints).toBe(true);
  });
});
