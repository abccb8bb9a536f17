/** Longer arrays that begin with the numbers of another. How long, the caller says: who adds numbers one by one doubles it. */
import { claimMemory } from './query-memory.ts';

export function lengthened(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}

/** The same in memory that a query claims. `what` it is, in messages. */
export function lengthenedInQuery(numbers: Uint32Array, length: number, what: string): Uint32Array<ArrayBuffer> {
  claimMemory(4 * (length - numbers.length), what);
  return lengthened(numbers, length);
}
