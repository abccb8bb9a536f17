import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PointLog } from '../../../src/engine/columns/point-log.ts';
import { temporaryDir } from '../../support/endings.ts';

interface Point {
  readonly key: number;
  readonly doc: number;
  readonly value: number;
  readonly residual: number;
  readonly isMarked: boolean;
}

function sortedBy(path: string, points: readonly Point[], held: number): Point[] {
  const log = new PointLog(path, held);
  for (const { key, doc, value, residual, isMarked } of points) log.add(key, doc, { value, residual }, isMarked);
  const found: Point[] = [];
  const sorted = log.sorted();
  while (sorted.next()) {
    const { key, doc, value, residual, isMarked } = sorted;
    found.push({ key, doc, value, residual, isMarked });
  }
  sorted.close();
  log.close();
  return found;
}

function slowlySorted(points: readonly Point[]): Point[] {
  const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return [...points].sort(
    (a, b) => a.key - b.key || compare(a.value, b.value) || a.residual - b.residual || a.doc - b.doc,
  );
}

describe('a log of points', () => {
  test('returns them by key, number and document, however few are in memory', async () => {
    const value = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true }).map((number) => number + 0),
      fc.constantFrom(2 ** 53, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
    const point = fc.record({
      key: fc.constantFrom(0, 1, 1, 7, 400_000),
      gap: fc.nat(2),
      value,
      residual: fc.constantFrom(0, 0, -1, 1),
      isMarked: fc.boolean(),
    });
    const directory = temporaryDir();
    let made = 0;
    fc.assert(
      fc.property(fc.array(point, { maxLength: 400 }), fc.constantFrom(1, 2, 15, 100, 1000), (list, held) => {
        let doc = 0;
        const points = list.map(({ gap, ...rest }) => {
          doc += gap;
          return { ...rest, doc };
        });
        expect(sortedBy(join(directory, String(made++)), points, held)).toEqual(slowlySorted(points));
      }),
      { numRuns: 100 },
    );
  });

  test('fills its memory, a piece of a file or none of them to the last point', async () => {
    const directory = temporaryDir();
    for (const count of [0, 1, 127, 128, 129, 1023, 1024, 1025, 2048, 2049, 65_535, 65_536]) {
      // Two thirds of the points come in order of value, as ids do.
      const points = Array.from({ length: count }, (_, doc) => ({
        key: doc % 3,
        doc,
        value: doc % 3 === 0 ? (doc * 7919) % 1009 : doc,
        residual: 0,
        isMarked: doc % 2 === 0,
      }));
      for (const held of [128, 1024, 65_536]) {
        const path = join(directory, `${count}-${held}`);
        const expected = slowlySorted(points);
        const wrong = sortedBy(path, points, held).findIndex(({ key, doc }, n) => {
          return key !== expected[n]!.key || doc !== expected[n]!.doc;
        });
        expect([count, held, wrong]).toEqual([count, held, -1]);
        expect([count, held, existsSync(path)]).toEqual([count, held, count > held]);
      }
    }
  });
});
