/**
 * Long, seeded, bounded: damages and kills until the rounds are done, and prints figures. Ends with 1 where anything
 * failed. Usage: node test/torture/main.mjs [--seed N] [--rounds N]; SEED and TORTURE_ROUNDS say the same.
 */
import { damageRounds } from './damage-rounds.mjs';
import { killRounds } from './kill-rounds.mjs';

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  const value = Number(at < 0 ? otherwise : process.argv[at + 1]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} wants a number`);
  process.exit(2);
};
const seed = option('seed', process.env.SEED ?? 1);
const rounds = option('rounds', process.env.TORTURE_ROUNDS ?? 300);

/** Damage is cheap and kills are dear: ten of the one for one of the other. */
const RUNS = [
  { name: 'damaged indexes', run: damageRounds, rounds: rounds * 10 },
  { name: 'killed builds', run: killRounds, rounds },
];

let failed = 0;
for (const { name, run, rounds: total } of RUNS) {
  const started = performance.now();
  let told = 0;
  const onRound = (figures) => {
    if (figures.rounds - told < total / 10) return;
    told = figures.rounds;
    console.error(`${name}: ${figures.rounds} of ${total}`);
  };
  const { figures, failures } = await run({ rounds: total, seed, onRound });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const text = Object.entries(figures).map(([what, count]) => `${what} ${count}`);
  console.log(`${name}: ${text.join(', ')}, failures ${failures.length}; ${seconds} s, seed ${seed}`);
  for (const failure of failures) console.log(`  ${failure}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;
