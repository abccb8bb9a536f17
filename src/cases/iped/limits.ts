/** How much of a hostile IPED case is read at once. */

/** Settings and lists of a case, which are read as a whole. */
export const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;

/** The tree of categories: IPED has 157 nodes, four deep. Items of each are counted when the tree is asked for. */
export const CATEGORIES_MAX = 10_000;
export const CATEGORY_DEPTH_MAX = 100;

/** An item may have this many pieces of text: each needs a stretch of positions. */
export const FRAGMENTS_MAX = 65_536;

/** A batch of items ends after this many. */
export const BATCH_ITEMS_MAX = 256;
