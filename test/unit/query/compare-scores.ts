/** Scores of a query on an index, compared with the naive ranking. */
import type { Query } from '../../../grammar/ast.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { NO_SETS } from '../../../src/query/plan/outside-sets.ts';
import { topDocs } from '../../../src/query/top-docs.ts';
import type { NaiveCase } from '../../support/naive/naive-case.ts';
import { scoreOf } from '../../support/naive/naive-ranking.ts';

/** Lengths are rounded in an index. */
const DISTANCE = 1e-4;
/** Items of an answer that are scored, because naive scoring is slow. */
const ITEMS = 3;

/** Throws if one of `expected`, the items of a query, is not ranked, or its score differs from the naive one. */
export function compareScores(index: IndexReader, naive: NaiveCase, query: Query, expected: readonly number[]): void {
  const request = { limit: index.documentCount, isCounted: true, filters: [], sets: NO_SETS, notes: null, after: null };
  const { items, count } = runToCompletion(topDocs(index, query, ['content'], request));
  const ranked = items.ids.toSorted();
  if (count !== expected.length || ranked.join() !== expected.join()) {
    throw new Error(`${ranked} of ${count} ranked, expected ${expected}`);
  }
  const { ids, scores } = items;
  const step = Math.ceil(ids.length / ITEMS);
  for (let at = 0; at < ids.length; at += step) {
    const [id, score] = [ids[at]!, scores[at]!];
    const own = scoreOf(query, naive.items.find((item) => item.id === id)!, naive, ['content']);
    const isNear = Math.abs(score - own) <= DISTANCE * Math.max(1, Math.abs(own));
    if (!isNear) throw new Error(`item ${id} has the score ${score}, expected ${own}`);
  }
}
