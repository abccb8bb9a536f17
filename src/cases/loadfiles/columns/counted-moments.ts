/**
 * Reads numeric timestamps: seconds and finer units since 1970, WebKit's microseconds and Windows' ticks of 100 ns since 1601.
 * Between 1980 and 2100 no number is valid in two of these units, so the digits of a column determine the unit.
 */

export type Count = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds' | 'WebKit' | 'FILETIME';

interface Scale {
  readonly perSecond: bigint;
  /** Its epoch, in seconds before 1970. */
  readonly since: bigint;
}

const SINCE_1601 = 11_644_473_600n;
const SCALES: Readonly<Record<Count, Scale>> = {
  seconds: { perSecond: 1n, since: 0n },
  milliseconds: { perSecond: 1000n, since: 0n },
  microseconds: { perSecond: 1_000_000n, since: 0n },
  nanoseconds: { perSecond: 1_000_000_000n, since: 0n },
  WebKit: { perSecond: 1_000_000n, since: SINCE_1601 },
  FILETIME: { perSecond: 10_000_000n, since: SINCE_1601 },
};
/** 1980 and 2100, in seconds since 1970. */
const FIRST = 315_532_800n;
const END = 4_102_444_800n;
/** Computed as floats, because digits beyond 2^53 do not matter for the unit. */
const RANGES = (Object.keys(SCALES) as Count[]).map((count) => {
  const { perSecond, since } = SCALES[count];
  return { count, from: Number((FIRST + since) * perSecond), end: Number((END + since) * perSecond) };
});

const DIGITS_MIN = 9;
const DIGITS_MAX = 19;
/** Seconds may have a fraction, as Python writes them. */
const COUNTED = /^\d{9,19}$|^\d{9,10}\.\d{1,9}$/;

/** Returns the unit in which a text is a moment from 1980 to 2100, or null. */
export function countOf(text: string): Count | null {
  if (text.length < DIGITS_MIN || text.length > DIGITS_MAX + 1 || !COUNTED.test(text)) return null;
  const number = Number(text);
  return RANGES.find(({ from, end }) => number >= from && number < end)?.count ?? null;
}

/** Returns the moment in ISO 8601, with the precision of its unit; null if it is not valid in this unit. */
export function toCountedIso(text: string, count: Count): string | null {
  if (countOf(text) !== count) return null;
  const [digits = '', decimals = ''] = text.split('.');
  const { perSecond, since } = SCALES[count];
  const ticks = BigInt(digits);
  const seconds = ticks / perSecond - since;
  const decimalDigits = String(perSecond).length - 1;
  const fraction = (decimalDigits === 0 ? decimals : String(ticks % perSecond).padStart(decimalDigits, '0')).replace(
    /0+$/,
    '',
  );
  const iso = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${iso}${fraction === '' ? '' : `.${fraction}`}Z`;
}
