/**
 * Common spellings of dates in load files, and their ISO 8601 forms. The spelling does not show which of two numbers is the
 * day. date-order.ts decides this for each column. docs/load-files.md lists the spellings.
 */
import { isMoment, readDate } from '../../../schema/date-grammar.ts';
import { plainDate } from './plain-dates.ts';
import { offsetOf, readNamedZone, type Zone } from './zone-names.ts';

export const DAY_ORDERS = ['day first', 'month first', 'year first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** The evidence of one date for its column: none, the order in which it must be read, or that both are possible. */
export type OrderEvidence = 'none' | 'day first' | 'month first' | 'either';

const HYPHEN = 0x2d;
const BLANK = 0x20;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;

/** Longer values are not dates. */
const DATE_UNITS_MAX = 80;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const YEAR_FIRST = /^(\d{4})([-/.:])(\d{1,2})\2(\d{1,2})(?![\d])/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const DAY_MONTH_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ /.-]${MONTH},?[ /.-](\\d{4}|\\d{2})(?!\\d)`, 'i');
/** FTK Imager: `2009-Nov-20`. */
const YEAR_MONTH_NAME = new RegExp(`^(\\d{4})[ /.-]${MONTH}[ /.-](\\d{1,2})(?!\\d)`, 'i');
const MONTH_NAME_DAY = new RegExp(`^${MONTH} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})(?!\\d)`, 'i');
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/i;
/** `10-11-12` may also be a part number. */
const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}(?!\d)/;
/** `Tue Mar 02 10:11:12 UTC 2021`, as programs in C and Java print dates. */
const CTIME = new RegExp(
  `^${MONTH} +(\\d{1,2}) (\\d{2}:\\d{2}:\\d{2})(?: ([a-z]{1,4}|[+-]\\d{2}(?::?\\d{2})?))? (\\d{4})$`,
  'i',
);
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T _-]?(\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.0+)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:](\d{1,9}))?)? ?(?:([ap])\.?m\.?)?(?: ?\(?([a-z]{1,5})?([+-]\d{1,2}(?::?\d{2})?)?\)?)?$/i;
const BEFORE_TIME = /^(?:[Tt]|,? +(?:at +)?|[_:])/;
/** The local time followed by the same instant in UTC, as FTK writes it. */
const UTC_BEHIND = /\((\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?) ?UTC\)$/;

interface Parts {
  readonly year: number;
  /** The first two numbers, in the written order unless `isOrdered`. */
  readonly first: number;
  readonly second: number;
  /** Whether `first` is the month. */
  readonly isOrdered: boolean;
  /** Whether `.` separates the numbers, which usually means that the day is first. */
  readonly isDayFirst: boolean;
  readonly time: string;
  /** An offset of ISO 8601, `ambiguous`, or empty. */
  readonly zone: string;
  /** The last number, if it is a year of two digits. */
  readonly shortYear?: number;
  /** A time zone of the IANA database after the time. */
  readonly namedZone?: Zone;
}

/**
 * Returns the date in ISO 8601, or null if it is invalid or needs an order. `zone`: the zone of times without a zone, or with
 * an ambiguous one.
 */
export function toIsoDate(text: string, order: DayOrder | null, zone: Zone | null = null): string | null {
  if (text.charCodeAt(4) === HYPHEN && text.length <= DATE_UNITS_MAX) {
    const date = readDate(text);
    if (date !== null) {
      const strict = date.isLoose ? strictDate(text) : text;
      return zone === null || date.hasOffset || date.hour === null ? strict : `${strict}${zone.offsetAt(strict)}`;
    }
  }
  const parts = parse(text);
  return parts === null ? null : isoOf(parts, order, zone);
}

/** Returns a loose spelling of ISO 8601 with colons, upper-case letters and a decimal point. */
function strictDate(text: string): string {
  return text
    .replace(/^(.{10})t(\d{2}):?(\d{2})(?::?(\d{2}))?/i, (_all, date, hour, minute, second) =>
      second === undefined ? `${date}T${hour}:${minute}` : `${date}T${hour}:${minute}:${second}`,
    )
    .replace(',', '.')
    .toUpperCase();
}

/** Whether a date in ISO 8601 with a time of day has an offset. */
export function hasOffset(iso: string): boolean {
  return /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/.test(iso.slice(11));
}

/** Whether the text would be a date if the zone for its abbreviation were known. */
export function hasAmbiguousZone(text: string): boolean {
  return parse(text)?.zone === 'ambiguous';
}

function isoOf(parts: Parts, order: DayOrder | null, zone: Zone | null): string | null {
  const { first, second, isOrdered, isDayFirst } = parts;
  if (isOrdered) return render(parts, first, second, zone);
  if (order === 'year first' && parts.shortYear !== undefined)
    return render({ ...parts, year: fullYear(String(first)) }, second, parts.shortYear, zone);
  const evidence = isDayFirst ? 'day first' : evidenceOf(first, second);
  if (evidence === null) return null;
  const used =
    evidence === 'day first' || evidence === 'month first' ? evidence : first === second ? 'day first' : order;
  if (used === null) return null;
  return used !== 'month first' ? render(parts, second, first, zone) : render(parts, first, second, zone);
}

/**
 * Returns the evidence of a value for the order of its column, or null if it is not a date. `isDateByName` also allows values that
 * may be other numbers.
 */
export function orderEvidence(text: string, isDateByName: boolean): OrderEvidence | null {
  if (!isDateByName && (isDigits(text) || SHORT_YEAR.test(text))) return null;
  const parts = parse(text);
  if (parts === null) return null;
  const { first, second, isOrdered, isDayFirst } = parts;
  if (isOrdered) return isThere(parts, first, second) ? 'none' : null;
  if (isDayFirst) return isThere(parts, second, first) ? 'none' : null;
  const evidence = evidenceOf(first, second);
  if (evidence === null || evidence === 'none') return evidence;
  const isMonthFirst = evidence === 'month first';
  return isThere(parts, isMonthFirst ? first : second, isMonthFirst ? second : first) ? evidence : null;
}

/** `20210304` may be any number. */
function isDigits(text: string): boolean {
  return /^[\d.]+$/.test(text) && !/^\d+\.\d+\.\d+$/.test(text);
}

/** Digits that mean "no date". */
export function isZeroDate(text: string): boolean {
  return (
    text.charCodeAt(0) === ZERO &&
    /^(?:0{1,4}([-/.]?)0{1,2}\1(0{1,4})|0000:00:00)([ T]0{1,2}:00(:00)?(\.0+)?( ?[AaPp][Mm])?)?(Z|[+-]00:?00)?$/.test(
      text,
    )
  );
}

const NO_DATES: ReadonlySet<string> = new Set(
  'n/a,na,n.a.,none,null,(null),nil,nan,unknown,never,not set,not available,not applicable,not a time,undefined,empty'.split(
    ',',
  ),
);

/** Whether a text says that there is no date. It is not evidence against a column of dates. */
export function saysNoDate(text: string): boolean {
  return /^[^\p{L}\p{N}]*$/u.test(text) || /^xxx /i.test(text) || NO_DATES.has(text.toLowerCase());
}

/** Whether a text that is not read as a date looks like one: it has a year, or numbers as in a date or a time. */
export function resemblesDate(text: string): boolean {
  return (
    text.length <= DATE_UNITS_MAX &&
    /(?:^|\D)(?:19|20)\d{2}(?:\D|$)|\d[-/.:]\d{1,2}[-/.:]\d|(?:^|\D)\d{1,2}:\d{2}(?:\D|$)|^(?:0x)?[\da-f]{9,19}$|^[34]\d{4}(?:\.\d+)?$/i.test(
      text,
    )
  );
}

/** Returns a time of day alone, such as `10:11:12`, or null. */
export function toIsoTime(text: string): { readonly time: string; readonly zone: string } | null {
  return text.length > DATE_UNITS_MAX ? null : parseTime(text.trim());
}

/** Whether a text is a date with a time of day, in some order. */
export function hasTimeOfDay(text: string): boolean {
  const parts = parse(text.trim());
  return parts !== null && parts.time !== '';
}

function evidenceOf(first: number, second: number): OrderEvidence | null {
  if (first > 12 && second > 12) return null;
  if (first > 12) return 'day first';
  if (second > 12) return 'month first';
  return first === second ? 'none' : 'either';
}

function render(parts: Parts, month: number, day: number, zone: Zone | null): string | null {
  if (!isThere(parts, month, day)) return null;
  const date = `${String(parts.year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return parts.time === '' ? date : withZone(`${date}T${parts.time}`, parts.zone, parts.namedZone ?? zone);
}

/** Whether the calendar has the day, and the day has the time. */
function isThere({ year, time }: Parts, month: number, day: number): boolean {
  if (time === '') return isMoment(year, month, day, 0, 0, 0);
  return isMoment(year, month, day, twoDigits(time, 0), twoDigits(time, 3), twoDigits(time, 6));
}

/** Returns a local time with its own zone, or else with the given one. Null if its own zone is ambiguous. */
export function withZone(local: string, own: string, given: Zone | null): string | null {
  if (own !== '' && own !== 'ambiguous') return `${local}${own}`;
  if (given !== null) return `${local}${given.offsetAt(local)}`;
  return own === '' ? local : null;
}

function parse(given: string): Parts | null {
  if (given.length > DATE_UNITS_MAX || given.length < 6) return null;
  const usual = parseUsual(given);
  if (usual !== null) return usual;
  if (!/\d/.test(given)) return null;
  const parts = parsePlain(given);
  if (parts !== null) return parts;
  const plain = plainDate(given);
  return plain === null ? parseWithZoneName(given) : (parsePlain(plain) ?? parseWithZoneName(plain));
}

/** `2021-03-04 10:20:30 Europe/Berlin` */
function parseWithZoneName(text: string): Parts | null {
  const match = /^(.+:\d.*) \[?([A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)\]?$/.exec(text);
  const namedZone = match === null ? null : readNamedZone(match[2]!);
  const parts = namedZone === null ? null : parsePlain(match![1]!);
  return parts === null || parts.time === '' || parts.zone !== '' ? null : { ...parts, namedZone: namedZone! };
}

function parsePlain(given: string): Parts | null {
  const behind = given.endsWith(')') ? UTC_BEHIND.exec(given) : null;
  const text = (behind === null ? given.trim() : `${behind[1]}Z`).replace(WEEKDAY, '');
  return parseNumbers(text) ?? parseNames(text);
}

/**
 * Parses forms such as `3/14/2021 9:05 PM` without regular expressions, for speed. Returns null if the text needs those, or is
 * not a date.
 */
function parseUsual(text: string): Parts | null {
  const first = digitsAt(text, 0);
  const separator = text.charCodeAt(first);
  const second = digitsAt(text, first + 1);
  const end = first + second + 6;
  const isDate =
    first * second > 0 &&
    (separator === SLASH || separator === HYPHEN || separator === POINT) &&
    text.charCodeAt(first + 1 + second) === separator;
  const year = isDate ? 100 * twoDigits(text, end - 4) + twoDigits(text, end - 2) : Number.NaN;
  if (Number.isNaN(year)) return null;
  const time = text.length === end ? '' : usualTime(text, end);
  if (time === null) return null;
  const [one, two] = [numberAt(text, 0, first), numberAt(text, first + 1, second)];
  return { year, first: one, second: two, isOrdered: false, isDayFirst: separator === POINT, time, zone: '' };
}

/** Parses ` 9:05`, ` 9:05 PM` and ` 09:05:10`. */
function usualTime(text: string, at: number): string | null {
  const digits = digitsAt(text, at + 1);
  const colon = at + 1 + digits;
  if (text.charCodeAt(at) !== BLANK || digits === 0 || text.charCodeAt(colon) !== COLON) return null;
  const minute = twoDigits(text, colon + 1);
  const hasSecond = text.charCodeAt(colon + 3) === COLON;
  const second = hasSecond ? twoDigits(text, colon + 4) : 0;
  const end = colon + (hasSecond ? 6 : 3);
  const half = text.length === end + 3 && text.charCodeAt(end) === BLANK ? text.slice(end + 1).toUpperCase() : '';
  const written = numberAt(text, at + 1, digits);
  const isWhole = half === 'AM' || half === 'PM' ? written >= 1 && written <= 12 : text.length === end && written <= 23;
  if (!isWhole || Number.isNaN(minute + second)) return null;
  const hour = half === '' ? written : (written % 12) + (half === 'PM' ? 12 : 0);
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Returns the number of digits, up to two. */
function digitsAt(text: string, at: number): number {
  return !isDigitAt(text, at) ? 0 : isDigitAt(text, at + 1) ? 2 : 1;
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= ZERO && unit <= NINE;
}

function numberAt(text: string, at: number, digits: number): number {
  return digits === 2 ? twoDigits(text, at) : text.charCodeAt(at) - ZERO;
}

/** Returns NaN if they are not digits. */
function twoDigits(text: string, at: number): number {
  if (!isDigitAt(text, at) || !isDigitAt(text, at + 1)) return Number.NaN;
  return 10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;
}

function parseNumbers(text: string): Parts | null {
  let match = YEAR_FIRST.exec(text);
  if (match !== null) {
    return withTime(text.slice(match[0].length), Number(match[1]), Number(match[3]), Number(match[4]), true);
  }
  match = YEAR_LAST.exec(text);
  if (match !== null) {
    const isDots = match[2] === '.';
    const [first, second, last] = [match[1]!, match[3]!, match[4]!];
    const parts = withTime(text.slice(match[0].length), fullYear(last), Number(first), Number(second), false, isDots);
    return parts === null || last.length > 2 ? parts : { ...parts, shortYear: Number(last) };
  }
  match = COMPACT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, written = ''] = match;
  const zone = zoneOf(written);
  if (zone === null) return null;
  const time = hour === undefined ? '' : `${hour}:${minute}:${second ?? '00'}`;
  return { ...ordered(Number(year), Number(month), Number(day)), time, zone };
}

function parseNames(text: string): Parts | null {
  let match = DAY_MONTH_NAME.exec(text);
  if (match !== null) {
    return withTime(text.slice(match[0].length), fullYear(match[3]!), monthOf(match[2]!), Number(match[1]), true);
  }
  match = MONTH_NAME_DAY.exec(text);
  if (match !== null) {
    return withTime(text.slice(match[0].length), Number(match[3]), monthOf(match[1]!), Number(match[2]), true);
  }
  match = YEAR_MONTH_NAME.exec(text);
  if (match !== null) {
    return withTime(text.slice(match[0].length), Number(match[1]), monthOf(match[2]!), Number(match[3]), true);
  }
  match = CTIME.exec(text);
  if (match === null) return null;
  const zone = zoneOf(match[4] ?? '');
  if (zone === null) return null;
  return { ...ordered(Number(match[5]), monthOf(match[1]!), Number(match[2])), time: match[3]!, zone };
}

function ordered(year: number, month: number, day: number): Omit<Parts, 'time' | 'zone'> {
  return { year, first: month, second: day, isOrdered: true, isDayFirst: false };
}

function withTime(
  rest: string,
  year: number,
  first: number,
  second: number,
  isOrdered: boolean,
  isDayFirst = false,
): Parts | null {
  if (rest === '') return { year, first, second, isOrdered, isDayFirst, time: '', zone: '' };
  const begin = BEFORE_TIME.exec(rest);
  const time = begin === null ? null : parseTime(rest.slice(begin[0].length));
  return time === null ? null : { year, first, second, isOrdered, isDayFirst, time: time.time, zone: time.zone };
}

function parseTime(text: string): { readonly time: string; readonly zone: string } | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds = '00', fraction = '', half, name = '', offset = ''] = match;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const zone = zoneOf(offset === '' ? name : offset);
  if (zone === null || hour > 23) return null;
  return { time: `${two(hour)}:${minutes}:${seconds}${fraction === '' ? '' : `.${fraction}`}`, zone };
}

/** Returns an offset or abbreviation as an ISO 8601 offset, or `ambiguous`. Null for others. */
function zoneOf(text: string): string | null {
  return text === '' ? '' : offsetOf(text);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Two digits mean a year from 1970 to 2069. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
