/** Intervals of the calendar in a time zone: which of them have moments in them, where they begin, and how they are shown. */
import { startOfDay } from '../../schema/date-grammar.ts';
import type { Interval } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import type { CountedRange } from './range-counter.ts';
import { firstFrom } from './sorted-numbers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** That a date can have. */
const LAST_MOMENT = 8.64e15;

/** The intervals in which some of the ascending moments are. */
export function* intervalsOf(
  moments: Float64Array,
  interval: Interval,
  timeZone: string,
): Generator<void, CountedRange[]> {
  const clock = new Clock(timeZone);
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
/** What an interval with its texts takes in memory, about. */
const RANGE_BYTES = 200;

function rangeAt(clock: Clock, moment: number, interval: Interval): CountedRange {
  const offset = clock.offsetAt(moment);
  if (interval === 'hour') {
    // What the clock shows of an hour with one offset: a piece of it where the clock changes within.
    const hour = Math.floor((moment + offset) / HOUR) * HOUR - offset;
    const from = clock.offsetAt(hour) === offset ? hour : clock.changeIn(hour, moment);
    const until = clock.offsetAt(hour + HOUR - 1) === offset ? hour + HOUR : clock.changeIn(moment, hour + HOUR - 1);
    const label = `${isoDate(from + offset)}T${timeText(from + offset)}${zoneText(offset)}`;
    return { from, key: keyOf(from), interval: { label, until } };
  }
  let localStart = startOf(moment + offset, interval);
  let until = clock.momentOf(startOfNext(localStart, interval));
  if (until <= moment) {
    // The clock was put back over midnight: the next day has begun before.
    localStart = startOfNext(localStart, interval);
    until = clock.momentOf(startOfNext(localStart, interval));
  }
  const from = clock.momentOf(localStart);
  return { from, key: keyOf(from), interval: { label: isoDate(localStart), until } };
}

/** Times on a calendar are counted as if they were of UTC. */
function startOf(local: number, interval: Interval): number {
  const date = new Date(local);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (interval === 'year') return startOfDay(year, 0, 1);
  if (interval === 'quarter') return startOfDay(year, month - (month % 3), 1);
  if (interval === 'month') return startOfDay(year, month, 1);
  const day = Math.floor(local / DAY) * DAY;
  // A week begins on Monday: getUTCDay has 0 for Sunday.
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

/** A moment as text that sorts as moments do: years before 0 begin with a minus, those of five digits must come last. */
function keyOf(moment: number): string {
  return new Date(moment).toISOString().replace(/^\+/, '~');
}

/** Offsets that a clock remembers. */
const OFFSETS_MAX = 4096;

/** The clock of a time zone. */
class Clock {
  readonly #format: Intl.DateTimeFormat | null;
  /** What the clock is ahead where days of UTC begin, by their numbers. */
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#format =
      timeZone === 'UTC'
        ? null
        : new Intl.DateTimeFormat('en-US', {
            timeZone,
            // Other calendars, 'iso8601' too, go over to the Julian one before 1582; dates of records do not.
            calendar: 'gregory',
            hourCycle: 'h23',
            era: 'short',
            year: 'numeric',
            month: 'numeric',
            day: 'numeric',
            hour: 'numeric',
            minute: 'numeric',
            second: 'numeric',
          });
  }

  /** Milliseconds that the clock is ahead of UTC. */
  offsetAt(moment: number): number {
    const day = Math.floor(moment / DAY);
    const offset = this.#offsetOfDay(day);
    return offset === this.#offsetOfDay(day + 1) ? offset : this.#askedAt(moment);
  }

  /** A clock is asked once a day, not for every hour: no zone leaves an offset and returns to it within days. */
  #offsetOfDay(day: number): number {
    if (this.#format === null) return 0;
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      offset = this.#askedAt(Math.min(day * DAY, LAST_MOMENT));
      if (this.#offsets.size === OFFSETS_MAX) this.#offsets.clear();
      this.#offsets.set(day, offset);
    }
    return offset;
  }

  #askedAt(moment: number): number {
    const parts = new Map(this.#format!.formatToParts(moment).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const year = parts.get('era')?.startsWith('B') === true ? 1 - number('year') : number('year');
    const time = (number('hour') * 60 + number('minute')) * 60 + number('second');
    return startOfDay(year, number('month') - 1, number('day')) + time * 1000 - Math.floor(moment / 1000) * 1000;
  }

  /** The first moment at which the clock shows a time of its calendar or a later one: of one that is skipped, that at which it goes on. */
  momentOf(local: number): number {
    const day = Math.floor(local / DAY);
    // Whatever the offset is, the moment lies between these.
    const before = this.#offsetOfDay(day - 1);
    const after = this.#offsetOfDay(day + 2);
    const early = local - before;
    if (before === after || this.offsetAt(early) === before) return early;
    const late = local - after;
    return this.offsetAt(late) === after ? late : this.changeIn(late, early);
  }

  /** The first moment with the offset that the clock has at `until`, between `from` with another and that. */
  changeIn(from: number, until: number): number {
    const offset = this.offsetAt(until);
    let before = from;
    let changed = until;
    while (changed - before > 1) {
      const middle = Math.floor((before + changed) / 2);
      if (this.offsetAt(middle) === offset) changed = middle;
      else before = middle;
    }
    return changed;
  }
}
