/** The wording of each kind of hint. */
import { expect, test } from '@jest/globals';
import { firstHints, HINTS_MAX, type Hint, hintText } from '../../../src/search/hints.ts';

const TEXTS: readonly [Hint, string][] = [
  [{ kind: 'dropped', clause: '...', isAll: false }, '"..." has no searchable character: the clause is ignored'],
  [{ kind: 'dropped', clause: '...', isAll: true }, '"..." has no searchable character: the query matches nothing'],
  [{ kind: 'sign', sign: '&', operator: 'AND' }, '"&" is ignored; the operator is written AND'],
  [{ kind: 'operator', word: 'and', operator: 'AND' }, '"and" is searched as a word; the operator is written AND'],
  [
    { kind: 'proximity', word: 'w/3', instead: 'a NEAR/3 b', isExact: false },
    '"w/3" is searched as text; words near each other are written for example a NEAR/3 b',
  ],
  [
    { kind: 'alternatives', chunk: 'a|b', instead: 'a OR b' },
    '"a|b" is searched as a phrase; alternatives are written a OR b',
  ],
  [
    { kind: 'blanks', written: '/a b/', instead: '"a b"' },
    '/a b/ is searched as words: a regular expression has no blanks and matches one word; consecutive words are written "a b"',
  ],
  [
    { kind: 'pattern', pattern: 'zz*', clause: '"a zz*"', fields: ['name', 'content'] },
    'nothing in name or content matches zz*, a part of "a zz*"',
  ],
  [
    { kind: 'field', name: 'auther', nearest: 'author', quoted: '"auther:ana"' },
    'no item of this source has the field "auther"; the nearest name is "author"; to search it as text, write "auther:ana"',
  ],
  [
    { kind: 'colon', chunk: 'a:b:c', name: 'a', instead: '"a:b":c' },
    'a:b:c searches the field "a", which no item has; put a name with a colon in quotes: "a:b":c',
  ],
  [
    { kind: 'type', field: 'rank', type: 'number' },
    'not every value of "rank" in this source is a number: the range compares them as text',
  ],
  [
    { kind: 'value', clause: 'category:doc', instead: 'category:documents', items: 3 },
    'category:doc finds nothing; category:documents finds 3 items',
  ],
  [{ kind: 'signsOfWhole' }, 'after := the characters * and ? are literal; after : they are wildcards'],
  [
    { kind: 'elsewhere', clause: '7', fields: ['content'], found: [{ query: 'name:7', items: 1 }], more: 0, cut: null },
    '7 finds nothing in content; name:7 finds 1 item',
  ],
  [
    {
      kind: 'elsewhere',
      clause: '7',
      fields: ['content'],
      found: [
        { query: 'code:7', items: 5 },
        { query: 'name:7', items: 2 },
      ],
      more: 2,
      cut: { looked: 64, fields: 90 },
    },
    '7 finds nothing in content; code:7 finds 5 items, name:7 2, 2 more fields have it; 64 of 90 other fields were checked',
  ],
  [
    { kind: 'hidden', word: '中文', instead: '*中文*' },
    "中文 finds only whole runs of such characters, because the case's own index has each run as one word; within a run, *中文* finds it",
  ],
  [{ kind: 'unchecked', checked: 50 }, 'only the first 50 clauses were checked for hints'],
];

test.each(TEXTS)('%j', (hint, text) => {
  expect(hintText(hint)).toBe(text);
});

test('the hints left out are counted', () => {
  const many = Array.from({ length: HINTS_MAX + 2 }, (_, i) => String(i));
  expect(firstHints(many)).toEqual([...many.slice(0, HINTS_MAX), 'and 2 more hints']);
});
