/** A date in the form that a search compares: the period of time that it denotes. */
import { readDate, startOfDay } from './date-grammar.ts';
import type { ExactNumber } from './number-value.ts';

export interface DatePeriod {
  /** First instant of the period, in milliseconds since 1970. `residual` is the remainder below a millisecond. */
  readonly start: ExactNumber;
  /** First instant after the period. A date with a fraction of a second is an instant, so this equals the start. */
  readonly end: ExactNumber;
  readonly isInstant: boolean;
  /** Whether it has an offset. If so, the period is the same in every time zone. */
  readonly hasOffset: boolean;
  /** Whether it has no time of day: a day, a month or a year. */
  readonly isBare: boolean;
}

/** Maximum length of a date. Longer texts are compared as text. */
const DATE_UNITS_MAX = 64;

/**
 * Returns the first instant of the period that a text denotes, or null if it is not a date. The most frequent spelling of a
 * case takes a faster path.
 */
export function parseDateStart(text: string): ExactNumber | null {
  const isUsual = text.length === USUAL_UNITS ? text.charCodeAt(LOCAL_UNITS) === 0x5a : text.length === LOCAL_UNITS;
  const start = isUsual ? usualStart(text) : null;
  return start === null ? (parseDate(text)?.start ?? null) : { value: start, residual: 0 };
}

/** Length of `2021-03-04T10:20:30Z`, and of the same date without an offset. */
const USUAL_UNITS = 20;
const LOCAL_UNITS = 19;

/** Reads a text that begins with this many units of such a date. Returns null if it needs the general parser. */
function usualStart(text: string): number | null {
  const areSeparated =
    text.charCodeAt(4) === 0x2d &&
    text.charCodeAt(7) === 0x2d &&
    text.charCodeAt(10) === 0x54 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a;
  if (!areSeparated) return null;
  const century = twoDigits(text, 0);
  const year = 100 * century + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // A comparison with NaN is false. Days after the 28th are not in every month, and `Date.UTC` does not support the first
  // years.
  const isUsual =
    year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour <= 23 && minute <= 59 && second <= 59;
  return isUsual ? Date.UTC(year, month - 1, day, hour, minute, second) : null;
}

function twoDigits(text: string, at: number): number {
  const first = text.charCodeAt(at) - 0x30;
  const second = text.charCodeAt(at + 1) - 0x30;
  return first >= 0 && first <= 9 && second >= 0 && second <= 9 ? 10 * first + second : Number.NaN;
}

/** Length of `2021-03-04`. A date with a time of day is longer. */
const BARE_UNITS_MAX = 10;

/** Whether a date has no time of day, so that it is the same day, month or year in every time zone. */
export function isBareDate(text: string): boolean {
  return text.length <= BARE_UNITS_MAX;
}

/** Returns the period that a text denotes in UTC, or null if it is not a date. */
export function parseDate(text: string): DatePeriod | null {
  const first = text.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39) || text.length > DATE_UNITS_MAX) return null;
  const date = readDate(text);
  if (date === null || date.isLoose) return null;
  const { year, month, day, hour, minute, second, fraction } = date;
  const monthIndex = (month ?? 1) - 1;
  const time = (((hour ?? 0) * 60 + (minute ?? 0) - date.offsetMinutes) * 60 + (second ?? 0)) * 1000;
  const start = startOfDay(year, monthIndex, day ?? 1) + time;
  if (fraction !== null) {
    const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
    const instant = { value: start + milliseconds, residual: Number(`0.${fraction.slice(3) || '0'}`) };
    return { start: instant, end: instant, isInstant: true, hasOffset: date.hasOffset, isBare: false };
  }
  let end: number;
  if (month === null) end = startOfDay(year + 1, 0, 1);
  else if (day === null) end = startOfDay(year, monthIndex + 1, 1);
  else if (hour === null) end = start + 86_400_000;
  else if (minute === null) end = start + 3_600_000;
  else if (second === null) end = start + 60_000;
  else end = start + 1000;
  return {
    start: { value: start, residual: 0 },
    end: { value: end, residual: 0 },
    isInstant: false,
    hasOffset: date.hasOffset,
    isBare: hour === null,
  };
}
