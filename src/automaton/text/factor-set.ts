/** Sets of letters and digits that certainly stay together in one word, and how frequent their members are in texts. */
import { foldCodePoint } from '../../analysis/own-folding.ts';
import { type CodePointSet, rangesOf, sizeOf } from '../code-point-set.ts';
import { oncePerSet } from './once-per-set.ts';

export interface FactorSet {
  readonly set: CodePointSet;
  readonly isDigits: boolean;
  /** Probability of a member, and of a member that follows a digit. */
  readonly first: number;
  readonly further: number;
}

/** Letters up to here: ASCII, Latin-1 and its extensions. */
const LATIN_MAX = 0x24f;
const KELVIN = 0x212a;
/** Ordinal indicators. A word ends after one of them if a digit follows. */
const ORDINALS = [0xaa, 0xba];
/** Sets with more members are excluded; all decimal digits and Latin letters have fewer. */
const MEMBERS_MAX = 2000;
/** Frequency of letters in English texts, per mille. Three of four letters in a text continue a word. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ...{ a: 80, b: 15, c: 28, d: 43, e: 120, f: 22, g: 20, h: 60, i: 70, j: 2, k: 8, l: 40, m: 24 },
  ...{ n: 70, o: 75, p: 19, q: 1, r: 60, s: 65, t: 90, u: 28, v: 10, w: 24, x: 2, y: 20, z: 1 },
};
const CONTINUES = 0.75;
const A_DIGIT = 0.08;
const A_DIGIT_AFTER_A_DIGIT = 0.5;

/**
 * Returns the set with the frequencies of its members. Null unless each member is a decimal digit, or a Latin letter that folds
 * to letters of ASCII. Such characters end a word neither here nor in words that other tools have cut.
 */
export const factorSetOf = oncePerSet(makeSet);

function makeSet(set: CodePointSet): FactorSet | null {
  if (sizeOf(set) > MEMBERS_MAX) return null;
  const letters = new Set<string>();
  const digits = new Set<string>();
  for (const [first, last] of rangesOf(set)) {
    for (let one = first; one <= last; one++) {
      const folded = foldedMember(one);
      if (folded === null) return null;
      if (/^[0-9]$/.test(folded)) digits.add(folded);
      else letters.add(folded[0]!);
    }
  }
  const letter = CONTINUES * [...letters].reduce((sum, one) => sum + FREQUENCIES[one]! / 1000, 0);
  const isDigits = letters.size === 0;
  const share = digits.size / 10;
  return { set, isDigits, first: letter + share * A_DIGIT, further: letter + share * A_DIGIT_AFTER_A_DIGIT };
}

function foldedMember(codePoint: number): string | null {
  const isLatin = codePoint <= LATIN_MAX || codePoint === KELVIN;
  const kept = isLatin ? /^[\p{L}\p{Nd}]$/u : /^\p{Nd}$/u;
  if (ORDINALS.includes(codePoint) || !kept.test(String.fromCodePoint(codePoint))) return null;
  const folded = foldCodePoint(codePoint);
  return /^(?:[0-9]|[a-z]+)$/.test(folded) ? folded : null;
}
