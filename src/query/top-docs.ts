import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { Planner } from './planner.ts';
import { collectDocs } from './run.ts';

/** One item and its score. */
export interface ScoredDoc {
  readonly id: number;
  readonly score: number;
}

export interface TopDocs {
  /** Exact number of matches where it was asked for, else 0. */
  readonly count: number;
  readonly items: readonly ScoredDoc[];
}

/** PLACEHOLDER until scoring lands. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  limit: number,
  _isCounted: boolean,
): Generator<void, TopDocs> {
  const docs = yield* collectDocs(yield* new Planner(index, defaultFields).plan(query));
  return {
    count: docs.length,
    items: Array.from(docs.subarray(0, limit), (doc) => ({ id: index.ids[doc]!, score: 1 })),
  };
}
