/** Translates a query tree for a cluster. Leaves are planned by the planner of the embedded engine, so that both have the same meaning. */
import type { BooleanQuery, LeafQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { ElsewhereOperator } from '../../query/operators/elsewhere.ts';
import type { Operator } from '../../query/operators/operator.ts';
import { TwoReadings } from '../../query/operators/two-readings.ts';
import { LeafPlanner } from '../../query/plan/leaf-planner.ts';
import { planned } from '../../query/plan/planning.ts';
import { readExpression } from '../../query/plan/texts/expression-leaf.ts';
import { ClusterForms } from './cluster-forms.ts';
import { anyOf } from './dsl.ts';
import { type ClusterPlan, filterDsl, isExpressible } from './plan.ts';
import type { WordList } from './word-lists.ts';

/** Leaves planned between two yields. */
const LEAVES_PER_SLICE = 64;

export class Translator {
  readonly #forms: ClusterForms;
  readonly #leaves: LeafPlanner;
  #planned = 0;

  constructor(index: IndexReader, defaultFields: readonly string[]) {
    this.#forms = new ClusterForms(index);
    this.#leaves = new LeafPlanner(index, defaultFields, this.#forms);
  }

  /** The fuzzy words of the query for which an index must list the nearest words. */
  get nearest(): ReadonlyMap<string, WordList> {
    return this.#forms.nearest;
  }

  /** Throws the errors of planning the query. A query without any token matches nothing. */
  *translate(query: Query): Generator<void, ClusterPlan> {
    return (yield* this.#node(query)) ?? NONE;
  }

  /** Returns null if the clause has no token and does not count. */
  *#node(query: Query): Generator<void, ClusterPlan | null> {
    switch (query.kind) {
      case 'all':
        return { kind: 'all' };
      case 'set':
        return { kind: 'set', name: query.name };
      case 'expression':
        readExpression(query.pattern);
        return { kind: 'set', name: printQuery(query) };
      case 'boost': {
        const plan = yield* this.#node(query.query);
        return plan === null ? null : { kind: 'boost', plan, factor: query.factor };
      }
      case 'boolean':
        return yield* this.#list(query);
      default:
        return yield* this.#leaf(query);
    }
  }

  *#list({ clauses, minimumMatch }: BooleanQuery): Generator<void, ClusterPlan | null> {
    const put = { must: [] as ClusterPlan[], should: [] as ClusterPlan[], mustNot: [] as ClusterPlan[] };
    for (const { occur, query } of clauses) {
      const plan = yield* this.#node(query);
      if (plan !== null) put[occur].push(plan);
    }
    if (put.must.length + put.should.length + put.mustNot.length === 0) return null;
    return { kind: 'list', ...put, minimum: minimumMatch };
  }

  *#leaf(query: LeafQuery): Generator<void, ClusterPlan | null> {
    if (++this.#planned % LEAVES_PER_SLICE === 0) yield;
    this.#forms.leaf = query;
    const operator = yield* planned(this.#leaves.plan(query));
    if (operator === null) return null;
    const parts = this.#leaves.partsOf(query).map(planOf);
    if (parts.length === 0) return NONE;
    return parts.length === 1 ? parts[0]! : { kind: 'list', must: [], should: parts, mustNot: [], minimum: 0 };
  }
}

const NONE: ClusterPlan = { kind: 'nothing' };

/** Plans a leaf on one field. A field with two names is one clause, whose matches score the same. */
function planOf(operator: Operator): ClusterPlan {
  if (operator instanceof ElsewhereOperator) return operator.meant as ClusterPlan;
  if (operator instanceof TwoReadings) return eitherReading(operator.children.map(planOf));
  const plans = operator.children.map(planOf);
  if (plans.length === 0) return NONE;
  if (plans.every(isExpressible)) return { kind: 'leaf', dsl: anyOf(plans.map(filterDsl)), isCounted: false };
  return { kind: 'list', must: [], should: plans, mustNot: [], minimum: 0 };
}

/**
 * Matches either reading of a quote, with equal scores. A check of matched items covers the whole leaf, so one check is enough.
 */
function eitherReading(readings: readonly ClusterPlan[]): ClusterPlan {
  const checked = readings.find((plan) => plan.kind === 'checked');
  const found = anyOf(readings.map((plan) => (plan.kind === 'checked' ? plan.candidates : filterDsl(plan))));
  return checked === undefined
    ? { kind: 'leaf', dsl: found, isCounted: false }
    : { kind: 'checked', candidates: found, query: checked.query };
}
