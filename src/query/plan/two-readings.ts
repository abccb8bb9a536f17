/**
 * A quote with `*` or `?` is the union of two readings: as wildcards, and as punctuation, which they are in most texts. So
 * `"Where are you?"` finds the text that it was copied from.
 *
 * On a field of whole values only the first reading is planned. It has every match of the second, because a wildcard also
 * matches itself.
 */
import type { Pattern } from '../../../grammar/ast.ts';
import { AppError } from '../../shared/errors.ts';
import { Nothing } from '../operators/nothing.ts';
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
 * Plans both readings of a quote; null if neither has a token. `isText`: the field is analyzed text.
 *
 * If the wildcards exceed a limit, only the first reading fails: it matches nothing, and the plan shows why. If the text has no
 * token either, the limit becomes the error of the query.
 */
export function* planReadings(pattern: Pattern, isText: boolean, readings: Readings): Planning {
  const wild = yield* wildcardReading(readings);
  const isRefused = wild instanceof RefusedReading;
  if (!isText && !isRefused) return wild;
  const literal = yield* planned(readings.asText(showPattern(pattern)));
  if (literal === null && isRefused) throw wild.error;
  if (wild === null || literal === null) return literal ?? wild;
  return new TwoReadings(wild, literal);
}

function* wildcardReading(readings: Readings): Planning {
  try {
    return yield* planned<Operator | null>(readings.withWildcards());
  } catch (error) {
    if (error instanceof AppError && error.code === 'QUERY_INVALID') return new RefusedReading(error);
    throw error;
  }
}

/** The first reading of a quote, if its wildcards exceed a limit. */
class RefusedReading extends Nothing {
  readonly error: AppError;

  constructor(error: AppError) {
    super(`not searched with wildcards. ${error.message}`);
    this.error = error;
  }
}
