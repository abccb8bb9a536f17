/** A date as a search compares it: the period of time that it denotes. */
import { readDate, startOfDay } from './date-grammar.ts';
import type { ExactNumber } from './number-value.ts';

export interface DatePeriod {
  /** First instant of the period, in milliseconds since 1970; `residual` has the part that is finer than that. */
  readonly start: ExactNumber;
  /** First instant after the period. For a date with a fraction of a second it is the start: an instant. */
  readonly end: ExactNumber;
  readonly isInstant: boolean;
}

/** A longer text is compared as text. */
const DATE_UNITS_MAX = 64;

/** The period that a text denotes, or null if it is not a date. */
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
    return { start: instant, end: instant, isInstant: true };
  }
  let end: number;
  if (month === null) end = startOfDay(year + 1, 0, 1);
  else if (day === null) end = startOfDay(year, monthIndex + 1, 1);
  else if (hour === null) end = start + 86_400_000;
  else if (minute === null) end = start + 3_600_000;
  else if (second === null) end = start + 60_000;
  else end = start + 1000;
  return { start: { value: start, residual: 0 }, end: { value: end, residual: 0 }, isInstant: false };
}
