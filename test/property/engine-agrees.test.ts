/**
 * Random cases are written, built and opened. Random queries of every form and nesting run on the engine and on the naive
 * evaluator, and the answers must be equal. This uses the thresholds of production and, on fewer cases, settings in which a few
 * items count as many.
 *
 * RUNS= sets the number of cases (default 4), QUERIES= that of queries on each (default 120), SEED= repeats a run.
 */
import { describe, test } from '@jest/globals';
import { mixed, PRODUCTION, SETTINGS, type Setting, under } from '../support/settings.ts';

const RUNS = Number(process.env.RUNS ?? 4);
const QUERIES = Number(process.env.QUERIES ?? 120);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const TIMEOUT = RUNS * 5000 + 30_000;

/** Only one of the mixed settings is drawn, because there are many. `SETTINGS=all` also uses the listed ones. */
const listed = SETTINGS.filter(({ name }) => process.env.SETTINGS === 'all' || !name.startsWith('mixed'));
const SMALL = [...listed.filter((setting) => setting !== PRODUCTION), mixed(SEED)];

const agreement = (setting: Setting) =>
  under<typeof import('./agreement.ts')>(setting, new URL('./agreement.ts', import.meta.url));

describe(`the engine agrees with the naive evaluator (SEED=${SEED})`, () => {
  test(
    'on the set of every query',
    async () => {
      const { agreesOnSets } = await agreement(PRODUCTION);
      await agreesOnSets({ seed: SEED, cases: RUNS, queries: QUERIES, tiny: 0 });
    },
    TIMEOUT,
  );

  test(
    'on words near each other',
    async () => {
      const { agreesOnNear } = await agreement(PRODUCTION);
      await agreesOnNear({ seed: SEED + 6, cases: Math.ceil(RUNS / 2), queries: QUERIES, tiny: 0 });
    },
    TIMEOUT,
  );

  test(
    'on which queries are errors',
    async () => {
      const { agreesOnErrors } = await agreement(PRODUCTION);
      await agreesOnErrors({ seed: SEED + 1, cases: Math.ceil(RUNS / 8), queries: 20, tiny: 0 });
    },
    TIMEOUT,
  );

  test(
    'on queries in the syntax of IPED',
    async () => {
      const { agreesOnIped } = await agreement(PRODUCTION);
      await agreesOnIped({ seed: SEED + 5, cases: Math.ceil(RUNS / 4), queries: QUERIES, tiny: 0 });
    },
    TIMEOUT,
  );

  test(
    'on the order by relevance, as far as scores differ',
    async () => {
      const { agreesOnRanking } = await agreement(PRODUCTION);
      await agreesOnRanking({ seed: SEED + 2, cases: Math.ceil(RUNS / 4), queries: QUERIES, tiny: 0 });
    },
    TIMEOUT,
  );

  describe.each(SMALL)('where thresholds are $name', (setting) => {
    test(
      'on the set of every query',
      async () => {
        const { agreesOnSets } = await agreement(setting);
        await agreesOnSets({ seed: SEED + 3, cases: Math.ceil(RUNS / 6), queries: QUERIES, tiny: 120 });
      },
      TIMEOUT,
    );

    test(
      'on the order by relevance',
      async () => {
        const { agreesOnRanking } = await agreement(setting);
        await agreesOnRanking({ seed: SEED + 4, cases: Math.ceil(RUNS / 3), queries: QUERIES / 4, tiny: 120 });
      },
      TIMEOUT,
    );
  });
});
