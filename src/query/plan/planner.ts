/** Plans a query: the tree from the parser becomes a tree of operators over one index. leaf-planner.ts plans the leaves. */
import type { BooleanQuery, Clause, ExpressionQuery, LeafQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Expansion } from '../../search/explanation.ts';
import { AppError } from '../../shared/errors.ts';
import { tuning } from '../../shared/thresholds.ts';
import { AtLeast } from '../operators/at-least.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { distinct } from '../operators/distinct.ts';
import { Exclusion, withoutStruck } from '../operators/exclusion.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { Repeated } from '../operators/repeated.ts';
import { TermOperator } from '../operators/term.ts';
import { ScoreSum } from '../ranking/score-sum.ts';
import { BOOST_MAX, type Scorer } from '../ranking/scoring.ts';
import { EqualParts } from './equal-parts.ts';
import { gatherRanges } from './joint/gathered-ranges.ts';
import { UnitedLeaves } from './joint/united-leaves.ts';
import { expandJointly } from './joint-patterns.ts';
import { OperatorForms } from './leaf-forms.ts';
import { LeafPlanner } from './leaf-planner.ts';
import { NO_SETS, type OutsideSets } from './outside-sets.ts';
import type { JointPatterns } from './pattern-keys.ts';
import type { PlanNotes } from './plan-notes.ts';
import { isPlanning, type Planned, type Planning, planned } from './planning.ts';
import { TermExpansion } from './term-expansion.ts';
import { expressionElsewhere } from './texts/expression-leaf.ts';

/** Leaves between two yields. A keyword list has tens of thousands. */
const LEAVES_PER_SLICE = tuning.leavesPerSlice;
/**
 * A leaf takes this many times as long if it is looked up in all parts of the index and its struck documents are
 * counted.
 */
const COUNTED_IN_PARTS = 32;

/** Maximum number of words of a list that are looked up only for hints. */
const OPTIONAL_NOTED_MAX = 50;

/** Leaves at the beginning of a list that get their own operators for hints. Later leaves get none. */
const LEAVES_NOTED = 50;

/**
 * Number of separately expanded patterns and ranges that list their terms. Patterns expanded in a joint walk list none.
 */
const EXPANSIONS_SHOWN = 50;

/** How a plan is used, besides finding documents. */
export interface PlanPurpose {
  /** Whether scores are needed (default). Without them, an optional term beside required clauses is not looked up. */
  readonly isScored?: boolean;
  /** Whether the first of {@link Planner.expansions} list terms. */
  readonly showsTerms?: boolean;
  /** The sets that `set` clauses refer to; none by default. */
  readonly sets?: OutsideSets;
  /** Collects the leaves that find nothing. Null or missing if they are not needed. */
  readonly notes?: PlanNotes | null;
  /** Documents of patterns and ranges that several queries share. Null or missing if there are none. */
  readonly common?: TermExpansion | null;
}

/** An operator, and the part of the query that was planned for all equal parts. */
interface SharedPart {
  readonly planned: Query;
  readonly operator: Operator | null;
}

/** Plans a query tree as a tree of operators on one index. Yields regularly, so that the caller can stop. */
export class Planner {
  readonly #index: IndexReader;
  readonly #expansion: TermExpansion;
  readonly #forms: OperatorForms;
  readonly #leaves: LeafPlanner;
  /** The operator of every list, for scoring; null without scoring. */
  readonly #lists: Map<BooleanQuery, Operator> | null;
  readonly #defaultFields: readonly string[];
  readonly #isScored: boolean;
  readonly #leavesPerSlice: number;
  readonly #showsTerms: boolean;
  readonly #sets: OutsideSets;
  readonly #notes: PlanNotes | null;
  /**
   * The equal parts of the current query, and the plan of the first part of each group. Null if the query is too small.
   */
  #parts: EqualParts | null = null;
  #shared: Map<Query, SharedPart> | null = null;
  #planned = 0;

  constructor(index: IndexReader, defaultFields: readonly string[], purpose: PlanPurpose = {}) {
    this.#index = index;
    this.#isScored = purpose.isScored ?? true;
    const times = index.statistics.isAsBuilt ? 1 : COUNTED_IN_PARTS;
    this.#leavesPerSlice = Math.ceil(LEAVES_PER_SLICE / times);
    this.#sets = purpose.sets ?? NO_SETS;
    this.#notes = purpose.notes ?? null;
    this.#defaultFields = defaultFields;
    this.#showsTerms = purpose.showsTerms ?? false;
    this.#expansion = new TermExpansion(index, this.#showsTerms, purpose.common ?? null);
    this.#lists = this.#isScored ? new Map() : null;
    this.#forms = new OperatorForms(index, this.#expansion, this.#isScored);
    this.#leaves = new LeafPlanner(index, defaultFields, this.#forms, this.#isScored);
  }

  /** Returns the expansions of patterns, in order of planning. */
  get expansions(): readonly Expansion[] {
    return this.#expansion.expansions;
  }

  /**
   * Returns the operator of a whole query. A query without any token matches nothing. In IPED's syntax it is an error, as in
   * IPED.
   */
  *plan(query: Query): Generator<void, Operator> {
    return yield* planned(this.planFiltered(query, []));
  }

  /** Returns the operator of a whole query, narrowed to documents that also match every filter. Immediate for a single word. */
  planFiltered(query: Query, filters: readonly Query[]): Operator | Generator<void, Operator> {
    const begun = this.planWithStruck(query, filters);
    if (this.#index.struck.count === 0) return begun;
    return isPlanning(begun) ? this.#withoutStruck(begun) : withoutStruck(this.#index, begun);
  }

  *#withoutStruck(planning: Generator<void, Operator>): Generator<void, Operator> {
    return withoutStruck(this.#index, yield* planning);
  }

  /** Like `planFiltered`, but documents may be struck. */
  planWithStruck(query: Query, filters: readonly Query[]): Operator | Generator<void, Operator> {
    const spared = this.#notes === null ? 0 : LEAVES_NOTED;
    this.#parts = EqualParts.of([query, ...filters], this.#isScored || this.#showsTerms ? null : spared);
    this.#shared = this.#parts === null ? null : new Map();
    this.#expansion.forget();
    return this.#parts === null ? this.#begun(query, filters) : this.#prepared(query, filters, this.#parts);
  }

  /** First matches patterns together. All patterns must be known to estimate the cost of separate walks. */
  *#prepared(query: Query, filters: readonly Query[], parts: EqualParts): Generator<void, Operator> {
    const alone = this.#showsTerms ? EXPANSIONS_SHOWN : 0;
    const [index, fields, expansion] = [this.#index, this.#defaultFields, this.#expansion];
    const isKnown = (key: string): boolean => expansion.common(key) !== undefined;
    const expand = (patterns: JointPatterns): Generator<void, void> => expansion.prepare(patterns, true);
    yield* expandJointly(index, fields, parts.patterns(alone), expand, isKnown);
    for (const ranges of yield* gatherRanges(index, fields, parts.ranges(alone), isKnown)) {
      yield* this.#expansion.prepareRanges(ranges);
    }
    const operator = yield* planned(this.#begun(query, filters));
    this.#expansion.work.addDocs(operator);
    this.#expansion.refuse(operator, null);
    yield* this.#expansion.findDeferred();
    return operator;
  }

  #begun(query: Query, filters: readonly Query[]): Operator | Generator<void, Operator> {
    if (filters.length > 0) return this.#narrowed(query, filters);
    const begun = this.#node(query);
    return isPlanning(begun) ? this.#whole(query, begun) : found(query, begun);
  }

  *#whole(query: Query, planning: Planning): Generator<void, Operator> {
    const operator = found(query, yield* planning);
    // For a prepared query, the work is limited before this.
    if (this.#parts === null) yield* this.#expansion.findDeferred();
    return operator;
  }

  *#narrowed(query: Query, filters: readonly Query[]): Generator<void, Operator> {
    const required: Operator[] = [];
    for (const one of [query, ...filters]) required.push(found(one, yield* planned(this.#node(one))));
    if (this.#parts === null) yield* this.#expansion.findDeferred();
    return required.some(({ isNothing }) => isNothing) ? new Nothing('filtered') : new Conjunction(required);
  }

  #node(query: Query): Planned {
    const known = this.#shared?.get(this.#parts!.first(query));
    if (known !== undefined) {
      if (this.#notes !== null) this.#noteAgain(query, this.#notes);
      return known.operator;
    }
    let begun: Planned;
    switch (query.kind) {
      case 'all':
        begun = this.#all();
        break;
      case 'set':
        begun = this.#sets.operator(query.name);
        break;
      case 'expression':
        begun = this.#expression(query);
        break;
      case 'boost':
        begun = this.#node(query.query);
        break;
      case 'boolean':
        begun = this.#boolean(query);
        break;
      default:
        begun = this.#leaves.plan(query);
        if (this.#notes !== null) begun = this.#noted(query, begun, this.#notes);
        if (++this.#planned % this.#leavesPerSlice === 0) begun = later(begun);
    }
    if (this.#shared === null) return begun;
    return isPlanning(begun) ? this.#kept(query, begun) : this.#keep(query, begun);
  }

  *#kept(query: Query, planning: Planning): Planning {
    return this.#keep(query, yield* planning);
  }

  /** Caches an operator for equal parts, unless it is narrowed to its neighbours, which differ between the parts. */
  #keep(query: Query, operator: Operator | null): Operator | null {
    if (operator?.narrowTo !== undefined) return operator;
    const first = this.#parts!.first(query);
    const isShared = operator !== null && query.kind === 'boolean' && this.#parts!.isRepeated(first);
    const shared = isShared && operator.children.length > 0 ? new Repeated(operator) : operator;
    this.#shared!.set(first, { planned: query, operator: shared });
    return shared;
  }

  /** Records the leaves of a part that is not planned because an equal one was. */
  #noteAgain(query: Query, notes: PlanNotes): void {
    if (query.kind === 'boost') this.#noteAgain(query.query, notes);
    else if (query.kind === 'boolean') for (const clause of query.clauses) this.#noteAgain(clause.query, notes);
    else if (query.kind !== 'all' && query.kind !== 'set') {
      const shared = this.#shared!.get(this.#parts!.first(query));
      if (shared !== undefined) notes.note(query, shared.operator);
    }
  }

  /** Returns the items in which the expression matches. The request contains them as a set. */
  #expression(query: ExpressionQuery): Planned {
    const name = printQuery(query);
    if (!this.#sets.has(name)) throw expressionElsewhere();
    return this.#sets.operator(name);
  }

  #noted(query: LeafQuery, begun: Planned, notes: PlanNotes): Planned {
    if (isPlanning(begun)) return this.#notedAfter(query, begun, notes);
    notes.note(query, begun);
    return begun;
  }

  *#notedAfter(query: LeafQuery, planning: Planning, notes: PlanNotes): Planning {
    const operator = yield* planning;
    notes.note(query, operator);
    return operator;
  }

  #all(): Operator {
    return new TermOperator(this.#index.searchable(), 'all', '');
  }

  *#boolean(query: BooleanQuery): Planning {
    const must: Operator[] = [];
    const should: Operator[] = [];
    const mustNot: Operator[] = [];
    const put = { must, should, mustNot };
    const optional: Clause[] = [];
    const united = { should: new Set<LeafQuery>(), mustNot: new Set<LeafQuery>() };
    const mayLeaveOut =
      !this.#isScored && query.minimumMatch === 0 && query.clauses.some((clause) => clause.occur === 'must');
    for (const clause of query.clauses) {
      // Other leaves are planned in any case, because they may contain errors.
      if (mayLeaveOut && clause.occur === 'should' && clause.query.kind === 'term' && clause.query.field === null) {
        optional.push(clause);
        continue;
      }
      if (clause.occur !== 'must' && this.#parts?.isUnited(clause, query) === true) {
        united[clause.occur].add(this.#parts.first(clause.query) as LeafQuery);
        continue;
      }
      const begun = this.#node(clause.query);
      const operator = isPlanning(begun) ? yield* begun : begun;
      if (operator !== null) put[clause.occur].push(operator);
    }
    for (const occur of ['should', 'mustNot'] as const) {
      if (united[occur].size > 0) put[occur].push(...(yield* this.#united(united[occur])));
    }
    if (must.length === 0) {
      for (const clause of optional) {
        const operator = yield* planned(this.#node(clause.query));
        if (operator !== null) should.push(operator);
      }
    }
    if (must.length > 0 && this.#notes !== null) {
      for (const clause of optional.slice(0, OPTIONAL_NOTED_MAX)) yield* planned(this.#node(clause.query));
    }
    if (must.length + should.length + mustNot.length === 0) return null;
    const positive = this.#positive(must, should, query.minimumMatch);
    const list = mustNot.length === 0 ? positive : new Exclusion(positive, distinct(mustNot));
    this.#lists?.set(query, list);
    return list;
  }

  /** Returns operators for the union of some leaves; none if no leaf has a token. */
  *#united(leaves: Iterable<LeafQuery>): Generator<void, Operator[]> {
    const union = new UnitedLeaves(this.#index);
    const others: Operator[] = [];
    let hasToken = false;
    this.#forms.union = union;
    for (const leaf of leaves) {
      const operator = yield* planned(this.#leaves.plan(leaf));
      hasToken ||= operator !== null;
      if (operator !== null && !operator.isNothing) others.push(operator);
      if (++this.#planned % this.#leavesPerSlice === 0) yield;
    }
    this.#forms.union = null;
    return hasToken ? [...others, yield* union.operator()] : [];
  }

  /** Returns the scorer of a query that was planned here. */
  scorerOf(query: Query): Scorer {
    const sum = new ScoreSum(this.#index);
    this.#score(query, 1, true, sum);
    return sum.scorer();
  }

  /** Throws AppError QUERY_INVALID if finding and scoring the matches together exceed the work limit of a query. */
  refuseScoring(scorer: Scorer, matched: Operator): void {
    if (this.#parts === null) return;
    const { work } = this.#expansion;
    work.addScores(scorer, Math.min(matched.cost, this.#index.documentCount));
    this.#expansion.refuse(matched, scorer);
  }

  /** Adds the scorers of a query to a sum. `isMatched`: whether every scored document matches the query. */
  #score(query: Query, boost: number, isMatched: boolean, sum: ScoreSum): void {
    switch (query.kind) {
      case 'all':
        sum.addConstant(this.#all(), boost, this.#index.searchable());
        return;
      case 'set':
      case 'expression': {
        const operator = this.#sets.planned(query.kind === 'set' ? query.name : printQuery(query));
        if (operator !== null) sum.addConstant(operator, boost);
        return;
      }
      case 'boost':
        this.#score(query.query, Math.min(boost * query.factor, BOOST_MAX), isMatched, sum);
        return;
      case 'boolean': {
        const list = this.#lists?.get(this.#plannedFor(query));
        if (list === undefined) return;
        if (isMatched || isAnyOfItsClauses(query)) this.#scoreClauses(query, boost, isMatched, sum);
        else {
          const key = this.#parts?.first(query) ?? query;
          sum.addList(list, boost, key, (own) => this.#scoreClauses(query, 1, true, own));
        }
        return;
      }
      default:
        sum.addLeaf(this.#leaves.partsOf(this.#plannedFor(query)), boost, this.#parts?.first(query) ?? null);
    }
  }

  #scoreClauses({ clauses }: BooleanQuery, boost: number, isMatched: boolean, sum: ScoreSum): void {
    for (const { occur, query } of clauses) {
      if (occur !== 'mustNot') this.#score(query, boost, isMatched && occur === 'must', sum);
    }
  }

  /** Returns the equal part that was planned. */
  #plannedFor<Part extends Query>(part: Part): Part {
    return (this.#shared?.get(this.#parts!.first(part))?.planned as Part | undefined) ?? part;
  }

  #positive(must: Operator[], should: Operator[], minimum: number): Operator {
    if (minimum > should.length) return new Nothing(`at least ${minimum} of ${should.length} clauses`);
    // Equal sloppy phrases share one operator, which runs once.
    const required = [...distinct(must)];
    if (minimum > 0) required.push(minimum === 1 ? united(should) : atLeast(should, minimum));
    else if (must.length === 0 && should.length > 0) required.push(united(should));
    if (required.length === 0) return this.#all();
    if (required.some(({ isNothing }) => isNothing)) return new Nothing('a required clause has no hit');
    return required.length === 1 ? required[0]! : new Conjunction(required);
  }
}

function* later(begun: Planned): Planning {
  yield;
  return isPlanning(begun) ? yield* begun : begun;
}

function found(query: Query, operator: Operator | null): Operator {
  if (operator === null && isOfIped(query)) {
    throw new AppError('QUERY_INVALID', 'the query has nothing to search for: no letter or digit remains');
  }
  return operator ?? new Nothing('no term');
}

/** Whether the first leaf of a query is in IPED's syntax. Then all leaves are. */
function isOfIped(query: Query): boolean {
  let node = query;
  for (;;) {
    if (node.kind === 'boost') node = node.query;
    else if (node.kind === 'boolean' && node.clauses.length > 0) node = node.clauses[0]!.query;
    else return node.kind === 'iped';
  }
}

/** Whether matching one scored clause of the list is enough to match the list. */
function isAnyOfItsClauses({ clauses, minimumMatch }: BooleanQuery): boolean {
  return minimumMatch <= 1 && clauses.every(({ occur }) => occur === 'should');
}

function atLeast(operators: readonly Operator[], minimum: number): Operator {
  if (minimum < operators.length) return new AtLeast(operators, minimum);
  const required = distinct(operators);
  return required.length === 1 ? required[0]! : new Conjunction(required);
}

function united(operators: readonly Operator[]): Operator {
  const found = distinct(operators.filter(({ isNothing }) => !isNothing));
  if (found.length === 0) return new Nothing('no clause has a hit');
  return found.length === 1 ? found[0]! : new Disjunction(found);
}
