/** The memory of a query limits the distinct texts of an item, not those of all items. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MatchedTexts } from '../../../src/query/matching/matched-texts.ts';
import { TextWindow } from '../../../src/query/matching/text-window.ts';
import { enterMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';

const memory = new QueryMemory({ query: 100_000, pool: new MemoryPool(1_000_000) });
beforeEach(() => void enterMemory(memory));
afterEach(() => {
  enterMemory(null);
  memory.releaseTo(0);
});

function find(texts: MatchedTexts, id: number, count: number): number {
  const words = Array.from({ length: count }, (_, i) => `w${id}x${i}`);
  const window = new TextWindow();
  window.append(words.join(' '));
  texts.beginItem(id);
  texts.beginValue('content');
  let start = 0;
  const marks = words.map((word) => {
    const mark = { leaf: 0, start, end: start + word.length };
    start = mark.end + 1;
    return mark;
  });
  texts.endValue(marks, window);
  return [...texts.endItem()].reduce((sum, found) => sum + (found.kind === 'texts' ? found.texts.length : 0), 0);
}

test('texts of an item are not counted for the next one', () => {
  const texts = new MatchedTexts((text) => text, {});
  let found = 0;
  for (let id = 0; id < 100; id++) found += find(texts, id, 300);
  expect(found).toBe(30_000);
  expect(memory.held).toBeLessThan(100_000);
});

test('texts of different fields are different if fields are wanted', () => {
  const found = (withFields?: true): unknown => {
    const texts = new MatchedTexts((text) => text, withFields === undefined ? {} : { withFields });
    const window = new TextWindow();
    window.append('heron');
    texts.beginItem(1);
    for (const field of ['content', 'name']) {
      texts.beginValue(field);
      texts.endValue([{ leaf: 0, start: 0, end: 5 }], window);
    }
    return [...texts.endItem()].flatMap((one) => (one.kind === 'texts' ? one.texts : []));
  };
  expect(found()).toEqual([['heron', 2]]);
  expect(found(true)).toEqual([
    ['content\0heron', 1],
    ['name\0heron', 1],
  ]);
});

test('too many texts of an item for the memory are refused', () => {
  const texts = new MatchedTexts((text) => text, {});
  expect(() => find(texts, 1, 2000)).toThrow(/the distinct texts of an item/);
});

test('more spellings than are cached are counted with their folded texts', () => {
  const texts = new MatchedTexts((text) => text.toLowerCase(), {});
  const words = Array.from(
    { length: 40_000 },
    (_, i) => `${i % 2 === 0 ? 'Word' : 'word'}${i % 100 < 90 ? i % 100 : i}`,
  );
  const expected = new Map<string, number>();
  for (const word of words) expected.set(word.toLowerCase(), (expected.get(word.toLowerCase()) ?? 0) + 1);
  memory.releaseTo(0);
  enterMemory(null);
  const window = new TextWindow();
  window.append(words.join(' '));
  texts.beginItem(1);
  texts.beginValue('content');
  let start = 0;
  for (const word of words) {
    texts.take([{ leaf: 0, start, end: start + word.length }], 0, window);
    start += word.length + 1;
  }
  const found = [...texts.endItem()].flatMap((one) => (one.kind === 'texts' ? one.texts : []));
  expect(new Map(found)).toEqual(expected);
});
