/**
 * Numbers and dates of the language. A number is compared by its real value, a date as a bigint of fractions of a second since
 * 1970. Nothing is rounded before a comparison.
 */

/** Digits of a fraction of a second that count. The rest are cut off. */
const FRACTION_DIGITS = 30;
const SECOND = 10n ** BigInt(FRACTION_DIGITS);

/** Plain digits are exact. Everything else is the nearest double. */
export type NaiveNumber = bigint | number;

/** From `first` to `last`, both inclusive. For an instant with a fraction of a second, both are equal. */
export interface Period {
  readonly first: bigint;
  readonly last: bigint;
}

export function parseNumber(text: string): NaiveNumber | null {
  if (!/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text)) return null;
  return /^-?[0-9]+$/.test(text) ? BigInt(text) : Number(text);
}

/** The language compares a bigint with a double by their mathematical values. */
export function compareNumbers(a: NaiveNumber, b: NaiveNumber): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/** The period of an ISO 8601 date of any precision, or null if it is invalid. */
export function parseDate(text: string): Period | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const [y, mo, d, h, mi, s] = [year!, month ?? '1', day ?? '1', hour ?? '0', minute ?? '0', second ?? '0'].map(Number);
  if (mo! < 1 || mo! > 12 || d! < 1 || d! > daysOfMonth(y!, mo!) || h! > 23 || mi! > 59 || s! > 60) return null;
  const shift = offsetSeconds(offset ?? 'Z');
  if (shift === null) return null;
  const whole = (instant(y!, mo!, d!) + BigInt(h! * 3600 + mi! * 60 + s!) - shift) * SECOND;
  if (fraction !== undefined) {
    const instant = whole + BigInt(fraction.slice(0, FRACTION_DIGITS).padEnd(FRACTION_DIGITS, '0'));
    return { first: instant, last: instant };
  }
  return { first: whole, last: whole + periodSeconds(match, y!, mo!) * SECOND - 1n };
}

/** Returns the length of the period, which follows from its last written part. */
function periodSeconds(match: RegExpExecArray, year: number, month: number): bigint {
  const [, , monthText, day, hour, minute, second] = match;
  if (second !== undefined) return 1n;
  if (minute !== undefined) return 60n;
  if (hour !== undefined) return 3600n;
  if (day !== undefined) return 86400n;
  if (monthText !== undefined) return BigInt(daysOfMonth(year, month)) * 86400n;
  return instant(year + 1, 1, 1) - instant(year, 1, 1);
}

/** Seconds since 1970 of a midnight in UTC, counting days year by year and month by month. */
function instant(year: number, month: number, day: number): bigint {
  let days = day - 1;
  for (let m = 1; m < month; m++) days += daysOfMonth(year, m);
  if (year >= 1970) for (let y = 1970; y < year; y++) days += isLeap(y) ? 366 : 365;
  else for (let y = year; y < 1970; y++) days -= isLeap(y) ? 366 : 365;
  return BigInt(days) * 86400n;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function offsetSeconds(offset: string): bigint | null {
  if (offset === 'Z') return 0n;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  const seconds = BigInt(hours * 3600 + minutes * 60);
  return offset.startsWith('-') ? -seconds : seconds;
}

/**
 * Returns whether a date of an item is before the queried period, in it or after it, in a time zone; null if one of them is not a
 * date.
 */
export function sideOf(value: string, asked: string, timeZone = 'UTC'): -1 | 0 | 1 | null {
  const [own, period] = [parseDate(value), parseDate(asked)];
  if (own === null || period === null) return null;
  const hasOffset = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/.test(asked);
  const isBare = !value.includes('T');
  // Dates with an offset, and those that are independent of the zone.
  if (timeZone === 'UTC' || (hasOffset && !isBare) || (!hasOffset && isBare)) return sideIn(own.first, period);
  if (hasOffset) return sideIn(firstShown(own.first, timeZone), period);
  return sideIn(own.first, shownPeriod(period, asked.includes('T'), timeZone));
}

function sideIn(instant: bigint, { first, last }: Period): -1 | 0 | 1 {
  if (instant < first) return -1;
  return instant > last ? 1 : 0;
}

/** Returns the first and the last moment at which a clock shows the period. A day ends where the next one begins. */
function shownPeriod({ first, last }: Period, hasTime: boolean, timeZone: string): Period {
  const from = firstShown(first, timeZone);
  if (!hasTime) return { first: from, last: firstShown(last + 1n, timeZone) - 1n };
  const next = shownAround(floorSecond(last), timeZone).filter(({ local }) => local * SECOND <= last);
  const end = next.at(-1)!;
  // The clock shows the period as long as that offset applies, up to the end of the period.
  const until = (end.moment - end.local) * SECOND + last;
  const change = firstAfter(end.moment, timeZone, end.local - end.moment) * SECOND - 1n;
  return { first: from, last: until < change ? until : change };
}

/** The milliseconds since 1970 at which a day, month or year begins by the clock of a zone. */
export function bareMoment(value: string, timeZone: string): number {
  return Number(firstShown(parseDate(value)!.first, timeZone) / (SECOND / 1000n));
}

/** The first moment at which a clock shows a time or a later one. */
function firstShown(local: bigint, timeZone: string): bigint {
  const whole = floorSecond(local);
  const at = shownAround(whole, timeZone).find((one) => one.local >= whole)!;
  // For a skipped time, the moment at which the clock continues.
  return at.local === whole ? at.moment * SECOND + (local - whole * SECOND) : at.moment * SECOND;
}

function floorSecond(instant: bigint): bigint {
  return (instant - (((instant % SECOND) + SECOND) % SECOND)) / SECOND;
}

interface Shown {
  readonly moment: bigint;
  readonly local: bigint;
}

/**
 * Returns the candidates for a local time: its moments by each offset of the surrounding days, and the moments at which the
 * offset changes.
 */
function shownAround(local: bigint, timeZone: string): readonly Shown[] {
  const key = `${timeZone} ${local}`;
  const known = around.get(key) ?? lookedAround(local, timeZone);
  around.set(key, known);
  return known;
}

const around = new Map<string, readonly Shown[]>();

function lookedAround(local: bigint, timeZone: string): readonly Shown[] {
  const hours = Array.from({ length: 97 }, (_, i) => local + BigInt(i - 48) * 3600n);
  const offsets = new Set(hours.map((hour) => shownAt(hour, timeZone) - hour));
  const moments = new Set([...offsets].map((offset) => local - offset));
  for (let i = 1; i < hours.length; i++) {
    const before = shownAt(hours[i - 1]!, timeZone) - hours[i - 1]!;
    if (shownAt(hours[i]!, timeZone) - hours[i]! !== before) moments.add(firstAfter(hours[i - 1]!, timeZone, before));
  }
  return [...moments].sort((a, b) => (a < b ? -1 : 1)).map((moment) => ({ moment, local: shownAt(moment, timeZone) }));
}

/** The first moment after one with a different offset, within two days. */
function firstAfter(moment: bigint, timeZone: string, offset: bigint): bigint {
  let [low, high] = [moment, moment];
  do {
    high += 3600n;
    if (high - moment > 200_000n) return high;
  } while (shownAt(high, timeZone) - high === offset);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (shownAt(middle, timeZone) - middle === offset) low = middle;
    else high = middle;
  }
  return high;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time at a moment, both in seconds since 1970. */
function shownAt(moment: bigint, timeZone: string): bigint {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  // A year before 1 would be formatted without its era. The calendar repeats every 400 years.
  const shift = moment < -62_100_000_000n ? 146_097n * 86_400n : 0n;
  const text = format.format(Number(moment + shift) * 1000);
  const [, year, month, day, hour, minute, second] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)$/.exec(text)!.map(Number);
  return instant(year!, month!, day!) + BigInt(hour! * 3600 + minute! * 60 + second!) - shift;
}
