/** Sets of items that come with a request (a bookmark, the selection), as operators on one index, for the `set` clauses of a query. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { SearchRequest } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { Conjunction } from '../operators/conjunction.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { operatorOfDocs } from './docs-operator.ts';

/** Ids between two yields. */
const IDS_PER_SLICE = 1024;

export interface OutsideSets {
  /** Returns the items of a set that a search can hit. Throws AppError QUERY_INVALID for an unknown name. */
  operator(name: string): Generator<void, Operator>;
  has(name: string): boolean;
  /** Returns a set that has already been planned, otherwise null. */
  planned(name: string): Operator | null;
}

/** Returns the parts of a request's sets for one source. */
export function outsideSets(index: IndexReader, sets: SearchRequest['sets'], source: string): OutsideSets {
  if (sets === undefined || sets.length === 0) return NO_SETS;
  return new SetsOfIds(index, new Map(sets.map(({ name, items }) => [name, items.get(source) ?? NO_IDS])));
}

const NO_IDS = new Uint32Array(0);

export const NO_SETS: OutsideSets = { operator: unknownSet, has: () => false, planned: () => null };

/** Sets by name: the ascending ids of one source. */
class SetsOfIds implements OutsideSets {
  readonly #index: IndexReader;
  readonly #ids: ReadonlyMap<string, Uint32Array | 'all'>;
  readonly #planned = new Map<string, Operator>();

  constructor(index: IndexReader, ids: ReadonlyMap<string, Uint32Array | 'all'>) {
    this.#index = index;
    this.#ids = ids;
  }

  has(name: string): boolean {
    return this.#ids.has(name);
  }

  planned(name: string): Operator | null {
    return this.#planned.get(name) ?? null;
  }

  *operator(name: string): Generator<void, Operator> {
    const known = this.#planned.get(name);
    if (known !== undefined) return known;
    const ids = this.#ids.get(name);
    if (ids === undefined) return yield* unknownSet(name);
    const all = new TermOperator(this.#index.searchable(), 'all', '');
    const operator = ids === 'all' ? all : this.#searchable(yield* this.#membersOf(ids, name), all);
    this.#planned.set(name, operator);
    return operator;
  }

  #searchable(members: Operator, all: Operator): Operator {
    const { searchableCount, documentCount } = this.#index.header;
    return searchableCount === documentCount ? members : new Conjunction([members, all]);
  }

  *#membersOf(ids: Uint32Array, name: string): Generator<void, Operator> {
    return operatorOfDocs(this.#index, yield* this.#docsOf(ids), 'set', name);
  }

  /** Ascending, without unknown ids. */
  *#docsOf(ids: Uint32Array): Generator<void, Uint32Array> {
    claimMemory(4 * ids.length, 'the items of a set');
    const docs = new Uint32Array(ids.length);
    let count = 0;
    for (let i = 0; i < ids.length; i++) {
      const doc = this.#index.docOf(ids[i]!);
      if (doc >= 0) docs[count++] = doc;
      if (i % IDS_PER_SLICE === IDS_PER_SLICE - 1) yield;
    }
    const known = docs.subarray(0, count);
    return this.#index.idOrder === null ? known : known.sort();
  }
}

// biome-ignore lint/correctness/useYield: the signature of planning steps
function* unknownSet(name: string): Generator<void, never> {
  throw new AppError(
    'QUERY_INVALID',
    `The query names a set ${JSON.stringify(name)}, which the request does not contain.`,
  );
}
