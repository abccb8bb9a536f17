import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonArrayText } from '../../../src/http/input/json-array-text.ts';

/** The slow twin: all at once. */
function whole(text: string): unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** As it arrives in pieces of this many characters. */
function* slices(text: string, units: number): Generator<readonly unknown[]> {
  const array = new JsonArrayText();
  for (let at = 0; at < text.length; at += units) {
    array.add(text.slice(at, at + units));
    for (let next = array.nextSlice(); next !== null; next = array.nextSlice()) yield next;
  }
  array.requireArray();
  yield array.lastSlice();
}

function sliced(text: string, units = 65_536): unknown[] | null {
  try {
    return [...slices(text, units)].flat(1);
  } catch {
    return null;
  }
}

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });

describe('a JSON array in slices', () => {
  test('equals the array, however long its elements and strings are', () => {
    const awkward = fc.oneof(
      fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'a', '\u2028'), maxLength: 30 }),
      fc.record({ source: fc.string(), id: fc.integer() }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(
        fc.array(awkward, { maxLength: 8 }),
        fc.integer({ min: 0, max: 6000 }),
        space,
        fc.oneof(fc.integer({ min: 1000, max: 200_000 }), fc.constant(65_536)),
        (elements, copies, pad, units) => {
          // Long enough to be cut, or not, with cuts anywhere.
          const all = Array.from({ length: copies }, () => elements).flat(1);
          const text = `${pad}[${all.map((element) => pad + JSON.stringify(element)).join(`${pad},`)}${pad}]${pad}`;
          expect(JSON.stringify(sliced(text, units))).toBe(JSON.stringify(all));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('has more than one slice if it is long', () => {
    const text = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ source: 'a', id })));
    expect([...slices(text, 100_000)].length).toBeGreaterThan(5);
  });

  test('is refused if and only if JSON.parse refuses it', () => {
    const long = '{"source":"a","id":1},'.repeat(7000);
    const ends = [
      '',
      ',',
      ',,',
      ']',
      '[',
      '{',
      '}',
      '"',
      '\\',
      '1',
      '1,',
      '],[',
      'x',
      ' ',
      '}{',
      ']]',
      '"a","',
      'null',
    ];
    for (const before of ['', long, long.slice(0, -1)]) {
      for (const start of before === '' ? ends : ['', ',', '1,', '"']) {
        for (const end of ends) {
          const text = `[${start}${before}${end}]`;
          expect([start, before.length, end, sliced(text) === null]).toEqual([
            start,
            before.length,
            end,
            whole(text) === null,
          ]);
        }
      }
    }
    for (const text of ['', ' ', '[', ']', '{}', '1', '"[]"', '[]x', 'x[]', '[] []', '[1]]', '[[1]', '\ufeff[]']) {
      expect([text, sliced(text) === null]).toEqual([text, whole(text) === null]);
    }
  });

  test('is refused if an element is missing exactly at a cut', () => {
    for (let count = 65_530; count < 65_545; count++) {
      expect([count, sliced(`[${'1,'.repeat(count)}]`)]).toEqual([count, null]);
      expect(sliced(`[${'1,'.repeat(count)}1]`)).toHaveLength(count + 1);
    }
  });

  test('with an element too large to be parsed at once is refused', () => {
    expect(sliced(`["${'x'.repeat(300_000)}"]`)).toBeNull();
    expect(sliced(`["${'x'.repeat(60_000)}",${'1,'.repeat(100_000)}1]`)).toHaveLength(100_002);
  });
});
