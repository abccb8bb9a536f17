/**
 * Returns the outcome of work on one source: its value, or the damage of its index. Throws other errors, with the source if it
 * matters.
 */
import { isDamage } from '../search/damage-watch.ts';
import { RefusedQueryError } from '../search/refused-query.ts';
import type { Outcome } from '../search/search-answer.ts';
import type { QueryMemory } from '../shared/query-memory.ts';
import { inSlices } from '../shared/slices.ts';

export function outcomeOf<T>(
  work: Generator<void, T>,
  source: string,
  signal: AbortSignal | undefined,
  memory: QueryMemory,
): Outcome<T> | Promise<Outcome<T>> {
  try {
    const value = inSlices(work, signal, memory);
    return value instanceof Promise
      ? value.then(valueOutcome, (fault) => damageOutcome(fault, source))
      : valueOutcome(value);
  } catch (fault) {
    return damageOutcome(fault, source);
  }
}

function valueOutcome<T>(value: T): Outcome<T> {
  return { kind: 'value', value };
}

function damageOutcome(fault: unknown, source: string): Outcome<never> {
  if (isDamage(fault)) return { kind: 'damaged', fault };
  throw fault instanceof RefusedQueryError && fault.unfit !== null ? fault.with({ source }) : fault;
}
