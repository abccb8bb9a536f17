/**
 * Numbers and dates as the language means them. A number is compared as the real number that it stands for, a date as
 * a bigint of parts of a second since 1970: nothing is rounded on the way to a comparison.
 */

/** Digits of a fraction of a second that count; what follows them is cut off. */
const FRACTION_DIGITS = 30;
const SECOND = 10n ** BigInt(FRACTION_DIGITS);

/** What is written in digits alone is exact; everything else is the nearest double. */
export type NaiveNumber = bigint | number;

/** From `first` to `last`, both inclusive: an instant with a fraction of a second is both. */
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

/** The period that an ISO 8601 date of any precision stands for, or null where it is none. */
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

/** How long the period is, by the last part that is written. */
function periodSeconds(match: RegExpExecArray, year: number, month: number): bigint {
  const [, , monthText, day, hour, minute, second] = match;
  if (second !== undefined) return 1n;
  if (minute !== undefined) return 60n;
  if (hour !== undefined) return 3600n;
  if (day !== undefined) return 86400n;
  if (monthText !== undefined) return BigInt(daysOfMonth(year, month)) * 86400n;
  return instant(year + 1, 1, 1) - instant(year, 1, 1);
}

/** Seconds since 1970 of a midnight in UTC, days counted one year and one month after the other. */
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
