/**
 * A quote with `*` or `?` is the union of two readings: as wildcards, and as the punctuation that they are in most texts. So
 * `"Where are you?"` finds the text that it was copied from.
 *
 * On a field of whole values only the first reading is planned. It has every match of the second, because a wildcard also
 * matches itself.
 */
import type { Pattern } from '../../../grammar/ast.ts';
import { AppError } from '../../shared/errors.ts';
import type { Operator } from '../operators/operator.ts';
import { TwoReadings } from '../operators/two-readings.ts';
import { showPattern } from './pattern-automata.ts';
import { type Planned, type Planning, planned } from './planning.ts';

/** Plans each reading for a leaf planner on a field. */
export interface Readings {
  withWildcards(): Planned;
  asText(text: string): Planned;
}

/**
 * Plans both readings of a quote, or returns null if neither has a token. `isText`: whether the field is analyzed text.
 *
 * If the wildcards exceed a limit, the query fails, because the literal reading alone would be an incomplete answer.
 */
export function* planReadings(pattern: Pattern, isText: boolean, readings: Readings): Planning {
  const wild = yield* wildcardReading(readings);
  if (!isText) return wild;
  const literal = yield* planned(readings.asText(showPattern(pattern)));
  if (wild === null || literal === null) return literal ?? wild;
  return new TwoReadings(wild, literal);
}

/** Throws AppError QUERY_INVALID with the remedy for a text that was copied with its punctuation. */
function* wildcardReading(readings: Readings): Planning {
  try {
    return yield* planned<Operator | null>(readings.withWildcards());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'QUERY_INVALID') throw error;
    throw new AppError('QUERY_INVALID', `${error.message} ${AS_TEXT}`, { cause: error });
  }
}

const AS_TEXT = '(a quote without its wildcards is found as text: escape each * and ? in it with \\)';
