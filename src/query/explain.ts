/** Explains a query: its plan with real counts and times, its expansions, and hints. */
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

/** Maximum number of children of an operator that are shown. A keyword list has thousands. */
const CHILDREN_SHOWN = 100;
/**
 * Counting a shown operator runs everything below it. This limits the operators run in total to a few times those of
 * the plan. A small plan may run more.
 */
const COUNTED_OF_PLAN_MAX = 4;
const COUNTED_FEW = 2000;

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
  const counted = yield* countOf(operator);
  const { count } = counted;
  const microseconds = Math.round((performance.now() - started) * 1000);
  const plan = yield* explainOperator(operator, new Countable(operator), counted);
  const request = { query, defaultFields, areTextsAway, ...(written === undefined ? {} : { written }) };
  const hints = firstHints(yield* hintsFor(index, request, { notes, isEmpty: count === 0, sets: () => sets }));
  return { plan, expansions: planner.expansions, hints, count, microseconds };
}

type Counted = Pick<PlanNode, 'count' | 'microseconds'>;

function* countOf(operator: Operator): Generator<void, Counted> {
  const started = performance.now();
  const count = yield* countDocs(operator);
  return { count, microseconds: Math.round((performance.now() - started) * 1000) };
}

/** The remaining number of operators that may be run. */
class Countable {
  readonly #sizes = new Map<Operator, number>();
  #left: number;

  constructor(plan: Operator) {
    this.#left = Math.max(COUNTED_FEW, COUNTED_OF_PLAN_MAX * this.#sizeOf(plan));
  }

  /** Whether an operator may be counted. If so, deducts its cost from the budget. */
  take(operator: Operator): boolean {
    const size = this.#sizeOf(operator);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }

  /** Returns the number of operators in a subtree. */
  #sizeOf(operator: Operator): number {
    let size = this.#sizes.get(operator);
    if (size === undefined) {
      size = 1;
      for (const child of operator.children) size += this.#sizeOf(child);
      this.#sizes.set(operator, size);
    }
    return size;
  }
}

/** `counted` is the result, with its time, of an operator that was run before. */
function* explainOperator(
  operator: Operator,
  countable: Countable,
  counted: Counted | null = null,
): Generator<void, PlanNode> {
  const { count, microseconds } = counted ?? (yield* countOf(operator));
  const children: PlanNode[] = [];
  for (const child of operator.children.slice(0, CHILDREN_SHOWN)) {
    if (!countable.take(child)) break;
    children.push(yield* explainOperator(child, countable));
  }
  const more = operator.children.length - children.length;
  const detail = more > 0 ? `${operator.detail} (and ${more} more)`.trim() : operator.detail;
  return { operator: operator.name, detail, estimate: operator.cost, count, microseconds, children };
}
