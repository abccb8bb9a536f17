/** The part of an answer that the result line shows. */
import type { Hits } from '../api/answers.ts';

/** `total` is the number of rows, `matching` the current size of the set. */
export type Summary = Pick<Hits, 'total' | 'tookMs' | 'hints' | 'incomplete'> & { readonly matching: number };

export function summaryOf({ total: matching, tookMs, hints, incomplete }: Hits, total: number): Summary {
  return { total, matching, tookMs, ...(hints && { hints }), ...(incomplete && { incomplete }) };
}
