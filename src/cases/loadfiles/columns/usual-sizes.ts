/**
 * Parses sizes as people write them, such as `48,211`, `1,2 MB` and `12 KB`. A single value often does not show whether `,` or
 * `.` is the decimal separator. size-facts.ts decides this for each column. docs/load-files.md states the rules.
 */

/** The decimal separator: point or comma. The other one then groups thousands. */
export type Notation = 'point' | 'comma';
export const NOTATIONS = ['point', 'comma'] as const;

export const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
export type Unit = (typeof UNITS)[number];

/** Longer values are not sizes. */
const SIZE_UNITS_MAX = 64;

/** Units in longer headers are ignored, because the pattern may try each of their characters twice. */
const HEADER_UNITS_MAX = 200;

/** Words for units, including the French `Ko` and `octets`. */
const UNIT_WORDS = '(?:[bo]|bytes?|octets?|[kmgtp](?:i?b|o|(?:ilo|ega|iga|era|eta)?bytes?)?)';
const WRITTEN = new RegExp(`^(\\d[\\d,. '’\\u00a0\\u202f]*?)[ \\u00a0\\u202f]?(${UNIT_WORDS})?$`, 'i');
/** The exact size after a rounded one: `12.0 KB (12,288 bytes)`. */
const EXACT = /^\d[^()]*\((\d[^()]*(?:bytes?|octets?))\)$/i;
/** A number whose thousands are grouped in one way, or not at all, and its fraction. */
const BY_NOTATION: Readonly<Record<Notation, RegExp>> = {
  point: /^(\d+|[1-9]\d{0,2}(?:([, '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:\.(\d+))?$/,
  comma: /^(\d+|[1-9]\d{0,2}(?:([. '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:,(\d+))?$/,
};
/** `File Size (KB)`, `FileSizeKB`, `Size in bytes`. A lone letter counts only in brackets. */
const HEADER_UNIT = new RegExp(
  `^(.*(?:size|length))(?:[\\s_,:-]*(?:in[\\s_]+)?(bytes|[kmgtp]i?b)|[\\s_]*[(\\[]\\s*(?:in )?(${UNIT_WORDS})\\s*[)\\]])$`,
  'i',
);

export interface WrittenNumber {
  /** Digits without separators. */
  readonly whole: string;
  /** Digits after the decimal separator. Empty if there are none. */
  readonly fraction: string;
}

export interface WrittenSize {
  /** The number in each notation, or null if it is invalid in that notation. */
  readonly point: WrittenNumber | null;
  readonly comma: WrittenNumber | null;
  /** The unit after the number, or null. */
  readonly unit: Unit | null;
}

/** How the sizes of a column are read. */
export interface SizeReading {
  /** Null if values that differ between the notations stay unchanged. */
  readonly notation: Notation | null;
  /** The unit of values without one. Null if it is unknown, in which case the numbers stay unchanged. */
  readonly unit: Unit | null;
}

/** Returns the number and unit of a text, or null if it is not a size. */
export function parseSize(text: string): WrittenSize | null {
  if (text.length > SIZE_UNITS_MAX) return null;
  const trimmed = text.trim();
  const [, number, unit] = WRITTEN.exec(EXACT.exec(trimmed)?.[1] ?? trimmed) ?? [];
  if (number === undefined) return null;
  const [point, comma] = NOTATIONS.map((notation) => {
    const match = BY_NOTATION[notation].exec(number);
    return match === null ? null : { whole: match[1]!.replace(/\D/g, ''), fraction: match[3] ?? '' };
  });
  return point === null && comma === null ? null : { point: point!, comma: comma!, unit: unitOf(unit) };
}

/** Returns the size as a number for the index: in whole bytes if a unit is known. Null if it is not a size in this reading. */
export function toSize(text: string, { notation, unit }: SizeReading): string | null {
  if (isDigits(text) && (unit === null || unit === 'B')) return text;
  const size = parseSize(text);
  if (size === null) return null;
  const used = size.unit ?? unit;
  const number = notation === null ? onlyNumber(size, used) : size[notation];
  if (number === null) return null;
  const { whole, fraction } = number;
  if (used === null) return hasParts(number) ? `${whole}.${fraction}` : whole;
  if (used === 'B') return hasParts(number) ? null : whole;
  return inBytes(number, used);
}

/** Returns the only possible number of a size. Bytes have no fractions, so `48,211 bytes` has one reading. */
export function onlyNumber({ point, comma }: WrittenSize, unit: Unit | null): WrittenNumber | null {
  if (point === null || comma === null) return point ?? comma;
  if (point.whole === comma.whole && point.fraction === comma.fraction) return point;
  if (unit !== 'B') return null;
  return point.fraction === '' ? point : comma.fraction === '' ? comma : null;
}

/** Whether it has a nonzero fraction: `12.50`, but not `12.00`. */
export function hasParts({ fraction }: WrittenNumber): boolean {
  return /[1-9]/.test(fraction);
}

export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return text.length > 0;
}

/** The unit of sizes in a header, and the header without it. */
export function headerUnit(header: string): { readonly header: string; readonly unit: Unit } | null {
  if (header.length > HEADER_UNITS_MAX) return null;
  const [, name, plain, bracketed] = HEADER_UNIT.exec(header.trim()) ?? [];
  const unit = unitOf(plain ?? bracketed);
  return name === undefined || unit === null ? null : { header: name, unit };
}

function unitOf(word: string | undefined): Unit | null {
  if (word === undefined) return null;
  const first = word[0]!.toUpperCase().replace('O', 'B');
  return UNITS.find((unit) => unit[0] === first) ?? null;
}

function inBytes({ whole, fraction }: WrittenNumber, unit: Unit): string {
  const scale = 1024n ** BigInt(UNITS.indexOf(unit));
  const parts = 10n ** BigInt(fraction.length);
  return String((2n * BigInt(whole + fraction) * scale + parts) / (2n * parts));
}
