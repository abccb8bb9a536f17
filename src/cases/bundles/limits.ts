/** How much of a hostile folder is listed. Limits of archives are beside their reader. */
export const BUNDLE_FILES_MAX = 200_000;
export const BUNDLE_DEPTH_MAX = 16;
/** Names that are read to detect the kind of a folder. */
export const PEEKED_NAMES_MAX = 5000;
