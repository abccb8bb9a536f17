/** NEAR in the resident kernel under thresholds with which few documents, or few positions, count as many. */
import { expect, test } from '@jest/globals';
import { SETTINGS, under } from '../../support/settings.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const CHOSEN = ['production', 'all 1', 'mixed by 1', 'mixed by 3'];
const module = new URL('./near-lists.ts', import.meta.url);

test.each(SETTINGS.filter(({ name }) => CHOSEN.includes(name)))(
  'NEAR finds what it should if thresholds are $name',
  async (setting) => {
    const { agreesOnNear } = await under<typeof import('./near-lists.ts')>(setting, module);
    const { answered, found } = await agreesOnNear(4, SEED);
    expect(answered).toBeGreaterThan(60);
    expect(found).toBeGreaterThan(500);
  },
);
