import { mean } from '../mean.ts';
import type { Timing } from './timing.ts';

/** One class under one command: mean microseconds of our engine and of a peer, over the queries that both answered alike. */
export interface ClassSummary {
  readonly class: string;
  readonly command: string;
  readonly engine: string;
  readonly queries: number;
  readonly oursBest: number;
  readonly oursMedian: number;
  readonly peerBest: number;
  readonly peerMedian: number;
  /** Ratio of our shortest times to the peer's. Below 1, our engine is faster. */
  readonly ratio: number;
}

/** Per class, and `all classes`: the mean over every query, and the geometric mean of the classes' ratios. */
export function summarize(timings: readonly Timing[], ours: string): ClassSummary[] {
  const mine = new Map(timings.filter((timing) => timing.engine === ours).map((timing) => [keyOf(timing), timing]));
  const groups = new Map<string, { peer: Timing; own: Timing }[]>();
  for (const peer of timings) {
    const own = mine.get(keyOf(peer));
    if (peer.engine === ours || own === undefined) continue;
    for (const name of [peer.query.class, allClasses]) {
      const key = [name, peer.command, peer.engine].join('\t');
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ peer, own });
    }
  }
  return [...groups].map(([key, pairs]) => {
    const [name, command, engine] = key.split('\t') as [string, string, string];
    const mean = (value: (pair: { peer: Timing; own: Timing }) => number) =>
      pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
    const oursBest = mean((pair) => pair.own.best);
    const peerBest = mean((pair) => pair.peer.best);
    return {
      class: name,
      command,
      engine,
      queries: pairs.length,
      oursBest,
      oursMedian: mean((pair) => pair.own.median),
      peerBest,
      peerMedian: mean((pair) => pair.peer.median),
      ratio: Math.max(oursBest, clockMicroseconds) / Math.max(peerBest, clockMicroseconds),
    };
  });
}

export const allClasses = 'all classes';

/** The resolution of a clock around one call. In ratios, shorter times count as this time. */
const clockMicroseconds = 0.1;

/** Returns the geometric mean of the classes' ratios. Every class has equal weight, however long its queries take. */
export function geometricMean(summaries: readonly ClassSummary[], command: string, engine: string): number {
  const ratios = summaries
    .filter((summary) => summary.command === command && summary.engine === engine && summary.class !== allClasses)
    .map((summary) => Math.log(summary.ratio));
  return Math.exp(mean(ratios));
}

function keyOf(timing: Timing): string {
  return `${timing.command}\t${timing.query.class}\t${timing.query.text}`;
}
