/**
 * Cursors: the end of a page as opaque text. A cursor is valid for the same request on the same indexes and bookmarks. It has
 * hashes of these. It survives a restart.
 */
import { createHash } from 'node:crypto';
import type { SavedQuery } from '../../search/saved/expand-searches.ts';
import type { OutsideSet, SortValue } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';

export interface Cursor extends PageEnd {
  /** Hash of the request without the page. */
  readonly request: string;
  /** Hash of the indexes, and of the sets and saved searches that the query names. */
  readonly state: string;
}

/** The last item of a page. */
export interface PageEnd {
  readonly source: string;
  readonly id: number;
  readonly key: readonly SortValue[];
}

/** `asked`: the request without the page. */
export function writeCursor(asked: unknown, state: string, { source, id, key }: PageEnd): string {
  return Buffer.from(JSON.stringify([hashOf(asked), state, source, id, key.map(written)])).toString('base64url');
}

/** JSON has no infinite numbers. */
function written(value: SortValue): unknown {
  if (typeof value === 'number') return { number: String(value) };
  return typeof value === 'object' && value !== null ? { moment: String(value.moment) } : value;
}

/** Throws AppError INVALID_REQUEST for text that `writeCursor` did not write. */
function readCursor(text: string): Cursor {
  try {
    const [request, state, source, id, key] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isWhole = typeof request === 'string' && typeof state === 'string' && typeof source === 'string';
    if (isWhole && Number.isSafeInteger(id) && Array.isArray(key)) {
      return { request, state, source, id: id as number, key: key.map(readValue) };
    }
  } catch {
    // Reported below.
  }
  throw new AppError('INVALID_REQUEST', 'The parameter "after" is not the "next" of an answer.');
}

function readValue(value: unknown): SortValue {
  if (value === null || typeof value === 'string') return value;
  const { number, moment } = value as { number?: unknown; moment?: unknown };
  const found = Number(number ?? moment);
  if (Number.isNaN(found)) throw new RangeError('no number');
  return moment === undefined ? found : { moment: found };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, HASH_LENGTH);
}

const HASH_LENGTH = 22;

/**
 * Returns the cursor after which the page begins, if any; `asked` is the request without the page. Throws AppError
 * INVALID_REQUEST for a cursor of another request.
 */
export function cursorOf(after: string | undefined, offset: number, asked: unknown): Cursor | null {
  if (after === undefined) return null;
  if (offset > 0) {
    throw new AppError('INVALID_REQUEST', 'Give either "offset" or "after", not both.');
  }
  const cursor = readCursor(after);
  if (cursor.request === hashOf(asked)) return cursor;
  throw new AppError(
    'INVALID_REQUEST',
    'The parameter "after" belongs to another request. Repeat all parameters of the previous page.',
  );
}

/** Throws AppError CONFLICT if the data behind a page has changed. */
export function requireState(cursor: Cursor | null, state: string, sources: readonly ReadySource[]): void {
  if (cursor === null) return;
  if (cursor.state === state && sources.some(({ id }) => id === cursor.source)) return;
  throw new AppError(
    'CONFLICT',
    'An index, or a bookmark or saved search that the query names, has changed since the previous page. Start again with the first page.',
  );
}

/**
 * Cache for single sources without sets, the usual case: an index never changes. Keyed by the open case; the value has the
 * server's id for it.
 */
const statesOfSources = new WeakMap<object, { readonly id: string; readonly state: string }>();

/** Returns the state that a page depends on, besides the request. */
export function stateOf(
  sources: readonly ReadySource[],
  sets: readonly OutsideSet[],
  searches: readonly SavedQuery[],
): string {
  const [only] = sources;
  if (only === undefined || sources.length > 1 || sets.length > 0 || searches.length > 0) {
    return hashOfState(sources, sets, searches);
  }
  const known = statesOfSources.get(only.summary);
  if (known?.id === only.id) return known.state;
  const state = hashOfState(sources, sets, searches);
  statesOfSources.set(only.summary, { id: only.id, state });
  return state;
}

function hashOfState(
  sources: readonly ReadySource[],
  sets: readonly OutsideSet[],
  searches: readonly SavedQuery[],
): string {
  const hash = createHash('sha256');
  for (const { id, summary } of sources) hash.update(JSON.stringify([id, summary.identity]));
  for (const { name, items } of sets) {
    hash.update(JSON.stringify(name));
    for (const [source, ids] of [...items].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(JSON.stringify([source, ids.length]));
      hash.update(ids);
    }
  }
  for (const { name, shared, q, defaultOperator, literal, timeZone, filter, sourceID } of searches) {
    hash.update(JSON.stringify([name, shared, q, defaultOperator, literal, timeZone, filter, sourceID]));
  }
  return hash.digest('base64url').slice(0, HASH_LENGTH);
}
