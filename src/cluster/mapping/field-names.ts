/**
 * Names of a case's fields in an index of the cluster. Names in a case may contain dots, colons and any script, but names in
 * the cluster may not. They are written in hexadecimal, after a letter for the kind of field.
 */
import type { FieldHeader } from '../../engine/format.ts';

/** The number of an item, by which answers are sorted. */
export const ID = 'id';
/** Fields that list the names of an item's fields, and the names of its fields with a token. */
export const HAS = 'has';
export const HAS_TOKEN = 'hastoken';
/** SHA-256 over the whole document of an item, for verification. */
export const DIGEST = 'digest';

/** Tokens of analyzed text, from our analyzer. */
export const textField = (name: string): string => `t_${hex(name)}`;
/** Whole values, folded. */
export const wholeField = (name: string): string => `w_${hex(name)}`;
/** Numbers, and dates in milliseconds, that a double represents exactly. */
export const numberField = (name: string): string => `n_${hex(name)}`;
/** All other numbers and dates, as texts with the same order. */
export const exactField = (name: string): string => `x_${hex(name)}`;

/** Returns the terms of a field. */
export function termField({ name, analysis }: Pick<FieldHeader, 'name' | 'analysis'>): string {
  return analysis === 'text' ? textField(name) : wholeField(name);
}

function hex(name: string): string {
  return Buffer.from(name, 'utf8').toString('hex');
}

/** Separates tokens at one position in the text for the cluster. */
export const SHARED_POSITION = '\u0002';
/** Precedes the first token and follows the last token of each value of a text. No token contains it. */
export const VALUE_EDGE = '\u0001';
/** Means any token in a searched phrase. An analyzer of queries removes it and leaves its position. */
export const HOLE = '\u0002';

/** Number of positions between two values of a field. No phrase with a smaller slop crosses this gap. */
export const POSITION_GAP = 100;

/** A folded value as the term of a whole field. The empty value has another form, because it is not a valid term. */
export const wholeTerm = (folded: string): string => (folded === '' ? VALUE_EDGE : folded.toWellFormed());
