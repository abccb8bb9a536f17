/**
 * Sets that were computed, with their orders, kept for the next page, the facets or the export of the same set: up to a number of
 * bytes, the least recently used go first. A set is known by what was asked (`setKeyOf`) and by the index that it is of, which
 * never changes.
 */
import { createHash } from 'node:crypto';
import type { IndexReader } from '../engine/index-reader.ts';
import { equalExpansions } from '../search/related/equal-expansions.ts';
import type { SearchRequest } from '../search/search-request.ts';
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
    let bytes = ENTRY_BYTES + this.found.bytes;
    for (const { docs } of this.orders.values()) bytes += docs === this.found.docs ? 0 : docs.byteLength;
    return bytes;
  }
}

/** What an entry takes besides its documents, about. */
const ENTRY_BYTES = 1024;

export class KeptSets {
  /** In order of their last use. */
  readonly #sets = new Map<string, { readonly set: KeptSet; bytes: number }>();
  readonly #owners = new WeakMap<IndexReader, number>();
  #lastOwner = 0;
  #bytes = 0;
  /** How often a set, and an order, was computed. */
  readonly computed = { sets: 0, orders: 0 };

  get bytes(): number {
    return this.#bytes;
  }

  get(index: IndexReader, key: string): KeptSet | null {
    const name = this.#nameOf(index, key);
    const known = this.#sets.get(name);
    if (known === undefined) return null;
    this.#sets.delete(name);
    this.#sets.set(name, known);
    return known.set;
  }

  /** Also after an order was added to a set. One that is too large for all of the room is not kept. */
  keep(index: IndexReader, key: string, set: KeptSet): void {
    const name = this.#nameOf(index, key);
    const { bytes } = set;
    this.#bytes += bytes - (this.#sets.get(name)?.bytes ?? 0);
    this.#sets.delete(name);
    this.#sets.set(name, { set, bytes });
    for (const [oldest, entry] of this.#sets) {
      if (this.#bytes <= ways.setsKept) break;
      this.#sets.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }

  #nameOf(index: IndexReader, key: string): string {
    let owner = this.#owners.get(index);
    if (owner === undefined) {
      owner = ++this.#lastOwner;
      this.#owners.set(index, owner);
    }
    return `${owner} ${key}`;
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
  ...['sources', 'sets', 'sort', 'limit', 'want', 'facets', 'isKept', 'offsets', 'recordsAlong'],
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
