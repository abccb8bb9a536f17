/**
 * Converts dates of mail headers to ISO 8601. Supports RFC 5322 with the old zones, and `asctime`. Anything else is not a date.
 */
import { withoutComments } from './header-fields.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** RFC 5322, 4.3. Single letters are unreliable, so they mean UTC, as the standard requires. */
const ZONES: Readonly<Record<string, string>> = {
  ut: 'Z',
  utc: 'Z',
  gmt: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
};

const MAIL =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4}|\d{2})[\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:\s*([+-]\d{4}|[a-z]{1,5}))?$/i;
const ASCTIME =
  /^(?:[a-z]{3},?\s+)([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s+([+-]\d{4}|[a-z]{1,5}))?\s+(\d{4})(?:\s+([+-]\d{4}))?$/i;

/** Returns `2021-03-04T10:20:30+01:00`, or null. Without a zone, the time is UTC. */
export function mailDate(raw: string): string | null {
  const text = withoutComments(raw).trim();
  const mail = MAIL.exec(text);
  if (mail !== null) {
    const [, day, month, year, hour, minute, second, zone] = mail;
    return moment(fullYear(year!), month!, day!, hour!, minute!, second, zone);
  }
  const asctime = ASCTIME.exec(text);
  if (asctime === null) return null;
  const [, month, day, hour, minute, second, zone, year, zoneBehind] = asctime;
  return moment(year!, month!, day!, hour!, minute!, second, zoneBehind ?? zone);
}

/** By RFC 5322, two digits up to 49 mean this century. */
function fullYear(year: string): string {
  return year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
}

function moment(
  year: string,
  monthName: string,
  day: string,
  hour: string,
  minute: string,
  second: string | undefined,
  zone: string | undefined,
): string | null {
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  const offset = offsetOf(zone);
  if (month === 0 || offset === null || Number(hour) > 23 || Number(minute) > 59) return null;
  // A leap second is read as the second before it.
  const seconds = Math.min(59, Number(second ?? '0'));
  if (Number(second ?? '0') > 60 || Number(day) < 1 || Number(day) > daysOf(Number(year), month)) return null;
  const two = (value: number | string): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(seconds)}${offset}`;
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function offsetOf(zone: string | undefined): string | null {
  if (zone === undefined) return 'Z';
  const digits = /^([+-])(\d{2})(\d{2})$/.exec(zone);
  if (digits === null) return ZONES[zone.toLowerCase()] ?? (zone.length === 1 && !/j/i.test(zone) ? 'Z' : null);
  const [, sign, hours, minutes] = digits;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return Number(hours) + Number(minutes) === 0 ? 'Z' : `${sign}${hours}:${minutes}`;
}
