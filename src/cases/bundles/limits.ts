/** Limits on listing a hostile folder. Limits of archives are with their reader. */
export const BUNDLE_FILES_MAX = 200_000;
export const BUNDLE_DEPTH_MAX = 16;
/** Names read to detect the kind of a folder. */
export const PEEKED_NAMES_MAX = 5000;
