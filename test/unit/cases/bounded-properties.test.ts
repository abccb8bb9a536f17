/** Properties of one record take bounded memory. The excess over the limit is left out and reported. */
import { expect, test } from '@jest/globals';
import { boundedProperties, PROPERTIES_UNITS_MAX } from '../../../src/cases/bounded-properties.ts';

function bounded(properties: readonly (readonly [string, readonly string[]])[]) {
  const told: string[] = [];
  return { kept: boundedProperties(properties, (reason) => told.push(reason)), told };
}

/** With a name of one character, three are left. */
const most = 'x'.repeat(PROPERTIES_UNITS_MAX - 4);

test('values within the limit are unchanged', () => {
  const properties = [
    ['a', [most, 'bc']],
    ['e', ['']],
  ] as const;
  const { kept, told } = bounded(properties);
  expect(kept).toBe(properties);
  expect(told).toEqual([]);
});

test('the value over the limit is cut between characters, and later ones are left out', () => {
  const { kept, told } = bounded([
    ['a', [most]],
    ['b', ['y🔥z', '', 'w']],
    ['c', ['v', '']],
    ['d', ['u']],
  ]);
  expect(kept.map(([name, values]) => [name, values.map((value) => value.length)])).toEqual([
    ['a', [most.length]],
    ['b', [1, 0, 1]],
  ]);
  expect(told).toEqual([
    `names and values of properties were cut at ${PROPERTIES_UNITS_MAX} characters in total, 7 characters skipped`,
  ]);
});

test('a property whose name alone exceeds the limit is left out, and later ones stay', () => {
  const { kept, told } = bounded([
    ['a', ['x']],
    ['n'.repeat(PROPERTIES_UNITS_MAX), ['yy']],
    ['b', ['z']],
  ]);
  expect(kept).toEqual([
    ['a', ['x']],
    ['b', ['z']],
  ]);
  expect(told).toEqual([
    `names and values of properties were cut at ${PROPERTIES_UNITS_MAX} characters in total, ${PROPERTIES_UNITS_MAX + 2} characters skipped`,
  ]);
});
