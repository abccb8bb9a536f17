import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { isHeavy, SearchLanes } from '../../../src/http/admission/search-lanes.ts';

test('as many heavy searches run as there are engine processes', async () => {
  for (const [processes, running] of [
    [0, 2],
    [1, 2],
    [5, 5],
  ] as const) {
    const { heavy } = SearchLanes.ofProcesses(processes);
    for (let n = 0; n < 6; n++) void heavy.enter(new AbortController().signal);
    expect([heavy.running, heavy.waiting]).toEqual([running, 6 - running]);
  }
});

test.each([
  ['a', false],
  ['a AND b OR "c d"', false],
  ['abc*', false],
  ['a [b TO c] size>4', false],
  ['/a.*/', true],
  ['a~', true],
  ['*a', true],
  ['?a', true],
  ['x AND (y OR NOT name:/z/)', true],
  ['"* b"', true],
  [Array.from({ length: 1001 }, (_, i) => `w${i}`).join(' '), true],
])('%s: heavy is %s', (text, expected) => {
  expect(isHeavy(parseQuery(text))).toBe(expected);
});
