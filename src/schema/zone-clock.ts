/** Time zones of the IANA database: their names and their clocks. */
import { startOfDay } from './date-grammar.ts';

export const UTC = 'UTC';

const DAY = 86_400_000;
/** The last moment that a Date can represent. */
const LAST_MOMENT = 8.64e15;

/** Cache of known names: making a format takes longer than a small answer. */
const KNOWN_ZONES_MAX = 1000;
const knownZones = new Set<string>([UTC]);

/** Whether a time zone has this name. An offset (`+02:00`) is not a name, though some versions of Node accept it. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (knownZones.size < KNOWN_ZONES_MAX) knownZones.add(name);
  return true;
}

/** Advice for an unknown name. */
export const TIME_ZONE_REMEDY = 'write a name of the IANA database, such as Europe/Lisbon or UTC';

/** Maximum clocks that are cached, with their offsets. All leaves of a query use one zone. */
const CLOCKS_MAX = 16;
const clocks = new Map<string, ZoneClock>();

/** Throws RangeError for an unknown name. */
export function clockOf(timeZone: string): ZoneClock {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new ZoneClock(timeZone);
    if (clocks.size === CLOCKS_MAX) clocks.delete(clocks.keys().next().value!);
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Offsets that a clock caches. */
const OFFSETS_MAX = 4096;

/**
 * The clock of a time zone. Its times are `local`: milliseconds since 1970 as if they were in UTC. A clock that is put forward
 * skips times. A clock that is put back repeats some.
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat | null;
  /** Keyed by day number: the offset of the clock at the beginning of that UTC day. */
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#format =
      timeZone === 'UTC'
        ? null
        : new Intl.DateTimeFormat('en-US', {
            timeZone,
            // Other calendars, even 'iso8601', use the Julian calendar before 1582. Dates of records do not.
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

  /** One lookup a day suffices, because no zone leaves an offset and returns to it within days. */
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

  /**
   * Returns the first moment at which the clock shows this time or a later one. For a skipped time, returns the moment at which
   * the clock continues. A later time never gives an earlier moment.
   */
  momentOf(local: number): number {
    const day = Math.floor(local / DAY);
    // Whatever the offset is, the moment is between these two.
    const before = this.#offsetOfDay(day - 1);
    const after = this.#offsetOfDay(day + 2);
    const early = local - before;
    if (before === after || this.offsetAt(early) === before) return early;
    const late = local - after;
    return this.offsetAt(late) === after ? late : this.changeIn(late, early);
  }

  /**
   * Returns the first moment after which the clock shows no time before this one. The result differs from `momentOf` if a time
   * is shown twice.
   */
  lastMomentOf(local: number): number {
    const late = local - this.#offsetOfDay(Math.floor(local / DAY) + 2);
    const first = this.momentOf(local);
    // The time is repeated only if the clock was put back before.
    return late > first && this.offsetAt(late - 1) === local - late ? late : first;
  }

  /** Returns the first day that begins, in local time, at this moment or later. */
  dayFrom(moment: number): number {
    let day = Math.floor((moment + this.offsetAt(moment)) / DAY) - 1;
    while (this.momentOf(day * DAY) < moment) day++;
    while (this.momentOf((day - 1) * DAY) >= moment) day--;
    return day * DAY;
  }

  /** Returns the first moment with the same offset as `until`, searched from `from`, which has another offset. */
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
