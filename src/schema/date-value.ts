/**
 * The one grammar of dates, for values of a case and for queries. It reads ISO 8601 as far as forensic tools write it:
 * `2021`, `2021-03`, `2021-03-04`, `2021-03-04T10`, with minutes, seconds, a fraction, and an offset (`Z`, `+02:00`,
 * `+0200`, `+02`). Without an offset UTC is meant.
 */
import type { ExactNumber } from './number-value.ts';

export interface DatePeriod {
  /** First instant of the period, in milliseconds since 1970; `residual` holds what is finer than that. */
  readonly start: ExactNumber;
  /** First instant after the period. For a date with a fraction of a second it is the start: an instant. */
  readonly end: ExactNumber;
  readonly isInstant: boolean;
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/** The period that a text writes, or null where it writes no date. */
export function parseDate(text: string): DatePeriod | null {
  const first = text.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39) || text.length > 64) return null;
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const monthIndex = month === undefined ? 0 : Number(month) - 1;
  const dayOfMonth = day === undefined ? 1 : Number(day);
  if (monthIndex < 0 || monthIndex > 11 || dayOfMonth < 1 || dayOfMonth > daysIn(Number(year), monthIndex)) return null;
  const hours = Number(hour ?? 0);
  const minutes = Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  const offset = zoneMinutes(zone);
  if (offset === null) return null;
  const at = (y: number, m: number, d: number): number =>
    utc(y, m, d) + ((hours * 60 + minutes - offset) * 60 + seconds) * 1000;
  const start = at(Number(year), monthIndex, dayOfMonth);
  if (fraction !== undefined) {
    const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
    const instant = { value: start + milliseconds, residual: Number(`0.${fraction.slice(3) || '0'}`) };
    return { start: instant, end: instant, isInstant: true };
  }
  let end: number;
  if (month === undefined) end = at(Number(year) + 1, 0, 1);
  else if (day === undefined) end = at(Number(year), monthIndex + 1, 1);
  else if (hour === undefined) end = start + 86_400_000;
  else if (minute === undefined) end = start + 3_600_000;
  else if (second === undefined) end = start + 60_000;
  else end = start + 1000;
  return { start: { value: start, residual: 0 }, end: { value: end, residual: 0 }, isInstant: false };
}

function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function daysIn(year: number, month: number): number {
  if (month === 1) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
}

/** Minutes east of UTC, or null for an offset that cannot be. */
function zoneMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
