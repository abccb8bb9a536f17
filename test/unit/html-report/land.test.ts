/** The outline of the land in reports matches the package, in whole degrees. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { feature } from 'topojson-client';
import { LAND } from '../../../src/html-report/map/land.ts';

type Ring = readonly (readonly [number, number])[];

test('the outline is generated from world-atlas', () => {
  const topology = JSON.parse(readFileSync('node_modules/world-atlas/land-110m.json', 'utf8'));
  const { features } = feature(topology, topology.objects.land) as unknown as {
    features: { geometry: { type: string; coordinates: unknown } }[];
  };
  const rings = features.flatMap(({ geometry: { type, coordinates } }) =>
    (type === 'Polygon' ? [coordinates] : (coordinates as unknown[])).flat(),
  ) as Ring[];
  expect(LAND).toBe(rings.map(pathOf).join(''));
});

function pathOf(ring: Ring): string {
  let last = '';
  return ring
    .map(([x, y], i) => {
      const before = ring[i - 1]?.[0];
      const isJump = before === undefined || Math.abs(x - before) > 180;
      const point = `${Math.round(x) + 0} ${Math.round(-y) + 0}`;
      if (!isJump && point === last) return '';
      last = point;
      return (isJump ? 'M' : 'L') + point;
    })
    .join('');
}
