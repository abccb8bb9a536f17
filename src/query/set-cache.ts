/**
 * A cache of computed sets and their orders, for the next page, the facets or the export of the same set. Its bytes are limited
 * and shared among users. The key of a set is its request (`setKeyOf`) and its index, which never changes.
 */
import { createHash } from 'node:crypto';
import type { IndexReader } from '../engine/index-reader.ts';
import { equalExpansions } from '../search/related/equal-expansions.ts';
import type { SearchRequest } from '../search/search-request.ts';
import { ValueCache } from '../search/sets/value-cache.ts';
import { tuning } from '../shared/thresholds.ts';
import type { FoundDocs } from './operators/found-docs.ts';

/** An order of a set: all documents in it, or the first ones. */
export interface CachedOrder {
  readonly docs: Uint32Array;
  readonly isWhole: boolean;
}

export class CachedSet {
  readonly found: FoundDocs;
  readonly orders = new Map<string, CachedOrder>();
  /** Hints about the query of the set, with the query text that they refer to. */
  hints: { readonly written: string | undefined; readonly lines: readonly string[] } | null = null;

  constructor(found: FoundDocs) {
    this.found = found;
  }

  get bytes(): number {
    let bytes = this.found.bytes;
    for (const { docs } of this.orders.values()) bytes += docs === this.found.docs ? 0 : docs.byteLength;
    return bytes;
  }
}

export class SetCache {
  readonly #sets = new ValueCache<IndexReader, CachedSet>(() => tuning.setsKept);
  /** How often sets, and orders, were computed. */
  readonly computed = { sets: 0, orders: 0 };

  get bytes(): number {
    return this.#sets.bytes;
  }

  get(index: IndexReader, key: string): CachedSet | null {
    return this.#sets.get(index, key) ?? null;
  }

  /** Call it again after adding an order to a set. Does not store a set larger than the cache. */
  keep(index: IndexReader, key: string, set: CachedSet, user?: string): void {
    this.#sets.keep(index, key, set, set.bytes, user);
  }
}

/** Whether the set of one source depends on the other sources. */
export function crossesSources({ collapse, expand = [] }: Pick<SearchRequest, 'collapse' | 'expand'>): boolean {
  return collapse !== undefined || equalExpansions({ expand }).length > 0;
}

/** The parts of a request that determine its set. */
type KeyedRequest = Pick<SearchRequest, 'isKept' | 'sets' | 'collapse' | 'expand'> & {
  readonly sources: readonly { readonly source: string }[];
};

/** Sets with longer requests are not cached, because comparing the requests takes longer than computing most sets. */
const ASKED_UNITS_MAX = 1 << 18;
/** Longer keys are replaced by their hash. Hashing takes longer than most searches here, but less memory than a long text. */
const KEY_UNITS_MAX = 512;

/** Parts of a request that do not affect its set; `offsets` only locates its parts in a text. */
const NOT_OF_SET = new Set([
  ...['sources', 'sets', 'sort', 'limit', 'want', 'facets', 'isKept', 'keptFor', 'offsets', 'recordsAlong'],
  ...['order', 'from', 'until', 'written'],
]);

/**
 * Returns a key for the set of a request, independent of the wanted output. Null if the set must not be cached, or if an
 * external set does not identify its state.
 */
export function setKeyOf(request: KeyedRequest): string | null {
  if (request.isKept !== true) return null;
  const { sources, sets = [] } = request;
  const set: unknown[] = [];
  for (const name in request) if (!NOT_OF_SET.has(name)) set.push(name, request[name as keyof KeyedRequest]);
  const versions: [string, string][] = [];
  for (const { name, version, isOnlyCounted } of sets) {
    if (isOnlyCounted === true) continue;
    if (version === undefined) return null;
    versions.push([name, version]);
  }
  // Expansion and collapsing in one source depend on the other sources.
  const beside = crossesSources(request) ? sources.map(({ source }) => source) : [];
  const key = JSON.stringify([set, versions, beside]);
  if (key.length <= KEY_UNITS_MAX) return key;
  return key.length > ASKED_UNITS_MAX ? null : createHash('sha256').update(key).digest('base64');
}
