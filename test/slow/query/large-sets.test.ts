/**
 * Sets that are bitmaps are ordered from the ends of columns and counted by groups, with the same result as one by one. Sets of
 * any size collapse.
 */
import { expect, test } from '@jest/globals';
import { SETTINGS, under } from '../../support/settings.ts';

type Agree = typeof import('./large-sets-agree.ts');

const QUESTIONS = Number(process.env.QUERIES ?? 40);

for (const setting of SETTINGS.filter(({ name }) => ['all 1', 'all 64'].includes(name))) {
  test(`orders and counts equal the naive ones if thresholds are ${setting.name}`, async () => {
    const { agreesOnLargeSets } = await under<Agree>(setting, new URL('./large-sets-agree.ts', import.meta.url));
    for (const seed of [1, 2]) await agreesOnLargeSets(seed, QUESTIONS);
    expect.hasAssertions();
  });
}
