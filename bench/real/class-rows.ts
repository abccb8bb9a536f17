/** The measurements of a case by class, as numbers. */
import { mean, median } from '../mean.ts';
import { type Ask, type MeasuredCase, timesOf } from './measured-case.ts';

/** The class of all queries together. */
export const ALL = 'all';

export interface ClassRow {
  readonly ask: Ask;
  readonly command: string;
  readonly class: string;
  readonly queries: number;
  readonly meanUs: number;
  readonly medianUs: number;
  /**
   * For each engine with such queries: its mean, the geometric mean of the ratios of our times to its times, and the ratio of
   * the means.
   */
  readonly peers: Readonly<Partial<Record<string, { meanUs: number; geometric: number; ofMeans: number }>>>;
}

export interface RealResult {
  readonly name: string;
  readonly items: number;
  readonly textBytes: number;
  readonly commands: readonly string[];
  readonly rows: readonly ClassRow[];
}

export function classRows(measured: MeasuredCase, commands: readonly string[], ask: Ask): ClassRow[] {
  const { engines, queries, times } = measured;
  const [ours, ...peers] = engines;
  const rows: ClassRow[] = [];
  for (const command of commands) {
    for (const name of [...new Set(queries.map((query) => query.class)), ALL]) {
      const isIn = (one: { readonly class: string }): boolean => name === ALL || one.class === name;
      const own = [...timesOf(times[ask], command, ours!)].filter(([query]) => isIn(query));
      if (own.length === 0) continue;
      const values = own.map(([, time]) => time);
      const beside = peers.flatMap((peer) => {
        const theirs = timesOf(times[ask], command, peer);
        const pairs = own.flatMap(([query, time]) => (theirs.has(query) ? [[time, theirs.get(query)!] as const] : []));
        if (pairs.length === 0) return [];
        const meanUs = mean(pairs.map(([, time]) => time));
        const geometric = Math.exp(mean(pairs.map(([a, b]) => Math.log(a / b))));
        return [[peer, { meanUs, geometric, ofMeans: mean(pairs.map(([a]) => a)) / meanUs }] as const];
      });
      const peersOf = Object.fromEntries(beside);
      rows.push({
        ask,
        command,
        class: name,
        queries: own.length,
        meanUs: mean(values),
        medianUs: median(values),
        peers: peersOf,
      });
    }
  }
  return rows;
}
