/**
 * Names what tokens depend on besides this code: the properties of characters in the runtime's version of Unicode. An index of
 * another version is built again.
 */
export const ANALYSIS_VERSION = `2-unicode-${process.versions.unicode}`;
