import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldCodePoint } from '../../../src/analysis/own-folding.ts';
import { escapedClass, foldSet } from '../../../src/automaton/character-classes.ts';
import { CodePointClasses } from '../../../src/automaton/code-point-classes.ts';
import { type CodePointSet, complementOf, rangesOf, sizeOf, unionOf } from '../../../src/automaton/code-point-set.ts';

const holds = (set: CodePointSet, codePoint: number): boolean =>
  [...rangesOf(set)].some(([first, last]) => first <= codePoint && codePoint <= last);

// Few bounds, so that ranges touch, overlap and hold the ends of the code space.
const bound = fc.constantFrom(0, 1, 5, 6, 7, 8, 0x7f, 0x7fe, 0x7ff, 0x800, 0x801, 0xffff, 0x10000, 0x10fffe, 0x10ffff);
const ranges = fc.array(
  fc.tuple(bound, bound).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  { maxLength: 5 },
);
const PROBES = [
  0, 1, 2, 4, 5, 6, 7, 8, 9, 0x7e, 0x7f, 0x80, 0x7fd, 0x7fe, 0x7ff, 0x800, 0x801, 0x802, 0xfffe, 0xffff, 0x10000,
  0x10001, 0x10fffd, 0x10fffe, 0x10ffff,
];

describe('sets of code points', () => {
  test('union and complement', () => {
    fc.assert(
      fc.property(ranges, (parts) => {
        const set = unionOf(parts);
        const complement = complementOf(set);
        for (const probe of PROBES) {
          const expected = parts.some(([first, last]) => first <= probe && probe <= last);
          expect([holds(set, probe), holds(complement, probe)]).toEqual([expected, !expected]);
        }
        expect(sizeOf(set) + sizeOf(complement)).toBe(0x110000);
      }),
    );
  });

  test('classes distinguish exactly what some set distinguishes', () => {
    fc.assert(
      fc.property(fc.array(ranges.map(unionOf), { maxLength: 5 }), (sets) => {
        const classes = new CodePointClasses(sets);
        const signatures = new Map<number, string>();
        for (const probe of PROBES) {
          const codePointClass = classes.classOf(probe);
          const signature = sets.map((set) => holds(set, probe)).join();
          expect(sets.map((_, set) => classes.setHasClass(set, codePointClass)).join()).toBe(signature);
          expect(signatures.get(codePointClass) ?? signature).toBe(signature);
          signatures.set(codePointClass, signature);
        }
        expect(new Set(signatures.values()).size).toBe(signatures.size);
        expect(signatures.size).toBe(classes.count);
      }),
    );
  });

  test.each([
    ['d', /^\p{Nd}$/u],
    ['D', /^\P{Nd}$/u],
    ['w', /^[\p{L}\p{Nl}\p{Nd}\p{M}_]$/u],
    ['W', /^[^\p{L}\p{Nl}\p{Nd}\p{M}_]$/u],
    ['s', /^\p{White_Space}$/u],
    ['S', /^\P{White_Space}$/u],
  ])('\\%s', (letter, expression) => {
    const found = new Uint8Array(0x110000);
    for (const [first, last] of rangesOf(escapedClass(letter)!)) found.fill(1, first, last + 1);
    const wrong: string[] = [];
    // Every code point of the first scripts, and a sample of the rest.
    for (let c = 0; c < 0x110000; c += c < 0x3000 ? 1 : 13) {
      if ((found[c] === 1) !== expression.test(String.fromCodePoint(c))) wrong.push(c.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(escapedClass('q')).toBeUndefined();
  });

  test.each([
    [
      'a few',
      [
        [0x41, 0x5a],
        [0xdf, 0xe1],
      ],
    ],
    [
      'many',
      [
        [0x40, 0x600],
        [0x1e00, 0x2200],
        [0xfb00, 0x10430],
      ],
    ],
    ['nearly all', [[0, 0x12fff]]],
  ] as const)('folding %s members equals folding each', (_name, parts) => {
    const singles = new Set<number>();
    const texts = new Set<string>();
    for (const [first, last] of parts) {
      for (let codePoint = first; codePoint <= last; codePoint++) {
        const folded = Array.from(foldCodePoint(codePoint));
        if (folded.length === 0) continue;
        if (folded.length === 1) singles.add(folded[0]!.codePointAt(0)!);
        else texts.add(folded.join(''));
      }
    }
    const folded = foldSet(unionOf(parts));
    expect(sizeOf(folded.set)).toBe(singles.size);
    for (const [first, last] of rangesOf(folded.set))
      for (let c = first; c <= last; c++) if (!singles.has(c)) throw new Error(`U+${c.toString(16)}`);
    expect(folded.texts.toSorted()).toEqual([...texts].sort());
  });
});
