/**
 * The one grammar of dates: the forms of ISO 8601 that forensic tools write. `2021`, `2021-03`, `2021-03-04`, `2021-03-04T10`,
 * with minutes, seconds, a fraction, and an offset (`Z`, `+02:00`, `+0200`, `+02`); without an offset it is UTC. Times without
 * colons, a comma before the fraction, and lower-case `t` and `z` are loose spellings: records show such a date in UTC, and a
 * search treats it as text.
 */
export interface WrittenDate {
  readonly year: number;
  /** 1 to 12. Null if the text ends before it, like each of the following members. */
  readonly month: number | null;
  readonly day: number | null;
  readonly hour: number | null;
  readonly minute: number | null;
  /** Up to 60, for leap seconds. */
  readonly second: number | null;
  /** Digits of the second, and of its fraction without the point, as written. */
  readonly secondDigits: string | null;
  readonly fraction: string | null;
  readonly hasOffset: boolean;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
  /** Whether the spelling is a loose one. */
  readonly isLoose: boolean;
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
/** Where the colons of a time are. */
const MINUTE_COLON = 13;
const SECOND_COLON = 16;

/** Returns the date that a text denotes, or null if no such date exists. */
export function readDate(text: string): WrittenDate | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = numberOr(match[2]);
  const day = numberOr(match[3]);
  const hour = numberOr(match[4]);
  const minute = numberOr(match[5]);
  const second = numberOr(match[6]);
  if (!isMoment(year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0)) return null;
  const offsetMinutes = zoneMinutes(match[8]);
  if (offsetMinutes === null) return null;
  const isLoose =
    (minute !== null && text[MINUTE_COLON] !== ':') ||
    (second !== null && text[SECOND_COLON] !== ':') ||
    (hour !== null && /[tz,]/.test(text));
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    secondDigits: match[6] ?? null,
    fraction: match[7] ?? null,
    hasOffset: match[8] !== undefined,
    offsetMinutes,
    isLoose,
  };
}

/** Whether such a moment exists, in any time zone. */
export function isMoment(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): boolean {
  const isDay = month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysIn(year, month - 1));
  return isDay && hour <= 23 && minute <= 59 && second <= 60;
}

/** Returns the milliseconds from 1970 to the start of a day in UTC. `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
export function startOfDay(year: number, monthIndex: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, day);
  return date.getTime();
}

function numberOr(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function daysIn(year: number, monthIndex: number): number {
  if (monthIndex === 1) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return monthIndex === 3 || monthIndex === 5 || monthIndex === 8 || monthIndex === 10 ? 30 : 31;
}

/** Minutes east of UTC, or null for an impossible offset. */
function zoneMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
