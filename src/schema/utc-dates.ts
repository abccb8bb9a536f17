/**
 * Converts dates of items to UTC. Only a time of day with an offset changes. Fractions keep their digits, and a value that is
 * not an ISO 8601 date-time (a bare date, a year, something else) stays as the case spells it.
 */
import { readDate, startOfDay } from './date-grammar.ts';

/** `2021-03-04T10:20:30.50+02:00` → `2021-03-04T08:20:30.50Z`. Without an offset it is UTC. */
export function renderUtc(value: string): string {
  const date = readDate(value);
  if (date === null || date.hour === null || (date.minute === null && !date.hasOffset)) return value;
  // The seconds stay as written, even a leap second, because offsets are whole minutes.
  const minutes = date.hour * 60 + (date.minute ?? 0) - date.offsetMinutes;
  const shown = new Date(startOfDay(date.year, date.month! - 1, date.day!) + minutes * 60_000).toISOString();
  const fraction = date.fraction === null ? '' : `.${date.fraction}`;
  const seconds = date.secondDigits === null ? '' : `:${date.secondDigits}${fraction}`;
  return `${shown.slice(0, shown.indexOf('T') + 6)}${seconds}Z`;
}
