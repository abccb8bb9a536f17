/** The content of a saved search without a query. A test sets what it needs. */
import type { SearchContent } from '../../src/bookmarks/searches/saved-search.ts';

export const EMPTY_SEARCH: SearchContent = {
  q: '',
  defaultOperator: 'OR',
  literal: false,
  timeZone: 'UTC',
  filter: [],
  sourceID: [],
  bbox: null,
  sort: [],
  view: null,
};
