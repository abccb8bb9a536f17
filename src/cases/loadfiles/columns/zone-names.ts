/**
 * Time zones in tables: offsets, abbreviations by the table of docs/load-files.md, names of the IANA database. An abbreviation
 * is a fixed offset: EST is five hours behind UTC even in summer.
 */
import { startOfDay } from '../../../schema/date-grammar.ts';
import { clockOf, isTimeZone } from '../../../schema/zone-clock.ts';

export interface Zone {
  /** Its name in messages. */
  readonly name: string;
  /** Returns the offset in ISO 8601 at a local time, `2021-03-04T10:20:30` or longer. */
  offsetAt(local: string): string;
}

export const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UTC: 'Z', GMT: 'Z', UT: 'Z', ZULU: 'Z', WET: 'Z' },
  ...{ WEST: '+01:00', CET: '+01:00', MEZ: '+01:00', CEST: '+02:00', MESZ: '+02:00', EET: '+02:00', EEST: '+03:00' },
  ...{ MSK: '+03:00', SAST: '+02:00', PKT: '+05:00', SGT: '+08:00', HKT: '+08:00', JST: '+09:00', KST: '+09:00' },
  ...{ AWST: '+08:00', ACST: '+09:30', ACDT: '+10:30', AEST: '+10:00', AEDT: '+11:00', NZST: '+12:00', NZDT: '+13:00' },
  ...{ NST: '-03:30', NDT: '-02:30', BRT: '-03:00', BRST: '-02:00', ART: '-03:00' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00', MST: '-07:00', MDT: '-06:00' },
  ...{ PST: '-08:00', PDT: '-07:00', AKST: '-09:00', AKDT: '-08:00', HST: '-10:00' },
};

/** Abbreviations that several zones share. Only a time zone from a mapping decides between them. */
export const AMBIGUOUS_ABBREVIATIONS: Readonly<Record<string, string>> = {
  AMT: 'Amazonas or Armenia',
  AST: 'the Atlantic coast of America or Arabia',
  BST: 'Britain in summer or Bangladesh',
  GST: 'the Gulf or South Georgia',
  IST: 'India, Israel or Ireland',
  SST: 'Samoa or Singapore',
};

/** Longer texts are not zones. */
const ZONE_UNITS_MAX = 64;
const OFFSET = /^(?:\(?(?:utc|gmt|z)?)?([+-])(\d{1,2})(?::?(\d{2}))?\)?(?: .*)?$/i;

/**
 * Returns the zone that a text names. Returns `ambiguous` for an abbreviation that several zones share, and null for other
 * texts.
 */
export function readZone(text: string): Zone | 'ambiguous' | null {
  const name = text.trim();
  if (name.length > ZONE_UNITS_MAX) return null;
  const fixed = offsetOf(name);
  if (fixed !== null) return fixed === 'ambiguous' ? fixed : { name, offsetAt: () => fixed };
  return readNamedZone(name);
}

/**
 * Whether a name follows the offset, as in `(UTC-05:00) Eastern Time`. The clocks of the named zone may differ from the offset
 * in summer.
 */
export function hasZoneName(text: string): boolean {
  return /^\(?(?:utc|gmt|z)?[+-][\d:]+\)? .*\p{L}/iu.test(text.trim());
}

/** Minimum length of a name. Shorter texts may be abbreviations of anything. */
const ZONE_NAME_UNITS_MIN = 4;

/** Returns the zone of a name of the IANA database, or null. */
export function readNamedZone(name: string): Zone | null {
  if (name.length < ZONE_NAME_UNITS_MIN || !isTimeZone(name)) return null;
  return { name, offsetAt: (local) => offsetIn(name, local) };
}

/** Returns an offset or abbreviation as an ISO 8601 offset. */
export function offsetOf(text: string): string | 'ambiguous' | null {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(text) ?? [];
  if (hours !== undefined)
    return Number(hours) > 14 || Number(minutes) > 59 ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`;
  const abbreviation = text.toUpperCase();
  if (Object.hasOwn(AMBIGUOUS_ABBREVIATIONS, abbreviation)) return 'ambiguous';
  return Object.hasOwn(ABBREVIATIONS, abbreviation) ? ABBREVIATIONS[abbreviation]! : null;
}

/** For a local time that occurs twice, returns the first offset. For a skipped time, returns the offset before the change. */
function offsetIn(name: string, local: string): string {
  const clock = clockOf(name);
  const number = (from: number, to: number): number => Number(local.slice(from, to));
  const day = startOfDay(number(0, 4), number(5, 7) - 1, number(8, 10));
  const shown = day + ((number(11, 13) * 60 + number(14, 16)) * 60 + number(17, 19)) * 1000;
  const moment = clock.momentOf(shown);
  const offset = clock.offsetAt(moment);
  return written(moment + offset === shown ? offset : clock.offsetAt(moment - 1));
}

/** Historic offsets have seconds, which ISO 8601 does not support, so they are left out. */
function written(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const two = (number: number): string => String(number).padStart(2, '0');
  return minutes === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
