/** The distinct values of columns in memory, beside a map of strings. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HeldTexts, SHORT_UNITS } from '../../../src/engine/columns/held-texts.ts';

const units = fc.constantFrom('a', 'b', 'A', '\u0000', '\u007f', '\u0080', 'é', '重', '\ud800', '\u{1f600}');
const texts = fc.oneof(
  fc.array(units, { maxLength: 3 }).map((list) => list.join('')),
  fc.nat(400).map(String),
  fc.constantFrom('x'.repeat(SHORT_UNITS), 'x'.repeat(SHORT_UNITS + 1), `${'x'.repeat(SHORT_UNITS)}y`),
);
const lists = fc.array(fc.tuple(fc.nat(3), texts), { maxLength: 600 });

function textOf(held: HeldTexts, number: number): string {
  const { bytes, starts, strings } = held;
  return strings.get(number) ?? Buffer.from(bytes.subarray(starts[number], starts[number + 1])).toString('utf8');
}

describe('distinct texts in memory', () => {
  test('are numbered in order of arrival, by column, and are what they were, also after others were forgotten', () => {
    fc.assert(
      fc.property(lists, lists, (before, list) => {
        const held = new HeldTexts();
        for (const [column, text] of before) held.numberOf(column, text);
        held.clear();
        const known = new Map<string, number>();
        for (const [column, text] of list) {
          const key = `${column} ${text.toWellFormed()}`;
          if (!known.has(key)) known.set(key, known.size);
          const number = known.get(key)!;
          expect(held.numberOf(column, text)).toBe(number);
          expect(held.columns[number]).toBe(column);
          expect(textOf(held, number)).toBe(text.toWellFormed());
        }
        expect(held.count).toBe(known.size);
      }),
    );
  });
});
