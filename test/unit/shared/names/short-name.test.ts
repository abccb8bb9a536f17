/** Names of files that fit a file system. Their ending stays, and no character is cut in two. */
import { expect, test } from '@jest/globals';
import { shortName } from '../../../../src/shared/names/short-name.ts';

test.each([
  ['short.txt', 9, 'short.txt'],
  ['longer.txt', 9, 'longe.txt'],
  ['ééé.txt', 9, 'éé.txt'],
  ['😀😀.txt', 9, '😀.txt'],
  ['no ending here', 9, 'no ending'],
  ['a.b c d e f g h i j k l m', 9, 'a.b c d e'],
  ['.hidden file', 9, '.hidden f'],
])('%s in %d bytes', (name, bytes, short) => {
  expect(shortName(name, bytes)).toBe(short);
});
