/** Lists the ids of sources in a message. */

/** Maximum number of sources that a message names. */
const SOURCES_NAMED = 10;

/** Returns the first ids, and the number of the others. */
export function namedList(ids: readonly string[]): string {
  const more = ids.length - SOURCES_NAMED;
  return ids.slice(0, SOURCES_NAMED).join(', ') + (more > 0 ? ` and ${more} more sources` : '');
}
