import { describe, expect, test } from '@jest/globals';
import { foldCodePoint, isTokenCodePoint } from '../../../src/analysis/imported/imported-folding.ts';
import { FOLDING_ROWS, isLetterOrDigit, slowFold } from './slow-folding.ts';

const differences = (codePoints: Iterable<number>, isSame: (codePoint: number) => boolean): string[] =>
  Array.from(codePoints)
    .filter((codePoint) => !isSame(codePoint))
    .map((codePoint) => codePoint.toString(16));

function* range(from: number, to: number): Iterable<number> {
  for (let codePoint = from; codePoint < to; codePoint++) yield codePoint;
}

describe('folding of imported terms', () => {
  test('every row of the table holds', () => {
    expect(FOLDING_ROWS.size).toBe(1656);
    expect(differences(FOLDING_ROWS.keys(), (c) => foldCodePoint(c) === FOLDING_ROWS.get(c))).toEqual([]);
  });

  test('the basic plane has no exceptions except ASCII capitals', () => {
    expect(differences(range(0, 0x10000), (c) => foldCodePoint(c) === slowFold(c))).toEqual([]);
  });

  test('supplementary letters take their simple lower case', () => {
    expect(foldCodePoint(0x10400)).toBe('\u{10428}');
    expect(foldCodePoint(0x1e900)).toBe('\u{1e922}');
    expect(foldCodePoint(0x1d400)).toBe('\u{1d400}');
    const planes = [...range(0x10000, 0x20000), ...range(0x2f800, 0x2fa20), 0x10ffff];
    expect(differences(planes, (c) => foldCodePoint(c) === slowFold(c))).toEqual([]);
    expect(differences(planes, (c) => foldCodePoint(c).length === 2)).toEqual([]);
  });

  test('token characters are the letters and decimal digits', () => {
    expect(differences(range(0, 0x20000), (c) => isTokenCodePoint(c) === isLetterOrDigit(c))).toEqual([]);
  });

  test('a folded letter or digit consists of letters and digits', () => {
    const tokens = [...range(0, 0x20000)].filter(isTokenCodePoint);
    expect(
      differences(tokens, (c) => Array.from(foldCodePoint(c)).every((part) => isTokenCodePoint(part.codePointAt(0)!))),
    ).toEqual([]);
  });
});
