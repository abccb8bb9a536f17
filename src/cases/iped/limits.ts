/** How much of a hostile IPED case is read at once. */

/** Settings and lists of a case, which are read as a whole. */
export const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;

/** The tree of categories: IPED has 157 nodes, four deep. Items of each are counted when the tree is asked for. */
export const CATEGORIES_MAX = 10_000;
export const CATEGORY_DEPTH_MAX = 100;

/** Names of fields, and of categories, in the language of a case: they stay in the header of the index. */
export const LOCALIZED_NAMES_MAX = 2000;

/** An item may have this many pieces of text: each needs a stretch of positions. */
export const FRAGMENTS_MAX = 65_536;

/** A batch of items ends after this many. */
export const BATCH_ITEMS_MAX = 256;

/**
 * Items that are read by id are held until those before them were read: so many, or so many bytes as they are stored, or one. With fewer,
 * chunks of stored fields are read more often; with more, items grow old in memory, which costs more than that.
 */
export const HELD_ITEMS_MAX = 512;
export const HELD_BYTES_MAX = 8 * 1024 * 1024;

/** Before a build, the first items of so many segments are looked at, to see whether ids descend. */
export const SEEN_SEGMENTS_MAX = 32;
