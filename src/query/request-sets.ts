/**
 * The sets of a request on one index: those that came with it, the documents found before, and the items with coordinates in a
 * box.
 */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { SearchRequest, SourceScope } from '../search/search-request.ts';
import { docsInBox } from './columns/coordinate-box.ts';
import { itemCoordinates } from './columns/field-columns.ts';
import type { FoundEarlier } from './found-earlier.ts';
import { DocBitmap } from './operators/doc-bitmap.ts';
import type { Operator } from './operators/operator.ts';
import { operatorOfDocs } from './plan/docs-operator.ts';
import { type OutsideSets, outsideSets } from './plan/outside-sets.ts';
import type { PlanNotes } from './plan/plan-notes.ts';

/** Names that no query can contain. */
const FOUND = '\0found';
const BOX = '\0box';

export interface SetsRequest extends SearchRequest {
  /** The query as a tree. */
  readonly query: Query;
  /** A bitmap of documents in place of the query in this source: its result after expansion or collapsing. */
  readonly found?: Uint32Array;
  /** Collects the leaves that find nothing, if the query is planned. */
  readonly notes?: PlanNotes;
  /** The results of earlier parts of the source. Null or missing if the source has no parts. */
  readonly earlier?: FoundEarlier | null;
}

/** Whether the set is found before the request is answered. */
export function isComputed({ expand, collapse }: Pick<SearchRequest, 'expand' | 'collapse'>): boolean {
  return collapse !== undefined || (expand !== undefined && expand.length > 0);
}

/** Returns the request for the set that filters are applied to. */
export function unfiltered({ filters: _filters, bbox: _box, ...request }: SetsRequest): SetsRequest {
  return request;
}

/**
 * Returns the query to plan. If documents were found before, they are its matches, and the original query only scores
 * them.
 */
export function queryOf({ query, found, sort }: SetsRequest): Query {
  if (found === undefined) return query;
  const set: Query = { kind: 'set', name: FOUND };
  if (sort?.by !== 'relevance') return set;
  return {
    kind: 'boolean',
    clauses: [
      { occur: 'must', query: { kind: 'boost', query: set, factor: 0 } },
      { occur: 'should', query },
    ],
    minimumMatch: 0,
  };
}

export function filtersOf({ filters = [], bbox }: SetsRequest): readonly Query[] {
  return bbox === undefined ? filters : [...filters, { kind: 'set', name: BOX }];
}

export function setsOf(index: IndexReader, request: SetsRequest, { source }: Pick<SourceScope, 'source'>): OutsideSets {
  const outside = outsideSets(index, request.sets, source);
  if (request.found === undefined && request.bbox === undefined) return outside;
  return new RequestSets(index, request, outside);
}

class RequestSets implements OutsideSets {
  readonly #index: IndexReader;
  readonly #request: SetsRequest;
  readonly #outside: OutsideSets;
  readonly #planned = new Map<string, Operator>();

  constructor(index: IndexReader, request: SetsRequest, outside: OutsideSets) {
    this.#index = index;
    this.#request = request;
    this.#outside = outside;
  }

  has(name: string): boolean {
    return this.#planned.has(name) || this.#outside.has(name);
  }

  planned(name: string): Operator | null {
    return this.#planned.get(name) ?? this.#outside.planned(name);
  }

  *operator(name: string): Generator<void, Operator> {
    const { bbox, found } = this.#request;
    let operator = this.#planned.get(name);
    if (operator !== undefined) return operator;
    if (name === FOUND && found !== undefined) operator = new DocBitmap(found, 'found', '');
    else if (name === BOX && bbox !== undefined) {
      const docs = docsInBox(yield* itemCoordinates(this.#index), bbox);
      operator = operatorOfDocs(this.#index, docs, 'box', Object.values(bbox).join(','));
    } else return yield* this.#outside.operator(name);
    this.#planned.set(name, operator);
    return operator;
  }
}
