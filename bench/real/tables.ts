/**
 * The measurements of cases of real texts, as tables for display: classes compared with each peer, and growth from case to
 * case.
 */

import { mean, median } from '../mean.ts';
import { grid } from '../report/table.ts';
import { classRows } from './class-rows.ts';
import { type Ask, type MeasuredCase, timesOf } from './measured-case.ts';

/** Their queries are the same for every case. */
const PUBLIC = 'sbg-';

/**
 * Returns a table with our mean and median for each class and command and, for each peer, its mean, the geometric mean of the
 * ratios, and the ratio of the means.
 */
export function classTable(measured: MeasuredCase, commands: readonly string[], ask: Ask): string {
  const [, ...peers] = measured.engines;
  const rows = classRows(measured, commands, ask).map((row) => [
    row.command,
    row.class,
    String(row.queries),
    row.meanUs.toFixed(1),
    row.medianUs.toFixed(1),
    ...peers.flatMap((peer) => {
      const beside = row.peers[peer];
      if (beside === undefined) return ['–', '–', '–'];
      return [beside.meanUs.toFixed(1), beside.geometric.toFixed(2), beside.ofMeans.toFixed(2)];
    }),
  ]);
  const head = peers.flatMap((peer) => [`${peer} µs`, 'geo', 'of means']);
  return grid(['command', 'class', 'queries', 'mean µs', 'median', ...head], rows);
}

/**
 * Returns a table for the public queries, which are the same in every case: medians or means, and their growth from the
 * smallest case to the largest.
 */
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

const MIDDLES = { medians: median, means: mean };
