/** Limits on reading a hostile IPED case. */

/** Settings and lists of a case, which are read completely. */
export const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Maximum number of categories in the tree. IPED has 157 in four levels. The items of each are counted when the tree is
 * requested.
 */
export const CATEGORIES_MAX = 10_000;
export const CATEGORY_DEPTH_MAX = 100;

/**
 * Maximum number of names of fields, and of categories, in the language of a case. They are stored in the header of the index.
 */
export const LOCALIZED_NAMES_MAX = 2000;

/** Maximum pieces of an item's text. Each needs a range of positions. */
export const FRAGMENTS_MAX = 65_536;

/** A batch of items ends after this many. */
export const BATCH_ITEMS_MAX = 256;

/**
 * Items that are read by id are held in memory until the previous ones have been read: at most this many, or this many stored
 * bytes, but at least one. With a lower limit, chunks of stored fields would be read more often. With a higher limit, items
 * would stay in memory longer, which costs more.
 */
export const HELD_ITEMS_MAX = 512;
export const HELD_BYTES_MAX = 8 * 1024 * 1024;

/** Maximum number of segments whose first items are read before a build, to find out whether ids descend. */
export const SEEN_SEGMENTS_MAX = 32;
