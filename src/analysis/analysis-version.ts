/**
 * The version of everything outside this code that tokens depend on: the runtime's Unicode properties of characters. An index
 * of another version is built again.
 */
export const ANALYSIS_VERSION = `2-unicode-${process.versions.unicode}`;
