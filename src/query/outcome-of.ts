/** The outcome of work on one source: its value, or the damage of its index. */
import { isDamage } from '../search/damage-watch.ts';
import { RefusedQueryError } from '../search/refused-query.ts';
import type { Outcome } from '../search/search-answer.ts';

export function valueOutcome<T>(value: T): Outcome<T> {
  return { kind: 'value', value };
}

/** Throws an error other than damage, with the source if it matters. */
export function damageOutcome(fault: unknown, source: string): Outcome<never> {
  if (isDamage(fault)) return { kind: 'damaged', fault };
  throw fault instanceof RefusedQueryError && fault.unfit !== null ? fault.with({ source }) : fault;
}
