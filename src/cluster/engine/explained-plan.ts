/** Explains how a query ran on a cluster: its plan as a tree, with the number of items of each part. */
import type { Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Expansion, Explanation, PlanNode } from '../../search/explanation.ts';
import { AppError } from '../../shared/errors.ts';
import { runInSlices } from '../../shared/slices.ts';
import { type ClusterPlan, filterDsl, isExpressible } from '../translate/plan.ts';
import { type WordList, wordListsOf } from '../translate/word-lists.ts';
import { countOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

/** Maximum parts that are counted, because each takes a search. */
const COUNTED_MAX = 100;
const DETAIL_UNITS = 300;
/** Words of an expansion, as in the embedded engine. */
const WORDS_SHOWN = 50;

export interface ExplainedQuery {
  readonly query: Query;
  readonly defaultFields: readonly string[];
  readonly idsOf: (plan: ClusterPlan) => Promise<Uint32Array | 'all'>;
  readonly wordsOf: (list: WordList) => Promise<readonly string[]>;
}

/** `local` is the result of the item store, which has hints and the words of values. */
export async function explained(
  source: ClusterSource,
  plan: ClusterPlan,
  local: Explanation,
  { query, defaultFields, idsOf, wordsOf }: ExplainedQuery,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const begun = performance.now();
  let counted = 0;
  const nodeOf = async (part: ClusterPlan): Promise<PlanNode> => {
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
  const countIn = async (part: ClusterPlan): Promise<number> => {
    if (isExpressible(part)) return countOf(source, filterDsl(part), signal);
    const ids = await idsOf(part);
    return ids === 'all' ? source.store.header.searchableCount : ids.length;
  };
  const node = await nodeOf(plan);
  const microseconds = Math.round((performance.now() - begun) * 1000);
  const { lists } = await runInSlices(wordListsOf(source.store, query, defaultFields), signal);
  const known = new Map(lists.map((list) => [list.source, list]));
  const expansions: Expansion[] = [];
  for (const one of local.expansions) {
    const list = one.field === CONTENT_FIELD ? known.get(one.source) : null;
    if (list === null) expansions.push(one);
    else if (list !== undefined) expansions.push({ ...one, ...(await shownOf(wordsOf(list))) });
  }
  return { plan: node, expansions, hints: local.hints, count: node.count, microseconds };
}

/** If there are more words than the cluster lists, a note replaces them. */
async function shownOf(words: Promise<readonly string[]>): Promise<Pick<Expansion, 'termCount' | 'terms'>> {
  try {
    const all = await words;
    return { termCount: all.length, terms: all.slice(0, WORDS_SHOWN) };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== 'QUERY_INVALID') throw fault;
    return { termCount: 0, terms: [fault.message] };
  }
}

function childrenOf(plan: ClusterPlan): readonly ClusterPlan[] {
  if (plan.kind === 'boost') return [plan.plan];
  return plan.kind === 'list' ? [...plan.must, ...plan.should, ...plan.mustNot] : [];
}

function detailOf(plan: ClusterPlan): string {
  switch (plan.kind) {
    case 'leaf':
      return JSON.stringify(plan.dsl).slice(0, DETAIL_UNITS);
    case 'checked':
      return `${printQuery(plan.query).slice(0, DETAIL_UNITS)} in each candidate`;
    case 'set':
      return plan.name;
    case 'nearest':
      return plan.list.source;
    case 'boost':
      return String(plan.factor);
    case 'list':
      return `${plan.must.length} must, ${plan.should.length} should, ${plan.mustNot.length} must not, minimum ${plan.minimum}`;
    default:
      return '';
  }
}
