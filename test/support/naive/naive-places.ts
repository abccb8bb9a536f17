/** The coordinates of items, read from two of the forms that tools use. */
import type { Box } from '../../../src/search/search-request.ts';
import type { NaiveItem } from './naive-case.ts';

export function valuesOf({ properties }: NaiveItem, property: string): readonly string[] {
  return properties.filter(([name]) => name === property).flatMap(([, values]) => values);
}

export function placesOf(item: NaiveItem): readonly (readonly [latitude: number, longitude: number])[] {
  const both = valuesOf(item, 'common:geo:locations').map((value) => value.split(';').map(Number));
  const longitudes = valuesOf(item, 'longitude');
  const apart = valuesOf(item, 'latitude')
    .slice(0, longitudes.length)
    .map((latitude, i) => [Number(latitude), Number(longitudes[i])]);
  const sound = [...both, ...apart].filter(([a, b]) => Math.abs(a!) <= 90 && Math.abs(b!) <= 180);
  return [...new Map(sound.map((place) => [place.join(), [place[0]!, place[1]!] as const])).values()];
}

export function isInBox(item: NaiveItem, { west, south, east, north }: Box): boolean {
  return placesOf(item).some(([latitude, longitude]) => {
    const isBetween = west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east;
    return south <= latitude && latitude <= north && isBetween;
  });
}
