import { expect, test } from '@jest/globals';
import { citationText, quotationsOf } from '../../../src/mcp/citations.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const cited = { source: 'a/b', id: 7, start: 3, end: 9 };

test.each([
  ['He wrote "x \\"y\\" \\\\" [a/b/7@3-9].', 'x "y" \\'],
  ['He wrote “x "y”\n[a/b/7@3-9].', 'x "y'],
  ['"two\nlines" [a/b/7@3-9]', 'two\nlines'],
])('%j quotes %j', (draft, quote) => {
  expect(quotationsOf(draft)).toEqual([{ quote, citation: cited }]);
  expect(citationText(cited)).toBe('a/b/7@3-9');
});

test.each(['a]b', '100%', '%5D', 'l\nf', 'é]', 'a/b', '[u', ']'.repeat(255)])(
  'a source called %j is cited and read back',
  (source) => {
    const citation = { ...cited, source };
    expect(quotationsOf(`"x" [${citationText(citation)}]`)).toEqual([{ quote: 'x', citation }]);
  },
);

test('a percent sign that escapes nothing is literal', () => {
  expect(quotationsOf('"x" [100%/7@3-9]')).toEqual([{ quote: 'x', citation: { ...cited, source: '100%' } }]);
});

test('a quote without a citation and a citation without a quote are returned', () => {
  expect(quotationsOf('"one" and "two" [a/b/7@3-9], and [a/b/7@3-9] again')).toEqual([
    { quote: 'one', citation: null },
    { quote: 'two', citation: cited },
    { quote: null, citation: cited },
  ]);
});

test('other texts are not citations', () => {
  expect(quotationsOf('a [1], [b@1-2], [b/1@2], [b/1@x-2] and "')).toEqual([]);
});

test.each(['“', '"\\', '\\"', '[', '[/1@', '" ', '"a" [', ' [a/1@1-2'])(
  'a draft of only %j is read in time that grows with its length',
  (piece) => {
    const read = (length: number) => quotationsOf(piece.repeat(length / piece.length));
    expect(growthOf(read, 100_000)).toBeLessThan(GROWTH_MAX);
  },
);
