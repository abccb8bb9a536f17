/** What became of a query on a cluster: its plan as a tree, with the number of items that each part finds. */
import { printQuery } from '../../../grammar/print.ts';
import type { Explanation, PlanNode } from '../../search/explanation.ts';
import { filterDsl, isExpressible, type Plan } from '../translate/plan.ts';
import { countOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

/** Parts that are counted: each is a search. */
const COUNTED_MAX = 100;
const DETAIL_UNITS = 300;

export async function explained(
  source: ClusterSource,
  plan: Plan,
  idsOf: (plan: Plan) => Promise<Uint32Array | 'all'>,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const begun = performance.now();
  let counted = 0;
  const nodeOf = async (part: Plan): Promise<PlanNode> => {
    const started = performance.now();
    const isCounted = ++counted <= COUNTED_MAX;
    const children: PlanNode[] = [];
    for (const child of childrenOf(part)) if (counted <= COUNTED_MAX) children.push(await nodeOf(child));
    const count = isCounted ? await countIn(part) : 0;
    return {
      operator: part.kind,
      detail: detailOf(part),
      estimate: count,
      count,
      microseconds: Math.round((performance.now() - started) * 1000),
      children,
    };
  };
  const countIn = async (part: Plan): Promise<number> => {
    if (isExpressible(part)) return countOf(source, filterDsl(part), signal);
    const ids = await idsOf(part);
    return ids === 'all' ? source.store.header.searchableCount : ids.length;
  };
  const node = await nodeOf(plan);
  const microseconds = Math.round((performance.now() - begun) * 1000);
  return { plan: node, expansions: [], hints: [], count: node.count, microseconds };
}

function childrenOf(plan: Plan): readonly Plan[] {
  if (plan.kind === 'boost') return [plan.plan];
  return plan.kind === 'list' ? [...plan.must, ...plan.should, ...plan.mustNot] : [];
}

function detailOf(plan: Plan): string {
  switch (plan.kind) {
    case 'leaf':
      return JSON.stringify(plan.dsl).slice(0, DETAIL_UNITS);
    case 'checked':
      return `${printQuery(plan.query).slice(0, DETAIL_UNITS)} in each candidate`;
    case 'set':
      return plan.name;
    case 'boost':
      return String(plan.factor);
    case 'list':
      return `${plan.must.length} must, ${plan.should.length} should, ${plan.mustNot.length} must not, minimum ${plan.minimum}`;
    default:
      return '';
  }
}
