import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cornersOf } from '../../../src/page/map/frame.ts';

test('the visible part is the frame, and more of the world at two sides if the map on the screen has another shape', () => {
  const frame = { longitude: 10, latitude: 20, zoom: 3 };
  expect(cornersOf(frame)).toEqual([-12.5, 8.75, 32.5, 31.25]);
  expect(cornersOf(frame, 1)).toEqual([-12.5, -2.5, 32.5, 42.5]);
  expect(cornersOf(frame, 1 / 4)).toEqual([-35, 8.75, 55, 31.25]);
});

test('in each shape the visible part contains the complete frame, and has that shape', () => {
  const frames = fc.record({
    zoom: fc.integer({ min: 4, max: 12 }),
    shape: fc.double({ min: 0.2, max: 3, noNaN: true }),
  });
  fc.assert(
    fc.property(frames, ({ zoom, shape }) => {
      const frame = { longitude: 0, latitude: 0, zoom };
      const [west, south, east, north] = cornersOf(frame, shape);
      const [innerWest, innerSouth] = cornersOf(frame);
      expect(west).toBeLessThanOrEqual(innerWest);
      expect(south).toBeLessThanOrEqual(innerSouth);
      expect((north - south) / (east - west)).toBeCloseTo(shape, 6);
    }),
  );
});
