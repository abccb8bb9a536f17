/** Tables of transitions that automata build lazily: numbers of states, and {@link UNKNOWN} for those that were not needed yet. */

/** The entry of a transition that was not built yet. */
export const UNKNOWN = -1;

/** A table of twice the length that begins with the same entries. */
export function doubledTable(table: Int32Array): Int32Array {
  const longer = new Int32Array(2 * table.length).fill(UNKNOWN, table.length);
  longer.set(table);
  return longer;
}
