/**
 * The version of everything outside this code that tokens depend on: the properties of characters in the runtime's version of
 * Unicode. An index of another version is built again.
 */
export const ANALYSIS_VERSION = `2-unicode-${process.versions.unicode}`;
