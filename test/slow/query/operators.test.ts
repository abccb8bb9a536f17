/** The suite of operators with the thresholds of production, and with settings in which a few documents are many. */
import { mixed, PRODUCTION, SETTINGS, under } from '../../support/settings.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** One of those that are mixed is drawn: there are many. */
const settings = [...SETTINGS.filter(({ name }) => !name.startsWith('mixed')), mixed(SEED)];

for (const setting of settings) {
  const { describeOperators } = await under<typeof import('../../conformance/operator.ts')>(
    setting,
    new URL('../../conformance/operator.ts', import.meta.url),
  );
  const isProduction = setting === PRODUCTION;
  describeOperators(setting.name, { seed: SEED, runs: isProduction ? 10 : 40, isProduction });
}
