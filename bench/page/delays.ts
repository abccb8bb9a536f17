/** The delays of an action in numbers: percentiles, and how much time each cause takes. */
import type { MeasuredAction } from './measured-page.ts';
import { CAUSES, type Cause, type Delay } from './trace.ts';

export interface ActionResult {
  readonly action: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The slowest ones, the slowest first. */
  readonly slowest: readonly string[];
  /** Mean of each cause. They add up to the mean of all delays. */
  readonly meanParts: Readonly<Record<Cause, number>>;
  /** The same for the slowest 5 % of the delays. */
  readonly slowParts: Readonly<Record<Cause, number>>;
  /** Median bytes of the answers as transferred with their headers, and of their decoded bodies. */
  readonly sentBytes: number;
  readonly decodedBytes: number;
}

const SLOWEST = 3;

export function actionResult(action: string, measured: readonly MeasuredAction[]): ActionResult {
  const sorted = measured.toSorted((a, b) => a.total - b.total);
  const totals = sorted.map(({ total }) => total);
  return {
    action,
    count: sorted.length,
    p50Ms: percentile(totals, 0.5),
    p99Ms: percentile(totals, 0.99),
    maxMs: totals.at(-1)!,
    slowest: sorted
      .slice(-SLOWEST)
      .map(({ query }) => query)
      .reverse(),
    meanParts: meanParts(sorted),
    slowParts: meanParts(sorted.slice(-Math.ceil(sorted.length / 20))),
    sentBytes: percentile(ascending(measured.map(({ sentBytes }) => sentBytes)), 0.5),
    decodedBytes: percentile(ascending(measured.map(({ decodedBytes }) => decodedBytes)), 0.5),
  };
}

/** Returns the smallest value that at least this fraction of the values does not exceed. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

function ascending(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}

function meanParts(delays: readonly Delay[]): Record<Cause, number> {
  const mean = (cause: Cause): number => delays.reduce((sum, { parts }) => sum + parts[cause], 0) / delays.length;
  return Object.fromEntries(CAUSES.map((cause) => [cause, mean(cause)])) as Record<Cause, number>;
}
