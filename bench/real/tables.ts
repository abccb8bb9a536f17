/**
 * The measurements of cases of real texts, as tables for display: classes compared with each peer, and growth from case to
 * case.
 */
import { grid } from '../report/table.ts';
import { type Ask, type MeasuredCase, timesOf } from './measured-case.ts';

const ALL = 'all';
/** Their queries are the same for every case. */
const PUBLIC = 'sbg-';

/**
 * For each class and command: our mean and median; for each peer its mean, the geometric mean of the ratios, and the ratio of
 * the means.
 */
export function classTable({ engines, queries, times }: MeasuredCase, commands: readonly string[], ask: Ask): string {
  const [ours, ...peers] = engines;
  const rows: string[][] = [];
  for (const command of commands) {
    for (const name of [...new Set(queries.map((query) => query.class)), ALL]) {
      const isIn = (one: { readonly class: string }): boolean => name === ALL || one.class === name;
      const own = [...timesOf(times[ask], command, ours!)].filter(([query]) => isIn(query));
      if (own.length === 0) continue;
      const values = own.map(([, time]) => time);
      const cells = peers.flatMap((peer) => {
        const theirs = timesOf(times[ask], command, peer);
        const pairs = own.flatMap(([query, time]) => (theirs.has(query) ? [[time, theirs.get(query)!] as const] : []));
        const peerMean = mean(pairs.map(([, time]) => time));
        return [
          peerMean.toFixed(1),
          geometric(pairs.map(([a, b]) => a / b)).toFixed(2),
          (mean(pairs.map(([a]) => a)) / peerMean).toFixed(2),
        ];
      });
      rows.push([command, name, String(own.length), mean(values).toFixed(1), median(values).toFixed(1), ...cells]);
    }
  }
  const head = peers.flatMap((peer) => [`${peer} µs`, 'geo', 'of means']);
  return grid(['command', 'class', 'queries', 'mean µs', 'median', ...head], rows);
}

/** For the public queries, which are the same in every case: medians or means, and their growth from the smallest case to the largest. */
export function growthTable(
  cases: readonly MeasuredCase[],
  commands: readonly string[],
  ask: Ask,
  middle: 'medians' | 'means',
): string {
  const bySize = [...cases].sort((a, b) => a.items - b.items);
  const rows: string[][] = [];
  for (const command of commands) {
    for (const engine of bySize[0]!.engines) {
      const middles = bySize.map(({ times }) =>
        MIDDLES[middle](
          [...timesOf(times[ask], command, engine)]
            .filter(([query]) => query.class.startsWith(PUBLIC))
            .map(([, time]) => time),
        ),
      );
      const grown = (middles.at(-1)! / middles[0]!).toFixed(1);
      rows.push([command, engine, ...middles.map((one) => one.toFixed(1)), grown]);
    }
  }
  const sizes = bySize.map(({ items }) => `${items.toLocaleString('en')} µs`);
  return grid(['command', 'engine', ...sizes, 'times'], rows);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function geometric(ratios: readonly number[]): number {
  return Math.exp(mean(ratios.map(Math.log)));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

const MIDDLES = { medians: median, means: mean };
