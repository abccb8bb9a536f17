import { describe, test } from '@jest/globals';
import * as production from '../../../src/shared/thresholds.ts';
import { SETTINGS, under } from '../../support/settings.ts';

const { format, tuning } = production;
const FORMAT = { ...format, packBits: 2, blockBits: 6 };
const module = new URL('./parts-scored.ts', import.meta.url);
/** Small settings have many blocks and packs of few items. */
const [ITEMS, FEW] = [1500, 240];

describe('parts of an index score like one index of all items', () => {
  test.each([
    ['with thresholds of production', ITEMS, tuning],
    ['the best packs of a term first', ITEMS, { ...tuning, risingFrom: 1 }],
    ['block by block', ITEMS, { ...tuning, rankedTogether: 1 }],
  ])('%s', async (_, items, own) => {
    const parts = await under<typeof import('./parts-scored.ts')>({ format, tuning: own }, module);
    await parts.partsScoreLikeOneIndex(items);
    await parts.partsScoreLikeOneIndex(items, 11);
    await parts.partsScoreLikeOneIndex(items, 400);
    await parts.theBestAreStruck(4000);
  });

  const rising = { format: FORMAT, tuning: { ...tuning, risingFrom: 1, scoredFirst: 1, scoredAll: 1 } };
  const some = SETTINGS.filter(({ name }) => ['all 2', 'mixed by 1', 'of pruning'].includes(name));
  test.each([['small packs, the best first', rising] as const, ...some.map((one) => [one.name, one] as const)])(
    '%s',
    async (_, setting) => {
      const parts = await under<typeof import('./parts-scored.ts')>(setting, module);
      await parts.partsScoreLikeOneIndex(FEW);
      await parts.partsScoreLikeOneIndex(FEW, 5);
      await parts.partsScoreLikeOneIndex(FEW, 70);
    },
  );
});
