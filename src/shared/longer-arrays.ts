/** Copies arrays of numbers to longer ones. The caller chooses the length, and doubles it if it adds numbers one by one. */
import { claimMemory } from './query-memory.ts';

export function lengthened(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}

/** The same, and claims the memory of the new array for the query. `what` names the array in messages. */
export function lengthenedInQuery(numbers: Uint32Array, length: number, what: string): Uint32Array<ArrayBuffer> {
  claimMemory(4 * (length - numbers.length), what);
  return lengthened(numbers, length);
}
