/** Explains a query: its plan with true counts and times, its expansions, and hints. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { Explanation, PlanNode } from '../search/explanation.ts';
import { firstHints } from '../search/hints.ts';
import { countDocs } from './execute.ts';
import { hintsFor } from './hints/query-hints.ts';
import type { Operator } from './operators/operator.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import { PlanNotes } from './plan/plan-notes.ts';
import { Planner } from './plan/planner.ts';

/** Maximum number of children of an operator that are shown: a keyword list has thousands. */
const CHILDREN_SHOWN = 100;

interface ExplainedBy {
  readonly defaultFields: readonly string[];
  readonly written: string | undefined;
  readonly sets: OutsideSets;
  readonly areTextsAway: boolean;
}

/** Plans a query, runs every operator of the plan separately to count it, and adds hints. */
export function* explainQuery(
  index: IndexReader,
  query: Query,
  { defaultFields, written, sets, areTextsAway }: ExplainedBy,
): Generator<void, Explanation> {
  const started = performance.now();
  const notes = new PlanNotes();
  const planner = new Planner(index, defaultFields, { showsTerms: true, sets, notes });
  const operator = yield* planner.plan(query);
  const count = yield* countDocs(operator);
  const microseconds = Math.round((performance.now() - started) * 1000);
  const plan = yield* explainOperator(operator);
  const request = { query, defaultFields, areTextsAway, ...(written === undefined ? {} : { written }) };
  const hints = firstHints(yield* hintsFor(index, request, { notes, isEmpty: count === 0, sets: () => sets }));
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
