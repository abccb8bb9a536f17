/**
 * Dates of items in UTC. Only a time of day with an offset moves; fractions keep their digits, and a value that is no
 * ISO 8601 date-time (a bare date, a year, something else) stays as the case spells it.
 */

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d)(?::?(\d\d)(?::?(\d\d)([.,]\d+)?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** `2021-03-04T10:20:30.50+02:00` → `2021-03-04T08:20:30.50Z`. Without an offset UTC is meant. */
export function renderUtc(value: string): string {
  const match = dateTime.exec(value);
  if (match === null) return value;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  if (minute === undefined && offset === undefined) return value;
  // setUTCFullYear, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isRealDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isRealDay || Number(hour) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return value;
  // The seconds stay as they are written, a leap second too: offsets are whole minutes.
  date.setUTCHours(Number(hour), Number(minute ?? 0) - offsetMinutes(offset));
  const shown = date.toISOString();
  const seconds = second === undefined ? '' : `:${second}${(fraction ?? '').replace(',', '.')}`;
  return `${shown.slice(0, shown.indexOf('T') + 6)}${seconds}Z`;
}

function offsetMinutes(offset: string | undefined): number {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}
