/** Orders and counts are those of the naive evaluator, whatever the thresholds: columns in many runs, groups and batches. */
import { describe } from '@jest/globals';
import { SETTINGS, under } from '../support/settings.ts';

const trials = {
  seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  runs: Number(process.env.RUNS ?? 1),
  queries: Number(process.env.QUERIES ?? 25),
};

for (const setting of SETTINGS.filter(({ name }) => name === 'all 1' || name === 'mixed by 2')) {
  const { testAgreement, openEmbedded } = await under(setting, async () => ({
    ...(await import('../conformance/agreement.ts')),
    ...(await import('../conformance/open-embedded.ts')),
  }));
  describe(`where thresholds are ${setting.name}`, () => {
    testAgreement('the embedded engine', openEmbedded, trials);
  });
}
