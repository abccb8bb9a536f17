/** Lists of sloppy phrases under thresholds with which few documents, or few positions, count as many. */
import { expect, test } from '@jest/globals';
import { SETTINGS, under } from '../../support/settings.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const CHOSEN = ['production', 'all 1', 'mixed by 2', 'of pruning'];
const module = new URL('./many-phrases.ts', import.meta.url);

test.each(SETTINGS.filter(({ name }) => CHOSEN.includes(name)))(
  'lists of sloppy phrases find what they should where thresholds are $name',
  async (setting) => {
    const { agreesOnPhrases } = await under<typeof import('./many-phrases.ts')>(setting, module);
    await expect(agreesOnPhrases(3, SEED)).resolves.toBeUndefined();
  },
  120_000,
);
