/** Converts number and date ranges of a query to intervals of values, and intervals to ranges of points. */
import { countMarked, firstPoint, type MarkedPoints } from '../../engine/columns/number-column-reader.ts';
import type { FieldHeader, NumberColumn } from '../../engine/format.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { type DatePeriod, parseDate } from '../../schema/date-value.ts';
import { compareExact, type ExactNumber, parseNumber } from '../../schema/number-value.ts';
import { clockOf, UTC, type ZoneClock } from '../../schema/zone-clock.ts';
import type { ChosenPoints } from '../operators/number-range.ts';

/** Null for an open end. */
export interface Ends {
  readonly lower: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
  readonly upper: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
}

/** An interval of values; for dates, of moments. */
export interface NumberInterval extends Ends {
  /** The interval for the beginnings of bare dates in the calendar, if it differs. */
  readonly bare?: Ends;
}

/** Returns the interval that a literal means on a number or date field, or null if it does not fit the type. */
export function intervalOfLiteral(text: string, type: FieldHeader['type'], timeZone = UTC): NumberInterval | null {
  if (type === 'number') {
    const at = parseNumber(text);
    return at === null ? null : { lower: { at, isInclusive: true }, upper: { at, isInclusive: true } };
  }
  const period = type === 'date' ? parseDate(text) : null;
  if (period === null) return null;
  if (timeZone === UTC) return endsOf(period);
  const clock = clockOf(timeZone);
  if (period.hasOffset) return { ...endsOf(period), bare: bareEnds(clock, period) };
  return { ...zonedEnds(clock, period), bare: endsOf(period) };
}

function endsOf({ start, end, isInstant }: DatePeriod): Ends {
  return { lower: { at: start, isInclusive: true }, upper: { at: end, isInclusive: isInstant } };
}

/** Returns the first and last moment at which the clock shows the period. A day ends when the next one begins. */
function zonedEnds(clock: ZoneClock, { start, end, isInstant, isBare }: DatePeriod): Ends {
  const first = clock.momentOf(start.value);
  const lower = { at: { value: first, residual: start.residual }, isInclusive: true };
  if (isInstant) {
    // The clock may skip an instant, and then never shows it.
    const isShown = first + clock.offsetAt(first) === start.value;
    const last = isShown ? clock.lastMomentOf(start.value + 1) - 1 : first;
    return { lower, upper: { at: { value: last, residual: start.residual }, isInclusive: isShown } };
  }
  const until = isBare ? clock.momentOf(end.value) : clock.lastMomentOf(end.value);
  return { lower, upper: { at: { value: until, residual: 0 }, isInclusive: false } };
}

/**
 * Bare dates are compared by the moment at which they begin. For a period with an offset, these are the days that begin
 * within it.
 */
function bareEnds(clock: ZoneClock, { start, end, isInstant }: DatePeriod): Ends {
  const first = clock.dayFrom(start.residual > 0 ? start.value + 1 : start.value);
  const next = clock.dayFrom(isInstant ? end.value + 1 : end.value);
  return {
    lower: { at: { value: first, residual: 0 }, isInclusive: true },
    upper: { at: { value: next, residual: 0 }, isInclusive: false },
  };
}

interface TextBound {
  readonly text: string;
  readonly isInclusive: boolean;
}

/** Returns the interval of a range, or null if a given bound does not fit the type. */
export function intervalOfRange(
  lower: TextBound | null,
  upper: TextBound | null,
  type: FieldHeader['type'],
  timeZone = UTC,
): NumberInterval | null {
  const low = lower === null ? null : intervalOfLiteral(lower.text, type, timeZone);
  const high = upper === null ? null : intervalOfLiteral(upper.text, type, timeZone);
  if ((lower !== null && low === null) || (upper !== null && high === null)) return null;
  const areInclusive = { lower: lower?.isInclusive === true, upper: upper?.isInclusive === true };
  const ends = between(low, high, areInclusive);
  if (low?.bare === undefined && high?.bare === undefined) return ends;
  return { ...ends, bare: between(low?.bare ?? null, high?.bare ?? null, areInclusive) };
}

/** An exclusive lower bound starts after the whole period, and an exclusive upper bound ends before it. */
function between(low: Ends | null, high: Ends | null, areInclusive: { lower: boolean; upper: boolean }): Ends {
  return {
    lower: low === null ? null : areInclusive.lower ? low.lower : after(low),
    upper: high === null ? null : areInclusive.upper ? high.upper : { at: high.lower!.at, isInclusive: false },
  };
}

function after(period: Ends): Ends['lower'] {
  const { at, isInclusive } = period.upper!;
  return { at, isInclusive: !isInclusive };
}

/** Returns the points of a column in an interval. */
export function chosenPoints(columns: StreamReader, column: NumberColumn, interval: NumberInterval): ChosenPoints {
  const moments = pointsIn(columns, column, interval);
  const { bare } = interval;
  if (bare === undefined || column.bare === null) return { ...moments, marked: [], count: moments.to - moments.from };
  const days = pointsIn(columns, column, bare);
  const from = Math.max(moments.from, days.from);
  const to = Math.max(from, Math.min(moments.to, days.to));
  const marked: MarkedPoints[] = [];
  let count = to - from;
  // Points in only one of the two ranges count only if they are of its kind.
  for (const [range, isBare] of [
    [moments, false],
    [days, true],
  ] as const) {
    const parts =
      from === to
        ? [range]
        : [
            { from: range.from, to: from },
            { from: to, to: range.to },
          ];
    for (const part of parts) {
      if (part.from >= part.to) continue;
      const own = { ...part, isBare };
      const size = countMarked(columns, column, own);
      if (size > 0) marked.push(own);
      count += size;
    }
  }
  return { from, to, marked, count };
}

/** Points of a column: the first, and the one after the last. */
function pointsIn(columns: StreamReader, column: NumberColumn, { lower, upper }: Ends): { from: number; to: number } {
  const from = lower === null ? 0 : firstPoint(columns, column, lower.at, lower.isInclusive);
  const to = upper === null ? column.count : firstPoint(columns, column, upper.at, !upper.isInclusive);
  return { from, to: Math.max(from, to) };
}

/** Returns the intersection of both. */
export function intersection(one: Ends, other: Ends): Ends {
  return { lower: inner(one.lower, other.lower, 1), upper: inner(one.upper, other.upper, -1) };
}

/** `side`: 1 for lower ends, where the greater one counts. */
function inner(one: Ends['lower'], other: Ends['lower'], side: 1 | -1): Ends['lower'] {
  if (one === null) return other;
  if (other === null) return one;
  const order = side * compareExact(one.at.value, one.at.residual, other.at);
  if (order === 0) return one.isInclusive ? other : one;
  return order > 0 ? one : other;
}

export function isEmpty({ lower, upper }: Ends): boolean {
  if (lower === null || upper === null) return false;
  const order = compareExact(lower.at.value, lower.at.residual, upper.at);
  return order > 0 || (order === 0 && !(lower.isInclusive && upper.isInclusive));
}
