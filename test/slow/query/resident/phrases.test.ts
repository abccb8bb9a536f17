/** Phrases in the kernel, over settings: groups and packs of one posting and of many, skips after every position. */
import { describe, expect, test } from '@jest/globals';
import { PRODUCTION, SETTINGS, under } from '../../../support/settings.ts';

describe.each(SETTINGS)('thresholds $name', (setting) => {
  test('exact and near phrases are found where the naive way finds them, and as often', async () => {
    const { exactAgrees, nearAgrees } = await under<typeof import('./phrases-agree.ts')>(
      setting,
      new URL('./phrases-agree.ts', import.meta.url),
    );
    const numRuns = setting === PRODUCTION ? 150 : 60;
    expect(exactAgrees(numRuns)).toBeGreaterThan(numRuns / 3);
    const { found, lost } = nearAgrees(numRuns);
    if (setting.tuning.bulkTermsMax > 1) expect(Math.min(found, lost)).toBeGreaterThan(0);
  });
});
