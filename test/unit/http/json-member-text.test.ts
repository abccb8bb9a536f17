/** An object with one long array. Cut anywhere, the result equals that of JSON.parse. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonMemberText } from '../../../src/http/input/json-member-text.ts';

function read(text: string, cuts: readonly number[]): unknown {
  const body = new JsonMemberText('list');
  const elements: unknown[] = [];
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  for (let i = 1; i < at.length; i++) {
    body.add(text.slice(at[i - 1], at[i]));
    for (let next = body.nextSlice(); next !== null; next = body.nextSlice()) elements.push(...next);
  }
  const { elements: last, rest } = body.finish();
  const parsed = JSON.parse(rest);
  return Object.hasOwn(parsed, 'list') && body.hasBegun ? { ...parsed, list: [...elements, ...last] } : parsed;
}

const member = fc.constantFrom('a', 'list]', '"list":[', 'li\\st', '');
const value = fc.jsonValue({ maxDepth: 2 });

test('objects are read as JSON.parse reads them', () => {
  const object = fc.tuple(
    fc.dictionary(member, value),
    fc.option(fc.array(value), { nil: undefined }),
    fc.dictionary(member, value),
    fc.array(fc.nat(400), { maxLength: 5 }),
    fc.constantFrom(undefined, 1),
  );
  fc.assert(
    fc.property(object, ([before, list, after, cuts, indent]) => {
      const whole = { ...before, ...(list === undefined ? {} : { list }), inner: { list: [1] }, ...after };
      const text = JSON.stringify(whole, null, indent);
      expect(read(text, cuts)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});
