/**
 * Long, seeded, bounded: damages, kills and loads until the rounds are done, and prints figures, finally as one JSON object.
 * Ends with 1 if anything failed. Usage: node test/torture/main.mjs [--seed N] [--rounds N] [--seconds N] [--hours N] [--only
 * NAME]; SEED, TORTURE_ROUNDS, SECONDS and HOURS have the same meanings.
 */
import { damageRounds } from './damage-rounds.mjs';
import { deadlineRounds } from './deadline-rounds.mjs';
import { engineRounds } from './engine-rounds.mjs';
import { fileRounds } from './file-rounds.mjs';
import { ipedRounds } from './iped-rounds.mjs';
import { killRounds } from './kill-rounds.mjs';
import { linearizabilityRounds } from './linearizability-rounds.mjs';
import { restartRounds } from './restart-rounds.mjs';
import { CLIENTS_OF_SOAK, HOUR_OF_A_CLIENT, soakRounds } from './soak.mjs';
import { STORM_PARTS, stormRounds } from './storm.mjs';
import { streamRounds } from './stream-rounds.mjs';
import { worstQueryRounds } from './worst-queries.mjs';

const USAGE = `Usage: node test/torture/main.mjs [--seed N] [--rounds N] [--seconds N] [--hours N] [--only NAME]

Examples:
  node test/torture/main.mjs --only "worst queries" --rounds 50
  node test/torture/main.mjs --only "hours of soak, compressed" --hours 1

Parts:`;

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  const value = Number(at < 0 ? otherwise : process.argv[at + 1]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} wants a number`);
  process.exit(2);
};
const seed = option('seed', process.env.SEED ?? 1);
const rounds = option('rounds', process.env.TORTURE_ROUNDS ?? 300);
/** For the soak. A part of the storm takes a twelfth of it. */
const seconds = option('seconds', process.env.SECONDS ?? 60);
/** For the compressed soak. */
const hours = option('hours', process.env.HOURS ?? 1);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;

/** Damage is cheap and kills are expensive, so there are ten of the former for one of the latter. */
const ALL = [
  { name: 'damaged indexes', run: damageRounds, rounds: rounds * 10 },
  { name: 'killed builds', run: killRounds, rounds },
  { name: 'restarted servers', run: restartRounds, rounds: Math.ceil(rounds / 6) },
  { name: 'order of bookmark changes', run: linearizabilityRounds, rounds: Math.ceil(rounds / 6) },
  { name: 'killed engines', run: engineRounds, rounds },
  { name: 'cut streams', run: streamRounds, rounds: Math.ceil(rounds / 6) },
  { name: 'damaged files', run: fileRounds, rounds: Math.ceil(rounds / 6) },
  { name: 'damaged cases of IPED', run: ipedRounds, rounds: rounds * 7 },
  { name: 'endless searches', run: deadlineRounds, rounds: Math.ceil(rounds / 30) },
  // A stopping server waits for current requests, but not as long as they may take.
  { name: 'endless searches, long', run: (given) => deadlineRounds({ ...given, searchSeconds: 40 }), rounds: 1 },
  { name: 'worst queries', run: worstQueryRounds, rounds: rounds * 2 },
  { name: 'storm', run: (given) => stormRounds({ ...given, seconds: seconds / 12 }), rounds: STORM_PARTS.length },
  { name: 'soak', run: (given) => soakRounds({ ...given, seconds }), rounds: seconds },
  // The requests of twenty-four clients in an hour, sent as fast as they are answered.
  {
    name: 'hours of soak, compressed',
    run: (given) => soakRounds({ ...given, seconds, requests: hours * CLIENTS_OF_SOAK * HOUR_OF_A_CLIENT }),
    // Their approximate time on two idle cores.
    rounds: seconds + hours * 180,
  },
];
if (process.argv.includes('--help')) {
  console.log(`${USAGE}\n${ALL.map(({ name }) => `  ${name}`).join('\n')}`);
  process.exit(0);
}
const RUNS = ALL.filter(({ name }) => (only === null ? name !== 'soak' || hours === 0 : name === only));
if (RUNS.length === 0) {
  console.error(`there is no part ${only}; --help names them`);
  process.exit(2);
}

let failed = 0;
const summary = [];
for (const { name, run, rounds: total } of RUNS) {
  const started = performance.now();
  let told = 0;
  const onRound = (figures) => {
    if (figures.rounds - told < total / 10) return;
    told = figures.rounds;
    console.error(`${name}: ${figures.rounds} of ${total}`);
  };
  const { figures, failures } = await run({ rounds: total, seed, onRound });
  const took = ((performance.now() - started) / 1000).toFixed(0);
  const text = Object.entries(figures).map(([what, count]) => `${what} ${count}`);
  console.log(`${name}: ${text.join(', ')}, failures ${failures.length}; ${took} s, seed ${seed}`);
  for (const failure of failures) console.log(`  ${failure}`);
  failed += failures.length;
  summary.push({ name, seconds: Number(took), failures: failures.length, ...figures });
}
console.log(JSON.stringify({ seed, node: process.version, runs: summary }));
process.exitCode = failed === 0 ? 0 : 1;
