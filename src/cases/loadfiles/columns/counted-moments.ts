/**
 * Reads numeric timestamps: seconds and finer units since 1970, WebKit's microseconds and Windows' ticks of 100 ns since 1601.
 * Between 1980 and 2100 no number is valid in two of these units, so the digits of a column determine the unit. Two further
 * epochs, Apple's 2001 and 1904, overlap with 1970, so a mapping or the header must name them.
 */

export const COUNTS = [
  ...(['seconds', 'milliseconds', 'microseconds', 'nanoseconds', 'WebKit', 'FILETIME'] as const),
  ...(['seconds since 2001', 'nanoseconds since 2001', 'seconds since 1904'] as const),
] as const;
export type Count = (typeof COUNTS)[number];

interface Scale {
  readonly perSecond: bigint;
  /** Its epoch, in seconds before 1970. */
  readonly since: bigint;
}

const SINCE_1601 = 11_644_473_600n;
const SINCE_1904 = 2_082_844_800n;
const SINCE_2001 = -978_307_200n;
const SCALES: Readonly<Record<Count, Scale>> = {
  seconds: { perSecond: 1n, since: 0n },
  milliseconds: { perSecond: 1000n, since: 0n },
  microseconds: { perSecond: 1_000_000n, since: 0n },
  nanoseconds: { perSecond: 1_000_000_000n, since: 0n },
  WebKit: { perSecond: 1_000_000n, since: SINCE_1601 },
  FILETIME: { perSecond: 10_000_000n, since: SINCE_1601 },
  'seconds since 2001': { perSecond: 1n, since: SINCE_2001 },
  'nanoseconds since 2001': { perSecond: 1_000_000_000n, since: SINCE_2001 },
  'seconds since 1904': { perSecond: 1n, since: SINCE_1904 },
};
/** 1980 and 2100, in seconds since 1970. */
const FIRST = 315_532_800n;
const END = 4_102_444_800n;
/** The ranges of the units that digits determine. Floats suffice, because digits beyond 2^53 do not affect the unit. */
const RANGES = COUNTS.slice(0, 6).map((count) => {
  const { perSecond, since } = SCALES[count];
  return { count, from: Number((FIRST + since) * perSecond), end: Number((END + since) * perSecond) };
});

const DIGITS_MIN = 9;
const DIGITS_MAX = 19;
/** Matches a timestamp. Seconds may have a fraction, as Python writes them. */
const COUNTED = /^\d{9,19}$|^\d{9,10}\.\d{1,9}$/;
/** Matches a timestamp whose unit is given: 1904 to 2262. Zero means no time. */
const GIVEN = /^(?!0*(?:\.0*)?$)\d{1,19}(?:\.\d{1,9})?$/;
const GIVEN_FIRST = -SINCE_1904;
const GIVEN_END = 9_214_646_400n;

/** Returns the unit in which a text is a moment from 1980 to 2100, or null. */
export function countOf(text: string): Count | null {
  if (text.length < DIGITS_MIN || text.length > DIGITS_MAX + 1 || !COUNTED.test(text)) return null;
  const number = Number(text);
  return RANGES.find(({ from, end }) => number >= from && number < end)?.count ?? null;
}

/** Returns the moment in ISO 8601, with the precision of its unit; null if it is not valid in this unit. */
export function toCountedIso(text: string, count: Count, isGiven = false): string | null {
  if (isGiven ? !GIVEN.test(text) : countOf(text) !== count) return null;
  const [digits = '', decimals = ''] = text.split('.');
  const { perSecond, since } = SCALES[count];
  const ticks = BigInt(digits);
  const seconds = ticks / perSecond - since;
  if (seconds < GIVEN_FIRST || seconds >= GIVEN_END) return null;
  const decimalDigits = String(perSecond).length - 1;
  const fraction = (decimalDigits === 0 ? decimals : String(ticks % perSecond).padStart(decimalDigits, '0')).replace(
    /0+$/,
    '',
  );
  const iso = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${iso}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Returns the unit that a header names, or null. */
export function countOfHeader(header: string): 'since 1970' | 'since 2001' | null {
  if (/unix|epoch|posix/i.test(header)) return 'since 1970';
  return /cocoa|mac ?abs|cfabs|apple/i.test(header) ? 'since 2001' : null;
}

/** Below this number of seconds since 1970, the same number since 2001 is also plausible, up to 2032. */
const APPLE_END = Number(-SINCE_2001);
/** From this number of seconds since 1970 on (2060), the same number since 1904 is also plausible, from 1994 on. */
const CLASSIC_FROM = 2_840_140_800;

/** The smallest and the largest number of a column in one unit. They show whether another epoch also fits all numbers. */
export class TimestampRange {
  values = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  add(text: string): void {
    const number = Number(text);
    this.values++;
    this.#least = Math.min(this.#least, number);
    this.#most = Math.max(this.#most, number);
  }

  /** Returns another unit in which all these numbers are also plausible moments, or null. */
  otherUnit(count: Count): Count | null {
    if (count === 'seconds') {
      if (this.#most < APPLE_END) return 'seconds since 2001';
      return this.#least >= CLASSIC_FROM ? 'seconds since 1904' : null;
    }
    return count === 'nanoseconds' && this.#most < APPLE_END * 1e9 ? 'nanoseconds since 2001' : null;
  }
}
