/** Limits on listing a hostile folder. The limits for archives are defined with the archive reader. */
export const BUNDLE_FILES_MAX = 200_000;
export const BUNDLE_DEPTH_MAX = 16;
/** Names read to detect the kind of a folder. */
export const PEEKED_NAMES_MAX = 5000;
