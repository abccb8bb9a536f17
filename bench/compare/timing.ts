import type { Command } from '../engines/line-process.ts';
import { median } from '../mean.ts';
import type { BenchQuery } from '../queries/tree.ts';
import { Random } from '../random.ts';
import { type Agreement, checkCount, type RunningEngine } from './agreement.ts';

/** Microseconds of one query under one command in one engine. */
export interface Timing {
  readonly engine: string;
  readonly command: Command;
  readonly query: BenchQuery;
  /** The shortest time of all iterations of all rounds. */
  readonly best: number;
  /** The median over the rounds of the shortest time of each round. */
  readonly median: number;
}

/** Classes whose relevance order is compared: those with a BM25 score in every engine. */
const rankedClasses = new Set(['term', 'intersection', 'union', 'phrase', 'intersection with union', 'negated']);

function isRanked(className: string): boolean {
  return className.startsWith('sbg-') || rankedClasses.has(className);
}

/**
 * Times queries in turn. Engines alternate at each query, and queries come in another order each round, so that a slow minute
 * of the machine affects all. The first round is a warm-up.
 */
export async function timeQueries(
  running: readonly RunningEngine[],
  agreement: Agreement,
  rounds: number,
  seed: number,
): Promise<Timing[]> {
  const random = new Random(seed);
  const samples = new Map<string, { engine: string; command: Command; query: BenchQuery; times: number[] }>();
  for (let round = 0; round <= rounds; round++) {
    for (const [query, names] of random.shuffled([...agreement.agreeing])) {
      const commands: Command[] = isRanked(query.class) ? ['COUNT', 'IDS', 'TOP_10', 'TOP_10_COUNT'] : ['COUNT', 'IDS'];
      for (const command of commands) {
        for (const { engine, process } of random.shuffled(running)) {
          if (!names.has(engine.name)) continue;
          const text = engine.query(query) as string;
          const answer = await process.ask(command, text);
          if (answer.kind !== 'answer') continue;
          checkCount(engine.name, command, query, answer.count, agreement.hits.get(query)!);
          if (round === 0) continue;
          const key = `${engine.name}\t${command}\t${query.class}\t${query.text}`;
          const sample = samples.get(key) ?? { engine: engine.name, command, query, times: [] };
          samples.set(key, sample);
          sample.times.push(answer.microseconds);
        }
      }
    }
  }
  return [...samples.values()].map(({ times, ...rest }) => ({
    ...rest,
    best: Math.min(...times),
    median: median(times),
  }));
}
