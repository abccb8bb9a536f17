/** Tables of transitions that automata build lazily. Entries are numbers of states, or {@link UNKNOWN} if not needed yet. */

/** The entry of a transition that was not built yet. */
export const UNKNOWN = -1;

/** Returns a table of twice the length that begins with the same entries. */
export function doubledTable(table: Int32Array): Int32Array {
  const longer = new Int32Array(2 * table.length).fill(UNKNOWN, table.length);
  longer.set(table);
  return longer;
}
