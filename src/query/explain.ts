/** Explains a query: its plan with true counts and times, its expansions, and hints. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { Explanation, PlanNode } from '../search/explanation.ts';
import { countDocs } from './execute.ts';
import { hintsFor } from './hints.ts';
import type { Operator } from './operators/operator.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import { Planner } from './plan/planner.ts';

/** Maximum number of children of an operator that are shown: a keyword list has thousands. */
const CHILDREN_SHOWN = 100;

/** Plans a query, runs every operator of the plan separately to count it, and adds hints. */
export function* explainQuery(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  sets: OutsideSets,
): Generator<void, Explanation> {
  const started = performance.now();
  const planner = new Planner(index, defaultFields, { showsTerms: true, sets });
  const operator = yield* planner.plan(query);
  const count = yield* countDocs(operator);
  const microseconds = Math.round((performance.now() - started) * 1000);
  const plan = yield* explainOperator(operator);
  const hints = yield* hintsFor(index, query, defaultFields);
  return { plan, expansions: planner.expansions, hints, count, microseconds };
}

function* explainOperator(operator: Operator): Generator<void, PlanNode> {
  const started = performance.now();
  const count = yield* countDocs(operator);
  const microseconds = Math.round((performance.now() - started) * 1000);
  const children: PlanNode[] = [];
  for (const child of operator.children.slice(0, CHILDREN_SHOWN)) children.push(yield* explainOperator(child));
  const more = operator.children.length - children.length;
  const detail = more > 0 ? `${operator.detail} (and ${more} more)`.trim() : operator.detail;
  return { operator: operator.name, detail, estimate: operator.cost, count, microseconds, children };
}
