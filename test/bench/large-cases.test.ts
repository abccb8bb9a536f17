import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { caseRecords } from '../../bench/corpus/case-lines.ts';
import { writeBeginning } from '../../bench/growth/case-beginning.ts';
import { slopeOf } from '../../bench/growth/slope.ts';
import { Random } from '../../bench/random.ts';
import { ITEMS_A_FILE, writeCase } from '../../bench/synthetic/write-case.ts';
import { withMixedWords, wordOf } from '../../bench/texts/mixed-words.ts';
import { wordsOf } from '../../src/analysis/query-tokens.ts';
import { temporaryDir } from '../support/endings.ts';

const directory = temporaryDir();

describe('mixed words', () => {
  const text = 'the text of a copy has the words of the first one '.repeat(500);

  test('every number gives a different word, within a copy and among copies', () => {
    const words = new Set<string>();
    for (const copy of [1, 2, 8]) {
      for (let rank = 1; rank <= 20_000; rank++) words.add(wordOf(copy, rank));
      words.add(wordOf(copy, 2 ** 21 - 1));
    }
    expect(words.size).toBe(3 * 20_001);
    expect(wordsOf([...words].join(' ')).length).toBe(words.size);
  });

  test('copies differ in a few words, and keep the other words of the text', () => {
    const original = wordsOf(text);
    const known = new Set(original);
    const [one, other] = [1, 2].map((copy) => wordsOf(withMixedWords(text, copy, new Random(7))));
    expect(one!.filter((word) => known.has(word))).toEqual(original);
    const mixed = one!.filter((word) => !known.has(word));
    expect(mixed.length).toBeGreaterThan(original.length / 64);
    expect(mixed.length).toBeLessThan(original.length / 16);
    expect(other!.filter((word) => mixed.includes(word))).toEqual([]);
  });

  test('the same numbers give the same text', () => {
    expect(withMixedWords(text, 3, new Random(1))).toBe(withMixedWords(text, 3, new Random(1)));
  });
});

describe('the beginning of a case', () => {
  test('has the first items, and requires that it ends with a file', async () => {
    const whole = join(directory, 'whole');
    const line = (index: number) => JSON.stringify({ id: index + 1, text: `item ${index}` });
    await writeCase(whole, { items: ITEMS_A_FILE + 10, name: 'whole', producer: 'test', line });
    const beginning = join(directory, 'beginning');
    writeBeginning(whole, ITEMS_A_FILE, beginning);
    const { itemCount } = JSON.parse(readFileSync(join(beginning, 'case.json'), 'utf8')) as { itemCount: number };
    expect(itemCount).toBe(ITEMS_A_FILE);
    let count = 0;
    for await (const { id } of caseRecords(beginning)) expect(id).toBe(++count);
    expect(count).toBe(ITEMS_A_FILE);
    expect(() => writeBeginning(whole, 7, join(directory, 'cut'))).toThrow('not a multiple');
    expect(() => writeBeginning(whole, 10 * ITEMS_A_FILE, join(directory, 'more'))).toThrow('has only 50010 items');
  });
});

describe('slopes', () => {
  test('are the exponents of growth', () => {
    const sizes = [10, 20, 50, 100];
    expect(
      slopeOf(
        sizes,
        sizes.map((size) => 3 * size),
      ),
    ).toBeCloseTo(1);
    expect(
      slopeOf(
        sizes,
        sizes.map((size) => size ** 2 / 7),
      ),
    ).toBeCloseTo(2);
    expect(slopeOf(sizes, [5, 5, 5, 5])).toBeCloseTo(0);
  });
});
