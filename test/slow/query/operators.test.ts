/** The suite of operators with the thresholds of production, and with settings in which a few documents count as many. */
import { mixed, PRODUCTION, SETTINGS, type Setting, under } from '../../support/settings.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
/** Random trees under each setting. */
const RUNS = Number(process.env['RUNS'] ?? 12);

/**
 * One of the mixed settings is drawn, because there are many. Under the other settings, some steps are skipped unless
 * SETTINGS=all is given.
 */
const listed = SETTINGS.filter(({ name }) => !name.startsWith('mixed'));
const isListed = ({ name }: Setting) => process.env['SETTINGS'] === 'all' || !['all 2', 'all 64'].includes(name);
const settings = [...listed.filter(isListed), mixed(SEED)];

for (const setting of settings) {
  const { describeOperators } = await under<typeof import('../../conformance/operator.ts')>(
    setting,
    new URL('../../conformance/operator.ts', import.meta.url),
  );
  const isProduction = setting === PRODUCTION;
  describeOperators(setting.name, { seed: SEED, runs: isProduction ? Math.ceil(RUNS / 4) : RUNS, isProduction });
}
