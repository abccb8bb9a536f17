/** A saved search: a set as in requests, with its order and view. */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';
import { COMMENT_UNITS_MAX } from '../descriptions/description.ts';

/** The saved content, with the member names of requests. */
export interface SearchContent {
  readonly q: string;
  readonly defaultOperator: 'AND' | 'OR';
  readonly literal: boolean;
  /** Applies to dates without an offset. */
  readonly timeZone: string;
  readonly filter: readonly string[];
  /** Empty: all sources. */
  readonly sourceID: readonly string[];
  readonly bbox: string | null;
  readonly sort: readonly string[];
  /** The view on the page. Null for the default. */
  readonly view: string | null;
}

export interface SavedSearch extends SearchContent {
  readonly name: string;
  /** Null if it was saved without authentication, so that it is visible to everyone. */
  readonly owner: string | null;
  readonly shared: boolean;
}

/** The stored form, in JSON. */
export interface StoredSearch {
  readonly owner: string | null;
  readonly content: SearchContent;
}

/** Throws INVALID_REQUEST, also for the name that the path of the search history has. */
export function searchName(name: string): string {
  if (name === HISTORY)
    throw new AppError('INVALID_REQUEST', `A search cannot be named ${JSON.stringify(HISTORY)}. Choose another name.`);
  return bookmarkName(name, 'search');
}

const HISTORY = 'history';

/** Throws INVALID_REQUEST. */
export function searchText({ owner, content }: StoredSearch): string {
  const { q, defaultOperator, literal, timeZone, filter, sourceID, bbox, sort, view } = content;
  const text = JSON.stringify({
    owner,
    content: { q, defaultOperator, literal, timeZone, filter, sourceID, bbox, sort, view },
  });
  if (text.length <= COMMENT_UNITS_MAX) return text;
  throw new AppError('INVALID_REQUEST', `A saved search has at most ${COMMENT_UNITS_MAX} characters in all.`);
}

/** Null for a set without a description: saving was partly undone. */
export function parseSearch(text: string | null): StoredSearch | null {
  return text === null || text === '' ? null : (JSON.parse(text) as StoredSearch);
}
