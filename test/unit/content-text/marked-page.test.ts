/** Marks of a query in a sanitized page. */
import { expect, test } from '@jest/globals';
import { MARKED_UNITS_MAX, markedPage } from '../../../src/content-text/marked-page.ts';

test.each([
  [
    'a word, whatever its case',
    '<p>Heron and heron</p>',
    ['heron'],
    '<p><mark>Heron</mark> and <mark>heron</mark></p>',
  ],
  ['no part of a word', '<p>herons, heronry</p>', ['heron'], '<p>herons, heronry</p>'],
  ['nothing inside of a tag', '<p title="heron">x</p>', ['heron', 'title', 'p'], '<p title="heron">x</p>'],
  ['no character that is written by name', 'a &amp; b &#64; c', ['amp', '64'], 'a &amp; b &#64; c'],
  ['a phrase over a line end, the longest of two', 'blue\n heron', ['blue', 'blue heron'], '<mark>blue\n heron</mark>'],
  ['what an expression would read', 'a.b axb (c)', ['a.b', '(c)'], '<mark>a.b</mark> axb <mark>(c)</mark>'],
  ['a text in a script without spaces', '青鷺が飛ぶ', ['鷺'], '青<mark>鷺</mark>が飛ぶ'],
  ['nothing for nothing', '<p>heron</p>', ['', ' '], '<p>heron</p>'],
])('marks %s', (_, page, texts, marked) => {
  expect(markedPage(page, texts)).toBe(marked);
});

test('leaves a page unmarked that is too large to be marked at once', () => {
  const page = 'heron '.repeat(MARKED_UNITS_MAX / 6 + 1);
  // This does not use `toBe` on the texts, because a failure would print all of them.
  expect(markedPage(page, ['heron']) === page).toBe(true);
});
