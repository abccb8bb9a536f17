/** Searches one index synchronously: for the command line, tests and benchmarks. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { Operator } from './operators/operator.ts';
import { Planner } from './plan/planner.ts';
import type { ScoredItem } from './ranking/best-items.ts';
import { collectDocs, countDocs, toEnd } from './run.ts';
import { topDocs } from './top-docs.ts';

/** Searches one index without a pause: for the command line, tests and benchmarks. Nothing is kept between calls. */
export class IndexSearch {
  readonly index: IndexReader;
  readonly #defaultFields: readonly string[];

  constructor(index: IndexReader, defaultFields: readonly string[] = ['content']) {
    this.index = index;
    this.#defaultFields = defaultFields;
  }

  /** Number of items that match. */
  count(query: Query): number {
    return toEnd(countDocs(this.#plan(query)));
  }

  /** Item ids that match, ascending. */
  ids(query: Query): Uint32Array {
    return idsOf(this.index, toEnd(collectDocs(this.#plan(query))));
  }

  /** The best `limit` items by BM25. */
  top(query: Query, limit: number): { count: number; items: readonly ScoredItem[] } {
    return toEnd(topDocs(this.index, query, this.#defaultFields, limit, true));
  }

  /** The same without the exact count: what cannot reach the top is passed over. */
  topOnly(query: Query, limit: number): readonly ScoredItem[] {
    return toEnd(topDocs(this.index, query, this.#defaultFields, limit, false)).items;
  }

  #plan(query: Query): Operator {
    return toEnd(new Planner(this.index, this.#defaultFields, { isScored: false }).plan(query));
  }
}

/** Turns ascending documents into ascending ids, in place. */
export function idsOf(index: IndexReader, docs: Uint32Array): Uint32Array {
  const { ids, idOrder } = index;
  for (let i = 0; i < docs.length; i++) docs[i] = ids[docs[i]!]!;
  return idOrder === null ? docs : docs.sort();
}
