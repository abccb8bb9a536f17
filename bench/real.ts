/**
 * `node dist/bench/real.js --case DIR [--work DIR] [--engines A,B] [--per-class N] [--rounds N] [--commands A,B] [--class PREFIX]`.
 *
 * A case of many real texts (real-case.ts) beside Lucene and tantivy, by class of query: the public queries, and phrases,
 * intersections, unions and negations of words that stand together. Indexes that are there are taken, others are built.
 * Answers are compared before times are.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAgreement } from './compare/agreement.ts';
import { exportCorpus } from './corpus/export.ts';
import { allEngines, workDirectory } from './engines/engines.ts';
import type { Command } from './engines/line-process.ts';
import { largeQueries } from './queries/large-classes.ts';
import { readGameQueries } from './queries/search-benchmark-game.ts';
import type { BenchQuery } from './queries/tree.ts';
import { Random } from './random.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: workDirectory },
    engines: { type: 'string', default: 'case-access,lucene,tantivy' },
    commands: { type: 'string', default: 'COUNT,IDS,TOP_10,TOP_10_COUNT' },
    class: { type: 'string', default: '' },
    'per-class': { type: 'string', default: '30' },
    rounds: { type: 'string', default: '2' },
    iterations: { type: 'string', default: '3' },
    first: { type: 'boolean', default: false },
  },
});
if (values.case === undefined) throw new Error('real.js needs --case DIR; make bench-real-case makes one');
const name = basename(values.case);
const corpus = await exportCorpus(name, values.case, join(values.work, 'corpora', name));
const engines = allEngines().filter(
  (engine) => values.engines.split(',').includes(engine.name) && engine.unavailable(corpus) === null,
);
const directoryOf = (engine: { readonly name: string }) => join(values.work, 'indexes', name, engine.name);
for (const engine of engines) {
  if (existsSync(directoryOf(engine))) continue;
  mkdirSync(directoryOf(engine), { recursive: true });
  const { seconds, bytes, peakBytes } = await engine.build(corpus, directoryOf(engine), 2);
  console.log(`${engine.name}: ${seconds.toFixed(0)} s, ${megabytes(bytes)} MB, peak ${megabytes(peakBytes)} MB`);
}

const queries = [
  ...readGameQueries(join('bench', 'queries', 'search-benchmark-game.tsv')),
  ...largeQueries(corpus.profile, Number(values['per-class']), 1),
].filter((query) => query.class.startsWith(values.class));
const start = () =>
  engines.map((engine) => ({
    engine,
    process: engine.serve(corpus, directoryOf(engine), values.first ? 1 : Number(values.iterations)),
  }));

const checked = start();
const { agreeing, disagreements } = await checkAgreement(checked, queries);
for (const { engine, query, found, expected } of disagreements) {
  console.log(`DISAGREES ${engine} on ${query}: ${found}, not ${expected}`);
}
if (disagreements.some(({ knownReason }) => knownReason === null)) process.exitCode = 1;

/** By command, class and engine: the best time of each query. */
const best = new Map<string, Map<BenchQuery, number>>();
const random = new Random(1);
for (const command of values.commands.split(',') as Command[]) {
  // A process of its own for a first ask: nothing is kept from an earlier one.
  const running = values.first ? start() : checked;
  for (let round = 0; round <= (values.first ? 0 : Number(values.rounds)); round++) await ask(running, command, round);
  if (values.first) for (const { process } of running) await process.end();
}
for (const { process } of checked) await process.end();
report();

async function ask(running: typeof checked, command: Command, round: number): Promise<void> {
  for (const [query, names] of random.shuffled([...agreeing])) {
    for (const { engine, process } of random.shuffled(running)) {
      if (!names.has(engine.name)) continue;
      const answer = await process.ask(command, engine.query(query) as string);
      if (answer.kind !== 'answer' || (round === 0 && !values.first)) continue;
      const key = `${command}\t${engine.name}`;
      const times = best.get(key) ?? new Map<BenchQuery, number>();
      best.set(key, times);
      times.set(query, Math.min(times.get(query) ?? Number.POSITIVE_INFINITY, answer.microseconds));
    }
  }
}

/** For each class and command: our mean and median, then for each peer the geometric mean of ratios, and the ratio of means. */
function report(): void {
  const peers = engines.slice(1).map((engine) => engine.name);
  const classes = [...new Set(queries.map((query) => query.class)), 'all'];
  const head = `${'class'.padEnd(26)} ${'command'.padEnd(13)}${'n'.padStart(5)} ${'mean'.padStart(9)} ${'median'.padStart(8)}`;
  console.log(head + peers.map((peer) => `  ${peer.padEnd(9)} mean   geo  of means`).join(''));
  for (const command of values.commands.split(',')) {
    for (const name of classes) {
      const own = times(command, engines[0]!.name, name);
      if (own.size === 0) continue;
      const sorted = [...own.values()].sort((a, b) => a - b);
      const cells = peers.map((peer) => cellOf(own, times(command, peer, name)));
      console.log(
        `${name.padEnd(26)} ${command.padEnd(13)}${String(own.size).padStart(5)} ${mean(sorted).toFixed(1).padStart(9)} ` +
          `${sorted[sorted.length >> 1]!.toFixed(1).padStart(8)}${cells.join('')}`,
      );
    }
  }
}

function times(command: string, engine: string, name: string): Map<BenchQuery, number> {
  const all = best.get(`${command}\t${engine}`) ?? new Map<BenchQuery, number>();
  return new Map([...all].filter(([query]) => name === 'all' || query.class === name));
}

function cellOf(own: ReadonlyMap<BenchQuery, number>, peer: ReadonlyMap<BenchQuery, number>): string {
  const pairs = [...own].flatMap(([query, time]) => (peer.has(query) ? [[time, peer.get(query)!] as const] : []));
  const geo = Math.exp(mean(pairs.map(([a, b]) => Math.log(a / b))));
  const ofMeans = mean(pairs.map(([a]) => a)) / mean(pairs.map(([, b]) => b));
  return `${mean(pairs.map(([, b]) => b))
    .toFixed(1)
    .padStart(16)} ${geo.toFixed(2).padStart(5)} ${ofMeans.toFixed(2).padStart(9)}`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
