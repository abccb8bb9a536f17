/** The natural order of a column's values, with more than are sorted at a time. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadNaturalValues } from '../../../src/query/columns/natural-values.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { enterMemory, MemoryPool, memoryLimits, QueryMemory } from '../../../src/shared/query-memory.ts';
import { compareNatural } from '../../support/naive/naive-orders.ts';

/** Distinct texts in the plain order, as in a column. */
function columnOf(texts: readonly string[]) {
  const values = [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return { values, column: { valueCount: values.length, folded: (value: number) => values[value]! } };
}

function orderOf(texts: readonly string[]): void {
  const { values, column } = columnOf(texts);
  const order = runToCompletion(loadNaturalValues(column));
  const expected = [...values].sort(compareNatural);
  expect([...order.values].map((value) => values[value])).toEqual(expected);
  expect([...order.ranks]).toEqual(values.map((value) => expected.indexOf(value)));
}

test('of few values', () => {
  const text = fc.string({ unit: fc.constantFrom('0', '1', '2', '9', 'a', '/', 'é', '𝒜'), maxLength: 6 });
  fc.assert(fc.property(fc.array(text, { maxLength: 40 }), orderOf), { numRuns: 300 });
});

test.each([
  ['one number each', (n: number) => `IMG_${(n * 7919) % 5000}.jpg`],
  ['the same number first', (n: number) => `2021-${(n * 7919) % 5000}.jpg`],
  ['equal numbers with zeros', (n: number) => `${'0'.repeat(n % 3)}7 ${(n * 7919) % 5000}`],
  ['numbers beyond floats', (n: number) => `${'9'.repeat(400 + (n % 3))}${(n * 7919) % 5000}`],
  ['several groups', (n: number) => `${'abc'[n % 3]}${n % 97} ${(n * 7919) % 5000}`],
])('of thousands of values with %s', (_name, textOf) => {
  orderOf(Array.from({ length: 5000 }, (_, n) => textOf(n)));
});

test('returns memory, and refuses excessive use', () => {
  const { column } = columnOf(Array.from({ length: 9000 }, (_, n) => `${'0'.repeat(n % 2)}1-${'x'.repeat(100)}${n}`));
  const memory = new QueryMemory(memoryLimits(16));
  const before = enterMemory(memory);
  try {
    runToCompletion(loadNaturalValues(column));
    expect(memory.held).toBe(0);
    enterMemory(new QueryMemory(memoryLimits(1)));
    expect(() => runToCompletion(loadNaturalValues(column))).toThrow('natural order');
  } finally {
    enterMemory(before);
  }
});

test('takes at most 22 bytes for each value with a number', () => {
  const values = 60_000;
  const { column } = columnOf(Array.from({ length: values }, (_, n) => `${n + 1}.txt`));
  const memory = new QueryMemory({ query: 22 * values, pool: new MemoryPool(2 ** 30) });
  const before = enterMemory(memory);
  try {
    const order = runToCompletion(loadNaturalValues(column));
    expect([...order.values.subarray(0, 3)].map((value) => column.folded(value))).toEqual(['1.txt', '2.txt', '3.txt']);
    expect(memory.held).toBe(0);
  } finally {
    enterMemory(before);
  }
});
