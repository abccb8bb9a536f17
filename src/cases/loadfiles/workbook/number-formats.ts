/** Decides which numbers of a workbook are dates, and writes them. */

/** `date`: a day, with or without a time. `time`: a time of day alone. */
export type CellNumberKind = 'number' | 'date' | 'time';

/** Ids of built-in formats. Those for East Asia are also dates. */
export function kindOfBuiltIn(id: number): CellNumberKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'time' : 'number';
}

/** Uses the first section of a format's code: `yyyy\-mm\-dd hh:mm`. Elapsed hours (`[h]:mm`) are numbers. */
export function kindOfFormat(code: string): CellNumberKind {
  const section = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';', 1)[0]!
    .replace(/am\/pm|a\/p/gi, 'h');
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return 'number';
  const letters = section.replace(/\[[^\]]*\]/g, '').toLowerCase();
  if (letters.includes('general')) return 'number';
  if (/[yde]/.test(letters) && !/^[^yd]*0[^yd]*e[+-]/.test(letters)) return 'date';
  if (/[hs]/.test(letters)) return 'time';
  return /m/.test(letters) ? 'date' : 'number';
}

const DAY_MS = 86_400_000;
/** The last day of the year 9999. */
const DAYS_MAX = 2_958_466;

/** Returns `2021-03-04`, `2021-03-04T10:20:30`, or `10:20:30`. Null if the number is not of that kind. */
export function dateText(serial: number, kind: CellNumberKind, is1904: boolean): string | null {
  if (kind === 'number' || !Number.isFinite(serial) || serial < 0 || serial >= DAYS_MAX) return null;
  const ms = Math.round(serial * DAY_MS);
  const days = Math.floor(ms / DAY_MS);
  const time = timeText(ms - days * DAY_MS);
  if (kind === 'time' && days === 0) return time;
  // Day 60 is 29 February 1900, which did not exist, and day 0 is not a day.
  if (!is1904 && (days === 60 || days === 0)) return null;
  const first = is1904 ? Date.UTC(1904, 0, 1) : days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  const day = new Date(first + days * DAY_MS).toISOString().slice(0, 10);
  return ms === days * DAY_MS ? day : `${day}T${time}`;
}

function timeText(ms: number): string {
  const text = new Date(ms).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

/** Writes a number as a spreadsheet shows it, with 15 digits. Further digits are artifacts of floating-point arithmetic. */
export function numberText(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  const value = Number(raw);
  return raw.trim() !== '' && Number.isFinite(value) ? String(Number(value.toPrecision(15))) : raw;
}
