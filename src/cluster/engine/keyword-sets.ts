/**
 * Finds the items of each query of a list on one source. A query that does not parse or plan stays unchanged, and the item
 * store refuses it in the same way.
 */
import type { Query } from '../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { QueryReader } from '../../query/keywords/keyword-report.ts';
import type { KeywordsRequest } from '../../search/keywords.ts';
import { AppError } from '../../shared/errors.ts';
import type { QueryMemory } from '../../shared/query-memory.ts';
import type { ClusterPlan } from '../translate/plan.ts';
import { SEARCHES_AT_ONCE } from './multi-search.ts';

export interface KeywordSets {
  readonly sets: readonly (readonly [number: number, ids: Uint32Array | 'all'])[];
}

export interface KeywordNeeds {
  readonly planOf: (query: Query) => Promise<ClusterPlan>;
  /** Requests many at once. */
  readonly prefetch: (plans: readonly ClusterPlan[]) => Promise<void>;
  readonly idsOf: (plan: ClusterPlan) => Promise<Uint32Array | 'all'>;
}

export async function keywordSets(
  request: KeywordsRequest,
  memory: QueryMemory,
  { planOf, prefetch, idsOf }: KeywordNeeds,
): Promise<KeywordSets> {
  const reader = new QueryReader(request);
  const sets: [number, Uint32Array | 'all'][] = [];
  const { length } = request.queries.ends;
  for (let first = 0; first < length; first += SEARCHES_AT_ONCE) {
    const plans: [number, ClusterPlan][] = [];
    for (let number = first; number < Math.min(length, first + SEARCHES_AT_ONCE); number++) {
      const plan = request.left?.[number] === 1 ? null : await unlessRefused(async () => planOf(reader.at(number)));
      if (plan !== null) plans.push([number, plan]);
    }
    await prefetch(plans.map(([, plan]) => plan));
    for (const [number, plan] of plans) {
      const ids = await unlessRefused(() => idsOf(plan));
      if (ids === null) continue;
      if (ids !== 'all') memory.claim(ids.byteLength, 'the items of a list of queries');
      sets.push([number, ids]);
    }
  }
  return { sets };
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (fault) {
    const isRefused =
      fault instanceof QuerySyntaxError || (fault instanceof AppError && fault.code === 'QUERY_INVALID');
    if (!isRefused) throw fault;
    return null;
  }
}
