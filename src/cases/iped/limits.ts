/** Limits on reading a hostile IPED case. */

/** Settings and lists of a case, which are read completely. */
export const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;

/** The tree of categories. IPED has 157 nodes in four levels. Items of each are counted when the tree is requested. */
export const CATEGORIES_MAX = 10_000;
export const CATEGORY_DEPTH_MAX = 100;

/** Names of fields, and of categories, in the language of a case. They stay in the header of the index. */
export const LOCALIZED_NAMES_MAX = 2000;

/** Maximum pieces of an item's text. Each needs a range of positions. */
export const FRAGMENTS_MAX = 65_536;

/** A batch of items ends after this many. */
export const BATCH_ITEMS_MAX = 256;

/**
 * Items read by id are held until the previous ones were read: at most this many, or this many stored bytes, but at least one.
 * With fewer, chunks of stored fields are read more often. With more, items survive longer in memory, which costs more than
 * that.
 */
export const HELD_ITEMS_MAX = 512;
export const HELD_BYTES_MAX = 8 * 1024 * 1024;

/** Before a build, the first items of this many segments are read to see whether ids descend. */
export const SEEN_SEGMENTS_MAX = 32;
