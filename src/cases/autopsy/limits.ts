/** Limits of reading a hostile case of Autopsy. */

/** Rows per query, and therefore items per batch. */
export const PAGE_ROWS = 256;
/** Tags, hits or attributes of the items of one page. */
export const PAGE_VALUES_MAX = 50_000;
/** Data sources, and file systems in them. */
export const DATA_SOURCES_MAX = 10_000;
/** Greatest id of an item. */
export const ID_MAX = 0x7fff_ffff;
