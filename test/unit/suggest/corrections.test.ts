import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { corrections, distanceMax, sortWords } from '../../../src/suggest/corrections.ts';

/** The slow twin: the whole table of optimal string alignment. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, table[i - 2]![j - 2]! + 1);
      table[i]![j] = value;
    }
  }
  return table[a.length]![b.length]!;
}

/** Returns the shortest of the nearest prefixes of every word. */
function slowCorrections(words: readonly string[], typed: string, most: number): Set<string> {
  const found = new Set<string>();
  for (const word of words) {
    const prefixes = Array.from({ length: word.length }, (_, i) => word.slice(0, i + 1));
    const nearest = Math.min(...prefixes.map((prefix) => distance(prefix, typed)));
    if (nearest <= most) found.add(prefixes.find((prefix) => distance(prefix, typed) === nearest)!);
  }
  return found;
}

describe('corrections', () => {
  test('equal those of the complete distance table, for dictionaries of close neighbours', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40, size: 'max' }),
        word,
        fc.integer({ min: 0, max: 2 }),
        (words, typed, most) => {
          const found = corrections(sortWords(words), typed, most, 1000);
          expect(new Set(found)).toEqual(slowCorrections(words, typed, most));
          const distances = found.map((one) => distance(one, typed));
          expect(distances).toEqual([...distances].sort((a, b) => a - b));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('respect the limit, nearest first', () => {
    const words = sortWords(['image', 'imagine', 'umage', 'omage']);
    expect(corrections(words, 'image', 1, 1)).toEqual(['image']);
    expect(corrections(words, 'imgae', 1, 9)).toEqual(['image']);
    expect(corrections(sortWords([]), 'image', 2, 9)).toEqual([]);
  });

  test('are not made for short words', () => {
    expect([1, 3, 4, 7, 8, 60].map(distanceMax)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('read few words of a large dictionary', () => {
    const sorted = sortWords(Array.from({ length: 100_000 }, (_, i) => `${(i * 7919).toString(36)}word`));
    let reads = 0;
    const words = new Proxy(sorted.words, {
      get(target, name) {
        if (name !== 'length' && ++reads > 5000) throw new Error('too many words are read');
        return Reflect.get(target, name);
      },
    });
    corrections({ ...sorted, words }, '3xwrod', 1, 32);
    expect(reads).toBeGreaterThan(0);
  });
});
