/** Properties of one record take bounded memory: what is over the limit is left out and reported. */
import { expect, test } from '@jest/globals';
import { boundedProperties, PROPERTIES_UNITS_MAX } from '../../../src/cases/bounded-properties.ts';

function bounded(properties: readonly (readonly [string, readonly string[]])[]) {
  const told: string[] = [];
  return { kept: boundedProperties(properties, (reason) => told.push(reason)), told };
}

const most = 'x'.repeat(PROPERTIES_UNITS_MAX - 3);

test('what fits stays as it is', () => {
  const properties = [
    ['a', [most, 'bcd']],
    ['e', ['']],
  ] as const;
  const { kept, told } = bounded(properties);
  expect(kept).toBe(properties);
  expect(told).toEqual([]);
});

test('the value over the limit is cut between characters, and later ones are left out', () => {
  const { kept, told } = bounded([
    ['a', [most]],
    ['b', ['yy🔥z', '', 'w']],
    ['c', ['v', '']],
    ['d', ['u']],
  ]);
  expect(kept.map(([name, values]) => [name, values.map((value) => value.length)])).toEqual([
    ['a', [most.length]],
    ['b', [2, 0, 1]],
    ['c', [0]],
  ]);
  expect(told).toEqual([
    `values of properties were cut at ${PROPERTIES_UNITS_MAX} characters in all, 5 characters left out`,
  ]);
});
