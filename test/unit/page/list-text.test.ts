/** Lists in the address of the page. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinedList, splitList } from '../../../src/page/state/list-text.ts';

test('any list of texts is read as it was written', () => {
  const element = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[\\,a\n]{1,6}$/));
  fc.assert(fc.property(fc.array(element), (list) => expect(splitList(joinedList(list))).toEqual(list)));
});

test('a list that someone typed', () => {
  expect(splitList('from:asc,Date\\, sent:desc')).toEqual(['from:asc', 'Date, sent:desc']);
  expect([splitList(''), splitList(',a,,b,'), splitList('a\\')]).toEqual([[], ['a', 'b'], ['a']]);
});
