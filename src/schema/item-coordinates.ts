/** The geographic coordinates of an item, read from the properties that tools use for them. This is the only list of these properties. */
import type { TreeItem } from './item-kinds.ts';

/** In degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

type Role =
  | { readonly part: 'latitude' | 'longitude' | 'latitudeRef' | 'longitudeRef'; readonly pair: number }
  | 'both';

/** Latitude and longitude in two properties, value by value. */
const PAIRS: readonly (readonly [latitude: string, longitude: string])[] = [
  ['common:geo:lat', 'common:geo:long'],
  ['geo:lat', 'geo:long'],
  ['geo:lat', 'geo:lon'],
  ['latitude', 'longitude'],
  ['Latitude', 'Longitude'],
  ['GPSLatitude', 'GPSLongitude'],
  ['GPS Latitude', 'GPS Longitude'],
  ['EXIF:GPSLatitude', 'EXIF:GPSLongitude'],
  ['GPS:GPSLatitude', 'GPS:GPSLongitude'],
  ['GPS:GPS Latitude', 'GPS:GPS Longitude'],
  ['exif:GPSLatitude', 'exif:GPSLongitude'],
];
/** Both in one value: `38.7;-9.1`, `38.7,-9.1`. */
const BOTH: readonly string[] = ['common:geo:locations', 'geo:locations', 'GPSPosition', 'GPS Position'];
/** Suffixes of names if the hemisphere is a separate property. */
const REFERENCES = ['Ref', ' Ref'] as const;

const ROLES = roles();

function roles(): ReadonlyMap<string, readonly Role[]> {
  const byName = new Map<string, Role[]>();
  const put = (name: string, role: Role): void => {
    byName.set(name, [...(byName.get(name) ?? []), role]);
  };
  for (const [pair, [latitude, longitude]] of PAIRS.entries()) {
    put(latitude, { part: 'latitude', pair });
    put(longitude, { part: 'longitude', pair });
    for (const reference of REFERENCES) {
      put(`${latitude}${reference}`, { part: 'latitudeRef', pair });
      put(`${longitude}${reference}`, { part: 'longitudeRef', pair });
    }
  }
  for (const name of BOTH) put(name, 'both');
  return byName;
}

const NONE: readonly Coordinates[] = [];

/**
 * Returns each pair once, in order of the properties. Leaves out invalid values, and values beyond the poles or the date line.
 */
export function coordinatesOf({ properties }: Pick<TreeItem, 'properties'>): readonly Coordinates[] {
  let found: Map<string, Coordinates> | null = null;
  let pairs: Map<number, Partial<Record<Exclude<Role, 'both'>['part'], readonly string[]>>> | null = null;
  for (let i = 0; i < properties.length; i++) {
    const known = ROLES.get(properties[i]![0]);
    if (known === undefined) continue;
    const values = properties[i]![1];
    for (const role of known) {
      found ??= new Map();
      if (role === 'both') for (const value of values) add(found, ...halves(value));
      else {
        pairs ??= new Map();
        pairs.set(role.pair, { ...pairs.get(role.pair), [role.part]: values });
      }
    }
  }
  for (const { latitude = [], longitude = [], latitudeRef, longitudeRef } of pairs?.values() ?? []) {
    for (let i = 0; i < Math.min(latitude.length, longitude.length); i++) {
      const south = hemisphere(latitudeRef?.[i], 'S');
      const west = hemisphere(longitudeRef?.[i], 'W');
      add(found!, degrees(latitude[i]!) * south, degrees(longitude[i]!) * west);
    }
  }
  return found === null ? NONE : [...found.values()];
}

function add(found: Map<string, Coordinates>, latitude: number, longitude: number): void {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return;
  found.set(`${latitude};${longitude}`, { latitude: latitude + 0, longitude: longitude + 0 });
}

function halves(value: string): [number, number] {
  const parts = value.split(value.includes(';') ? ';' : ',');
  return parts.length === 2 ? [degrees(parts[0]!), degrees(parts[1]!)] : [Number.NaN, Number.NaN];
}

function hemisphere(reference: string | undefined, negative: string): number {
  return reference?.trim().toUpperCase().startsWith(negative) === true ? -1 : 1;
}

/** Longer texts are not degrees. */
const DEGREES_UNITS_MAX = 64;

const DECIMAL = /^([+-]?\d{1,3}(?:\.\d*)?)\s*°?\s*([NSEW])?$/;
/** `38° 43' 12.5" N`, `38 deg 43' 12.50" N`, `-9° 8' 0"`. */
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})\s*(?:°|deg)\s*(\d{1,2}(?:\.\d*)?)\s*['′]\s*(?:(\d{1,2}(?:\.\d*)?)\s*["″])?\s*([NSEW])?$/;

/** Returns NaN if the text is not a number of degrees. */
function degrees(text: string): number {
  const trimmed = text.length > DEGREES_UNITS_MAX ? '' : text.trim();
  const decimal = DECIMAL.exec(trimmed);
  if (decimal !== null) return Number(decimal[1]) * sign(decimal[2]);
  const parts = SEXAGESIMAL.exec(trimmed);
  if (parts === null) return Number.NaN;
  const size = Number(parts[2]) + Number(parts[3]) / 60 + Number(parts[4] ?? 0) / 3600;
  return (parts[1] === '-' ? -size : size) * sign(parts[5]);
}

function sign(letter: string | undefined): number {
  return letter === 'S' || letter === 'W' ? -1 : 1;
}
