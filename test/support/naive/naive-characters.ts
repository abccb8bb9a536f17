/** Characters of terms and of expressions over them, folded as `naive-folding.ts` folds texts. */
import { isUnit } from './naive-analysis.ts';
import { foldText } from './naive-folding.ts';

/** Characters that a term can have: letters, digits and marks. */
export function isTermCharacter(character: string): boolean {
  return /^[\p{L}\p{Nl}\p{Nd}\p{M}]$/u.test(character);
}

/** Whether a literal of an expression can be in a term of words, or of emoji. */
export function isInTerms(literal: string): boolean {
  return Array.from(foldText(literal)).every(
    (character) => !isUnit(character) && (isTermCharacter(character) || /^\p{Extended_Pictographic}$/u.test(character)),
  );
}

/**
 * Compares by code point, which differs from the order of UTF-16 units. Returns a negative number, zero or a positive number.
 */
export function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0)!);
  const right = Array.from(b, (character) => character.codePointAt(0)!);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! - right[i]!;
  }
  return left.length - right.length;
}
