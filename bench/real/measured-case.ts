/**
 * A case of real texts with its peers. Answers are compared. Then every query is timed as the first query of a new process, as
 * the first query on a newly opened index in a warm process, and repeated.
 */
import { basename, join } from 'node:path';
import { type Agreement, checkAgreement, checkCount } from '../compare/agreement.ts';
import { exportCorpus } from '../corpus/export.ts';
import type { Engine } from '../engines/engine.ts';
import { classEngines } from '../engines/engines.ts';
import { keptIndex } from '../engines/kept-index.ts';
import type { Command } from '../engines/line-process.ts';
import { bringIntoCache } from '../engines/system-cache.ts';
import { largeQueries } from '../queries/large-classes.ts';
import { readGameQueries } from '../queries/search-benchmark-game.ts';
import type { BenchQuery } from '../queries/tree.ts';
import { Random } from '../random.ts';

export interface RealOptions {
  readonly work: string;
  readonly engines: readonly string[];
  readonly commands: readonly Command[];
  /** Measures only classes whose name begins with one of these texts. */
  readonly classes: readonly string[];
  readonly perClass: number;
  readonly rounds: number;
  readonly iterations: number;
  /** When queries are timed. */
  readonly asks: readonly Ask[];
}

export const ASKS = ['first', 'opened', 'again'] as const;
export type Ask = (typeof ASKS)[number];

/** Microseconds of each query, by command and engine. */
export type Times = ReadonlyMap<string, ReadonlyMap<BenchQuery, number>>;

export interface MeasuredCase {
  readonly name: string;
  readonly items: number;
  readonly textBytes: number;
  /** Ours first. */
  readonly engines: readonly string[];
  readonly queries: readonly BenchQuery[];
  readonly times: Readonly<Partial<Record<Ask, Times>>>;
  /** Number of answers of peers that differ: without a known reason, and altogether. */
  readonly disagreements: number;
  readonly differences: number;
}

export function timesOf(times: Times | undefined, command: string, engine: string): ReadonlyMap<BenchQuery, number> {
  return times?.get(`${command}\t${engine}`) ?? new Map();
}

/** Uses existing indexes, and builds missing ones. */
export async function measureCase(casePath: string, options: RealOptions): Promise<MeasuredCase> {
  const name = basename(casePath);
  const corpus = await exportCorpus(name, casePath, join(options.work, 'corpora', name));
  const engines = classEngines().filter(
    (engine) => options.engines.includes(engine.name) && engine.unavailable(corpus) === null,
  );
  const indexes: { readonly engine: Engine; readonly directory: string }[] = [];
  for (const engine of engines) indexes.push({ engine, directory: await keptIndex(engine, corpus, options.work) });
  const queries = [
    ...readGameQueries(join('bench', 'queries', 'search-benchmark-game.tsv')),
    ...largeQueries(corpus.profile, options.perClass, 1),
  ].filter((query) => options.classes.some((prefix) => query.class.startsWith(prefix)));
  const start = (iterations: number): Running => {
    for (const { directory } of indexes) bringIntoCache(directory);
    return indexes.map(({ engine, directory }) => ({ engine, process: engine.serve(corpus, directory, iterations) }));
  };

  const running = start(options.iterations);
  const agreement = await checkAgreement(running, queries);
  const { disagreements } = agreement;
  for (const { engine, query, found, expected, knownReason } of disagreements) {
    if (knownReason === null) console.log(`DISAGREES ${engine} on ${query}: ${found}, not ${expected}`);
    else console.log(`differs ${engine} on ${query}: ${found}, not ${expected} (${knownReason})`);
  }
  const times: Partial<Record<Ask, Times>> = {};
  for (const ask of ASKS) {
    if (!options.asks.includes(ask)) continue;
    if (ask === 'first') times[ask] = await askedFirst(start, agreement, options);
    else if (ask === 'opened') times[ask] = await askedOpened(start, agreement, options);
    else times[ask] = await askedAgain(running, agreement, options);
  }
  for (const { process } of running) await process.end();
  return {
    name,
    items: corpus.profile.items,
    textBytes: corpus.profile.textBytes,
    engines: engines.map((engine) => engine.name),
    queries,
    times,
    disagreements: disagreements.filter(({ knownReason }) => knownReason === null).length,
    differences: disagreements.length,
  };
}

const WARMING_ROUNDS = 3;

type Running = Parameters<typeof checkAgreement>[0];

/** Asks each query once, in a new process for each command. Files are in the system's cache. */
async function askedFirst(
  start: (iterations: number) => Running,
  agreement: Agreement,
  { commands }: RealOptions,
): Promise<Times> {
  const best: BestTimes = new Map();
  for (const command of commands) {
    const running = start(1);
    await askAll(running, command, agreement, best);
    for (const { process } of running) await process.end();
  }
  return best;
}

/**
 * Asks queries in processes that have run everything before, on indexes that are opened again for each round. Code is warm,
 * files are in the system's cache, and otherwise queries can benefit only from earlier queries of the round.
 */
async function askedOpened(
  start: (iterations: number) => Running,
  agreement: Agreement,
  { commands, rounds }: RealOptions,
): Promise<Times> {
  const best: BestTimes = new Map();
  for (const command of commands) {
    const running = start(1);
    for (let round = 0; round < WARMING_ROUNDS; round++) await askAll(running, command, agreement, new Map());
    for (let round = 0; round < rounds; round++) {
      for (const { process } of running) await process.reopen();
      await askAll(running, command, agreement, best);
    }
    for (const { process } of running) await process.end();
  }
  return best;
}

/** Returns the shortest time of all rounds after the warm-up round. */
async function askedAgain(running: Running, agreement: Agreement, { commands, rounds }: RealOptions): Promise<Times> {
  const best: BestTimes = new Map();
  for (const command of commands) {
    await askAll(running, command, agreement, new Map());
    for (let round = 0; round < rounds; round++) await askAll(running, command, agreement, best);
  }
  return best;
}

type BestTimes = Map<string, Map<BenchQuery, number>>;
const random = new Random(1);

/** Asks all queries. For each query all engines take turns. Queries and engines are in random order. */
async function askAll(running: Running, command: Command, agreement: Agreement, best: BestTimes): Promise<void> {
  for (const [query, names] of random.shuffled([...agreement.agreeing])) {
    for (const { engine, process } of random.shuffled([...running])) {
      if (!names.has(engine.name)) continue;
      const answer = await process.ask(command, engine.query(query) as string);
      if (answer.kind !== 'answer') continue;
      checkCount(engine.name, command, query, answer.count, agreement.hits.get(query)!);
      const key = `${command}\t${engine.name}`;
      const times = best.get(key) ?? new Map<BenchQuery, number>();
      best.set(key, times);
      times.set(query, Math.min(times.get(query) ?? Number.POSITIVE_INFINITY, answer.microseconds));
    }
  }
}
