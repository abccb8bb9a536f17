import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { marksInText } from '../../../src/page/item/marks-in-text.ts';

const marked = (text: string, clauses: Record<string, number>): readonly (readonly [string, number])[] =>
  marksInText(text, new Map(Object.entries(clauses))).map(({ start, end, clause }) => [text.slice(start, end), clause]);

test('words of an index are found ignoring case, accents, and everything between them', () => {
  const text = 'AÇÃO. Die Straße, the Blue—Heron (blue heronry); ação';
  expect(marked(text, { acao: 0, strasse: 1, 'blue heron': 2, blue: 3 })).toEqual([
    ['AÇÃO', 0],
    ['Straße', 1],
    ['Blue—Heron', 2],
    ['blue', 3],
    ['ação', 0],
  ]);
});

test('marks end after separate accents, and fit text beyond the first plane', () => {
  expect(marked('😀 cafe\u0301! 合同集装箱', { cafe: 0, 集装: 1 })).toEqual([
    ['cafe\u0301', 0],
    ['集装', 1],
  ]);
});

test('without words there are no marks', () => {
  expect(marked('a b', {})).toEqual([]);
  expect(marked('a b', { '…': 0 })).toEqual([]);
});

test('every occurrence of a word between other words is marked, and nothing else', () => {
  const word = fc.constantFrom('ana', 'Ana', 'ÁNA', 'anas', 'ban', 'a', 'Ǆ', '𝐚na', '-');
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(' ');
      const found = marked(text, { ana: 4 }).map(([one]) => one);
      expect(found).toEqual(words.filter((one) => ['ana', 'Ana', 'ÁNA', '𝐚na'].includes(one)));
    }),
  );
});
