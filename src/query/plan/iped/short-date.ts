/**
 * Parses bounds of ranges in Java's short date format of a locale. IPED rewrites them to `yyyyMMddHHmmss`, whatever the
 * type of the field.
 */

interface ShortDate {
  readonly separator: string;
  readonly order: 'month first' | 'day first';
}

const FORMATS: Readonly<Record<string, ShortDate>> = {
  en: { separator: '/', order: 'month first' },
  pt: { separator: '/', order: 'day first' },
  es: { separator: '/', order: 'day first' },
  it: { separator: '/', order: 'day first' },
  fr: { separator: '/', order: 'day first' },
  de: { separator: '.', order: 'day first' },
};

/** A two-digit year is at most this many years ahead. */
const YEARS_AHEAD = 20;

/** Returns the rewritten bound, at the end of its day if `isDayEnd`; null if the text does not begin with a short date. */
export function rewrittenDate(text: string, locale: string, isDayEnd: boolean): string | null {
  const format = FORMATS[locale.split(/[-_]/)[0]!.toLowerCase()];
  if (format === undefined) return null;
  const [first, second, third] = text.slice(0, 40).split(format.separator);
  const numbers = [first, second, /^\s*-?\d+/.exec(third ?? '')?.[0]];
  if (!numbers.every((number) => number !== undefined && /^\s*-?\d{1,6}$/.test(number))) return null;
  const [a, b, year] = numbers.map(Number) as [number, number, number];
  const [month, day] = format.order === 'month first' ? [a, b] : [b, a];
  const date = new Date(0);
  // Months and days beyond their range carry over, as in Java's lenient calendar.
  date.setUTCFullYear(fullYear(year, third!.trimStart()), month - 1, day);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 1) return null;
  return date.toISOString().slice(0, 10).replaceAll('-', '') + (isDayEnd ? '235959' : '000000');
}

function fullYear(year: number, written: string): number {
  if (!/^\d\d(?!\d)/.test(written)) return year;
  const last = new Date().getUTCFullYear() + YEARS_AHEAD;
  const candidate = last - (last % 100) + year;
  return candidate > last ? candidate - 100 : candidate;
}
