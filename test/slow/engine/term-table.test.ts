import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashTerm } from '../../../src/analysis/term-hash.ts';
import { TermTable } from '../../../src/engine/inversion/term-table.ts';

type Entry = readonly [field: number, term: string];

function intern(table: TermTable, [field, term]: Entry): number {
  const units = Uint16Array.from({ length: term.length }, (_, i) => term.charCodeAt(i));
  return table.intern(field, units, units.length, hashTerm(term));
}

/** Order of fields, then of code points. */
function compare(a: Entry, b: Entry): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  const [x, y] = [a[1], b[1]].map((term) => Array.from(term, (character) => character.codePointAt(0)!));
  for (let i = 0; i < Math.min(x!.length, y!.length); i++) if (x![i] !== y![i]) return x![i]! - y![i]!;
  return x!.length - y!.length;
}

function sorted(table: TermTable): Entry[] {
  const { order, bytes, starts } = table.sorted();
  return [...order].map((term) => [
    table.fieldOf(term),
    Buffer.from(bytes.subarray(starts[term]!, starts[term + 1]!)).toString('utf8'),
  ]);
}

/** Characters at which the orders of UTF-16 units, of code points and of bytes differ, and long shared beginnings. */
const characters = fc.constantFrom(
  'a',
  'b',
  '\u0000',
  '\u007f',
  '\u0080',
  'ÿ',
  '\u07ff',
  '\u0800',
  '重',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
);
const terms = fc
  .tuple(fc.constantFrom('', 'abcd', 'abcde', 'abcdef'), fc.array(characters, { maxLength: 4 }))
  .map(([lead, rest]) => lead + rest.join(''));
const entries = fc.array(fc.tuple(fc.nat(3), terms), { maxLength: 400 });

describe('a term table', () => {
  test('numbers distinct pairs of field and term in order of arrival', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const table = new TermTable();
        const known = new Map<string, number>();
        for (const entry of list) {
          const key = `${entry[0]} ${entry[1]}`;
          if (!known.has(key)) known.set(key, known.size);
          expect(intern(table, entry)).toBe(known.get(key));
        }
        expect(table.count).toBe(known.size);
      }),
    );
  });

  test('sorts by field and code points: supplementary planes behind U+E000 to U+FFFF', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const table = new TermTable();
        for (const entry of list) intern(table, entry);
        const distinct = [...new Map(list.map((entry) => [`${entry[0]} ${entry[1]}`, entry])).values()];
        expect(sorted(table)).toEqual(distinct.sort(compare).map(([field, term]) => [field, term]));
      }),
    );
    const table = new TermTable();
    for (const term of ['\u{10000}', '\uffff', '\ue000', '\ud7ff']) intern(table, [0, term]);
    expect(sorted(table).map(([, term]) => term)).toEqual(['\ud7ff', '\ue000', '\uffff', '\u{10000}']);
  });

  test('grows past its first sizes, and is empty after a clear', () => {
    const table = new TermTable();
    const list = Array.from({ length: 20_000 }, (_, i): Entry => [i % 5, `term number ${(i * 7919) % 20_000}`]);
    for (let round = 0; round < 2; round++) {
      expect(list.map((entry) => intern(table, entry))).toEqual(list.map((_, i) => i));
      expect(sorted(table)).toEqual([...list].sort(compare));
      expect(table.bytes).toBeGreaterThan(20_000 * 20);
      table.clear();
      expect(table.count).toBe(0);
    }
  });
});
