/**
 * Limits of a pattern. They keep its memory within a few dozen megabytes and its time within about a second, whatever the
 * pattern. Patterns that people write stay far below.
 */
import { AppError } from '../shared/errors.ts';

/** Length of a regular expression as written, in UTF-16 units. */
export const REGEXP_UNITS_MAX = 4096;
/** Nesting depth of the groups of a regular expression. */
export const REGEXP_DEPTH_MAX = 100;
/** The highest count in braces. */
export const REPETITIONS_MAX = 1000;
/** Positions in a pattern, with counted repetitions expanded. */
export const PATTERN_STATES_MAX = 5000;
/** Ranges of code points in the distinct classes of a pattern. `\w` has about seven hundred. */
export const CLASS_RANGES_MAX = 1 << 17;
/** States of the deterministic automaton that the terms of an index may reach. */
export const AUTOMATON_STATES_MAX = 10_000;
/** Entries of its transition table, and positions of the pattern in all its states. */
export const TABLE_ENTRIES_MAX = 1 << 22;

/** Returns the error for a pattern that exceeds a limit. */
export function tooComplex(what: string, limit: number): AppError {
  return new AppError(
    'QUERY_INVALID',
    `The pattern is too complex: ${what}; the limit is ${limit}. Make it shorter or more specific.`,
  );
}
