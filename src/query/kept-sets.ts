/**
 * Sets that were computed, with their orders, kept for the next page, the facets or the export of the same set, up to a number of
 * bytes that users share. A set is known by what was asked (`setKeyOf`) and by the index that it is of, which
 * never changes.
 */
import { createHash } from 'node:crypto';
import type { IndexReader } from '../engine/index-reader.ts';
import { equalExpansions } from '../search/related/equal-expansions.ts';
import type { SearchRequest } from '../search/search-request.ts';
import { KeptValues } from '../search/sets/kept-values.ts';
import { ways } from '../shared/thresholds.ts';
import type { FoundDocs } from './operators/found-docs.ts';

/** An order of a set: all documents in it, or the first ones. */
export interface KeptOrder {
  readonly docs: Uint32Array;
  readonly isWhole: boolean;
}

export class KeptSet {
  readonly found: FoundDocs;
  readonly orders = new Map<string, KeptOrder>();
  /** With the text of the query that they are of. */
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

export class KeptSets {
  readonly #sets = new KeptValues<IndexReader, KeptSet>(() => ways.setsKept);
  /** How often a set, and an order, was computed. */
  readonly computed = { sets: 0, orders: 0 };

  get bytes(): number {
    return this.#sets.bytes;
  }

  get(index: IndexReader, key: string): KeptSet | null {
    return this.#sets.get(index, key) ?? null;
  }

  /** Also after an order was added to a set. One that is too large for all of the room is not kept. */
  keep(index: IndexReader, key: string, set: KeptSet, user?: string): void {
    this.#sets.keep(index, key, set, set.bytes, user);
  }
}

/** Whether what one source has in the set depends on the other sources. */
export function crossesSources({ collapse, expand = [] }: Pick<SearchRequest, 'collapse' | 'expand'>): boolean {
  return collapse !== undefined || equalExpansions({ expand }).length > 0;
}

/** What of a request determines its set. */
type KeyedRequest = Pick<SearchRequest, 'isKept' | 'sets' | 'collapse' | 'expand'> & {
  readonly sources: readonly { readonly source: string }[];
};

/** What takes longer to compare than most sets take to compute is not kept. */
const ASKED_UNITS_MAX = 1 << 18;
/** Longer ones are told apart by their hash: a hash takes longer than most searches here, but less memory than a long text. */
const KEY_UNITS_MAX = 512;

/** What a request has besides its set; `offsets` only says where in a text its parts are. */
const NOT_OF_SET = new Set([
  ...['sources', 'sets', 'sort', 'limit', 'want', 'facets', 'isKept', 'keptFor', 'offsets', 'recordsAlong'],
  ...['order', 'from', 'until', 'written'],
]);

/**
 * What determines the set of a request, whatever is wanted of it: null where it is not to be kept, or where a set from outside does
 * not say which state of it this is.
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
  // What is added or left out by one source depends on the others.
  const beside = crossesSources(request) ? sources.map(({ source }) => source) : [];
  const key = JSON.stringify([set, versions, beside]);
  if (key.length <= KEY_UNITS_MAX) return key;
  return key.length > ASKED_UNITS_MAX ? null : createHash('sha256').update(key).digest('base64');
}
