/** Orders and counts are those of the naive evaluator, whatever the thresholds: columns in many runs, groups and batches. */
import { describe } from '@jest/globals';
import { SETTINGS, under } from '../support/settings.ts';

type Agreement = typeof import('../conformance/agreement.ts');
type Embedded = typeof import('../conformance/open-embedded.ts');

const trials = {
  seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  runs: Number(process.env.RUNS ?? 1),
  queries: Number(process.env.QUERIES ?? 25),
};

for (const setting of SETTINGS.filter(({ name }) => name === 'all 1' || name === 'mixed by 2')) {
  const { testAgreement } = await under<Agreement>(setting, new URL('../conformance/agreement.ts', import.meta.url));
  const { openEmbedded } = await under<Embedded>(setting, new URL('../conformance/open-embedded.ts', import.meta.url));
  describe(`where thresholds are ${setting.name}`, () => {
    testAgreement('the embedded engine', openEmbedded, trials);
  });
}
