/** Descriptions of errors that many routes share. */
export const NO_SUCH_SOURCE = 'There is no source of that name.';
export const SEARCH_REFUSED =
  'A source is still being built, too many searches are waiting, or the search took too long.';
export const CASE_CHANGED = 'The case of a source has changed since it was indexed, and was not opened again yet.';
