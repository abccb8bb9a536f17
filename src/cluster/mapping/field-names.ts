/**
 * What the fields of a case are called in an index of the cluster. Names of a case hold dots, colons and any script, which names of
 * the cluster may not: they are written in hexadecimal, after a letter that says what is in the field.
 */
import type { FieldHeader } from '../../engine/format.ts';

/** The number of an item: what answers are ordered by. */
export const ID = 'id';
/** Names of the fields that an item has, and of those it has a token in. */
export const HAS = 'has';
export const HAS_TOKEN = 'hastoken';
/** SHA-256 over everything that was sent of an item: what a check compares. */
export const DIGEST = 'digest';

/** Tokens of analyzed text, as our analyzer makes them. */
export const textField = (name: string): string => `t_${hex(name)}`;
/** Values as a whole, folded. */
export const wholeField = (name: string): string => `w_${hex(name)}`;
/** Numbers, and dates in milliseconds, that a double holds exactly. */
export const numberField = (name: string): string => `n_${hex(name)}`;
/** All other numbers and dates, as texts that sort as they do. */
export const exactField = (name: string): string => `x_${hex(name)}`;

/** The terms of a field. */
export function termField({ name, analysis }: Pick<FieldHeader, 'name' | 'analysis'>): string {
  return analysis === 'text' ? textField(name) : wholeField(name);
}

function hex(name: string): string {
  return Buffer.from(name, 'utf8').toString('hex');
}

/** Between tokens at one position, in the text that the cluster gets. */
export const SHARED_POSITION = '\u0002';
/** Stands before the first and after the last token of each value of a text, and in no token. */
export const VALUE_EDGE = '\u0001';
/** Stands for any token in a phrase that is asked for; an analyzer of queries takes it out and leaves its place. */
export const HOLE = '\u0002';

/** Positions between two values of a field, where no phrase of a smaller slop reaches. */
export const POSITION_GAP = 100;

/** A folded value as the term of a whole field; the empty one has another form, because it is no term of the language. */
export const wholeTerm = (folded: string): string => (folded === '' ? VALUE_EDGE : folded.toWellFormed());
