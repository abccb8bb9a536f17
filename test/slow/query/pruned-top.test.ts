import { describe, test } from '@jest/globals';
import * as production from '../../../src/shared/thresholds.ts';
import { under } from '../../support/settings.ts';

const { format, tuning } = production;

describe('the best documents are the same as when scoring every match, whatever was skipped', () => {
  test.each([
    ['with thresholds of production', tuning],
    ['with the best packs of a term first, whatever is excluded', { ...tuning, risingFrom: 1 }],
    ['block by block, whatever the number of terms', { ...tuning, rankedTogether: 1 }],
    ['in a few calls, whatever the number of terms', { ...tuning, rankedTogether: 24 }],
    // With this limit, the kernel drops its lists in the middle of queries.
    ['with room for few lists', { ...tuning, residentBytes: 2 ** 14 }],
    ['with room for few lists, block by block', { ...tuning, residentBytes: 2 ** 12, rankedTogether: 1 }],
  ])('%s', async (_, own) => {
    const module = new URL('./best-of-all-scored.ts', import.meta.url);
    const { bestAreThoseOfScoringAll } = await under<typeof import('./best-of-all-scored.ts')>(
      { format, tuning: own },
      module,
    );
    await bestAreThoseOfScoringAll();
  });
});
