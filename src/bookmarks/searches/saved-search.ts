/** A saved search: a set as requests ask for it, with the order and the view in which it is shown. */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';
import { COMMENT_UNITS_MAX } from '../descriptions/description.ts';

/** What is saved; member names are those of a request for a set. */
export interface SearchContent {
  readonly q: string;
  readonly defaultOperator: 'AND' | 'OR';
  readonly literal: boolean;
  /** Of dates without an offset. */
  readonly timeZone: string;
  readonly filter: readonly string[];
  /** Empty: all sources. */
  readonly sourceID: readonly string[];
  readonly bbox: string | null;
  readonly sort: readonly string[];
  /** How the page shows it; null: as it does by default. */
  readonly view: string | null;
}

export interface SavedSearch extends SearchContent {
  readonly name: string;
  /** Null: saved where the server knew nobody. Then everyone sees it. */
  readonly owner: string | null;
  readonly shared: boolean;
}

/** What the store keeps of it, in JSON. */
export interface StoredSearch {
  readonly owner: string | null;
  readonly content: SearchContent;
}

/** Throws INVALID_REQUEST; the path of this one is that of the history of searches. */
export function searchName(name: string): string {
  if (name === HISTORY) throw new AppError('INVALID_REQUEST', `No search can be named ${JSON.stringify(HISTORY)}.`);
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

/** Null for a set of which nothing is said: saving it was undone in part. */
export function parseSearch(text: string | null): StoredSearch | null {
  return text === null || text === '' ? null : (JSON.parse(text) as StoredSearch);
}
