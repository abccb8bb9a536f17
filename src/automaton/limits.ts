/**
 * What a pattern may cost. They bound memory and the time of a single pattern to a few dozen megabytes and a second or
 * so, whatever it says; patterns people write stay far below.
 */
import { AppError } from '../shared/errors.ts';

/** UTF-16 units of a regular expression as written. */
export const MAX_REGEXP_UNITS = 4096;
/** Groups within groups of a regular expression. */
export const MAX_REGEXP_DEPTH = 100;
/** The highest count in braces. */
export const MAX_REPETITIONS = 1000;
/** Places in a pattern, counted repetitions written out. */
export const MAX_PATTERN_STATES = 5000;
/** Ranges of code points in the distinct classes of a pattern; `\w` has some seven hundred. */
export const MAX_CLASS_RANGES = 1 << 17;
/** States of the deterministic automaton that the terms of an index may lead to. */
export const MAX_AUTOMATON_STATES = 10_000;
/** Entries of its transition table, and places of the pattern in all its states. */
export const MAX_TABLE_ENTRIES = 1 << 22;

/** The error for a pattern over one of the limits. */
export function tooComplex(what: string, limit: number): AppError {
  return new AppError(
    'QUERY_INVALID',
    `The pattern is too complex: ${what}; the limit is ${limit}. Make it shorter or more specific.`,
  );
}
