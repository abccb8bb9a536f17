import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { byItems, type Suggestion, VALUE_COUNT_MAX, ValueIndex } from '../../../src/suggest/value-index.ts';
import { fold, splitWords } from '../../../src/suggest/words.ts';

/** The slow twin of the exact part: every typed word begins a word of the value. */
function slowExact(values: readonly Suggestion[], prefix: string): Suggestion[] {
  const typed = splitWords(prefix);
  return [...values]
    .sort(byItems)
    .filter(({ value }) => typed.every((word) => splitWords(value).some((other) => other.startsWith(word))));
}

describe('values of a field', () => {
  test('with every typed word as a beginning come first, most items first', async () => {
    const word = fc.constantFrom(
      'image',
      'imagine',
      'Ação',
      'acaso',
      'pdf',
      'documents',
      'Doc',
      'e2e',
      '2020',
      'Ёлка',
      '日本語',
    );
    const value = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const values = fc.uniqueArray(fc.record({ value, items: fc.integer({ min: 0, max: 3 }) }), {
      selector: (one) => one.value,
      maxLength: 30,
      size: 'max',
    });
    const prefix = fc.array(fc.tuple(word, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(values, prefix, async (list, typed) => {
        const text = typed.map(([one, length]) => one.slice(0, length)).join(' ');
        const exact = slowExact(list, text);
        const found = (await ValueIndex.build(list)).suggest(text, 1000);
        expect(found.slice(0, exact.length)).toEqual(exact);
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 150 },
    );
  });

  test('that are too many keep the most frequent', async () => {
    const values = Array.from({ length: VALUE_COUNT_MAX + 10 }, (_, i) => ({ value: `v${i}`, items: i }));
    const index = await ValueIndex.build(values);
    expect(index.suggest('', 1)).toEqual([{ value: `v${VALUE_COUNT_MAX + 9}`, items: VALUE_COUNT_MAX + 9 }]);
    expect(index.suggest('v9', 1000).filter(({ items }) => items < 10)).toEqual([]);
  });

  test('are found even if they have no letters', async () => {
    const index = await ValueIndex.build([
      { value: '+++', items: 1 },
      { value: '---', items: 2 },
    ]);
    expect(index.suggest('+', 10)).toEqual([{ value: '+++', items: 1 }]);
    expect(index.suggest('', 10)).toHaveLength(2);
  });
});

test('folding ignores case, accents and width', () => {
  expect(fold('João ＡＢＣ ﬁn')).toBe('joao abc fin');
  expect(splitWords('image/JPEG, image (2020)')).toEqual(['image', 'jpeg', '2020']);
});
