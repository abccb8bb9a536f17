/** The possible meanings of a leaf on a field, and their constructors, for every syntax. */
import type { Bound, Pattern } from '../../../grammar/ast.ts';
import { compareCodePoints } from './naive-characters.ts';
import { foldWhole } from './naive-folding.ts';
import type { NaiveSpan } from './naive-near.ts';
import { analyzedParts, type PhrasePart, remembering, type TermTest, wholeParts } from './naive-patterns.ts';
import { compareNumbers, parseNumber, sideOf } from './naive-values.ts';

export type LeafMeaning =
  | { readonly kind: 'dropped' }
  /** The terms of a value as a phrase. One part is a term or a single pattern. */
  | { readonly kind: 'phrase'; readonly parts: readonly PhrasePart[]; readonly slop: number }
  /** A value of a number or date field, by its meaning. */
  | { readonly kind: 'value'; readonly matches: (value: string) => boolean }
  | { readonly kind: 'near'; readonly near: NaiveSpan }
  | { readonly kind: 'exists' }
  /** The union of several readings. */
  | { readonly kind: 'any'; readonly of: readonly LeafMeaning[] };

export const DROPPED: LeafMeaning = { kind: 'dropped' };

export function phraseMeaning(pattern: Pattern, slop: number, isWhole: boolean): LeafMeaning {
  const parts = isWhole ? wholeParts(pattern) : analyzedParts(pattern);
  return parts.length === 0 ? DROPPED : { kind: 'phrase', parts, slop };
}

export function isNumberBetween(value: string, lower: Bound | null, upper: Bound | null): boolean {
  const number = parseNumber(value);
  if (number === null) return false;
  if (lower !== null) {
    const order = compareNumbers(number, parseNumber(lower.text)!);
    if (lower.isInclusive ? order < 0 : order <= 0) return false;
  }
  if (upper !== null) {
    const order = compareNumbers(number, parseNumber(upper.text)!);
    if (upper.isInclusive ? order > 0 : order >= 0) return false;
  }
  return true;
}

export function isDateBetween(value: string, lower: Bound | null, upper: Bound | null, timeZone?: string): boolean {
  if (lower !== null) {
    const side = sideOf(value, lower.text, timeZone);
    if (side === null || (lower.isInclusive ? side < 0 : side <= 0)) return false;
  }
  if (upper !== null) {
    const side = sideOf(value, upper.text, timeZone);
    if (side === null || (upper.isInclusive ? side > 0 : side >= 0)) return false;
  }
  return true;
}

export function isTermBetween(term: string, lower: Bound | null, upper: Bound | null): boolean {
  if (lower !== null) {
    const order = compareCodePoints(term, foldWhole(lower.text));
    if (lower.isInclusive ? order < 0 : order <= 0) return false;
  }
  if (upper !== null) {
    const order = compareCodePoints(term, foldWhole(upper.text));
    if (upper.isInclusive ? order > 0 : order >= 0) return false;
  }
  return true;
}

/** A position that many terms may match. */
export function termMeaning(test: TermTest): LeafMeaning {
  return { kind: 'phrase', parts: [{ term: null, matches: remembering(test) }], slop: 0 };
}

export function valueMeaning(matches: (value: string) => boolean): LeafMeaning {
  return { kind: 'value', matches };
}
