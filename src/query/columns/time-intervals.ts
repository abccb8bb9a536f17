/** Calendar intervals in a time zone: their beginnings, their labels, and which of them contain given moments. */
import { startOfDay } from '../../schema/date-grammar.ts';
import { clockOf, type ZoneClock } from '../../schema/zone-clock.ts';
import type { Interval } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import type { CountedRange } from './range-counter.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the intervals that contain some of the ascending moments. */
export function* intervalsOf(
  moments: Float64Array,
  interval: Interval,
  timeZone: string,
): Generator<void, CountedRange[]> {
  const clock = clockOf(timeZone);
  const ranges: CountedRange[] = [];
  for (let i = 0; i < moments.length; ) {
    const range = rangeAt(clock, Math.floor(moments[i]!), interval);
    ranges.push(range);
    i = firstFrom(moments, range.interval!.until, i + 1);
    if (ranges.length % RANGES_PER_SLICE !== 0) continue;
    claimMemory(RANGES_PER_SLICE * RANGE_BYTES, 'the intervals of a field');
    yield;
  }
  return ranges;
}

const RANGES_PER_SLICE = 256;
/** Approximate memory of an interval with its texts. */
const RANGE_BYTES = 200;

function rangeAt(clock: ZoneClock, moment: number, interval: Interval): CountedRange {
  const offset = clock.offsetAt(moment);
  if (interval === 'hour') {
    // The part of a local hour with one offset: less than an hour if the clock changes within it.
    const hour = Math.floor((moment + offset) / HOUR) * HOUR - offset;
    const from = clock.offsetAt(hour) === offset ? hour : clock.changeIn(hour, moment);
    const until = clock.offsetAt(hour + HOUR - 1) === offset ? hour + HOUR : clock.changeIn(moment, hour + HOUR - 1);
    const label = `${isoDate(from + offset)}T${timeText(from + offset)}${zoneText(offset)}`;
    return { from, key: keyOf(from), interval: { label, until } };
  }
  let localStart = startOf(moment + offset, interval);
  let until = clock.momentOf(startOfNext(localStart, interval));
  if (until <= moment) {
    // The clock was set back across midnight, so the next day had already begun.
    localStart = startOfNext(localStart, interval);
    until = clock.momentOf(startOfNext(localStart, interval));
  }
  const from = clock.momentOf(localStart);
  return { from, key: keyOf(from), interval: { label: isoDate(localStart), until } };
}

/** Local times are represented as if they were in UTC. */
function startOf(local: number, interval: Interval): number {
  const date = new Date(local);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (interval === 'year') return startOfDay(year, 0, 1);
  if (interval === 'quarter') return startOfDay(year, month - (month % 3), 1);
  if (interval === 'month') return startOfDay(year, month, 1);
  const day = Math.floor(local / DAY) * DAY;
  // A week begins on Monday; getUTCDay returns 0 for Sunday.
  return interval === 'week' ? day - ((date.getUTCDay() + 6) % 7) * DAY : day;
}

function startOfNext(localStart: number, interval: Interval): number {
  if (interval === 'day') return localStart + DAY;
  if (interval === 'week') return localStart + 7 * DAY;
  const months = { year: 12, quarter: 3, month: 1, hour: 0 }[interval];
  const date = new Date(localStart);
  return startOfDay(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

function isoDate(local: number): string {
  const date = new Date(local);
  const year = date.getUTCFullYear();
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

function timeText(local: number): string {
  const date = new Date(local);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function zoneText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Returns a moment as text that sorts like moments. Negative years begin with a minus, and five-digit years must sort
 * last.
 */
function keyOf(moment: number): string {
  return new Date(moment).toISOString().replace(/^\+/, '~');
}
