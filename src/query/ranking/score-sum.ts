/**
 * Combines the scorers of a list's clauses. Equal leaves, and equal lists, are scored once, with their boosts added. A query of
 * a mebibyte can repeat a costly phrase a hundred thousand times.
 */
import type { BooleanQuery, LeafQuery } from '../../../grammar/ast.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { Operator } from '../operators/operator.ts';
import { ConstantScorer, ConstantsScorer, ListScorer, leafScorer, type Scorer, SumScorer } from './scoring.ts';

/** For fewer scorers, comparing each with the previous ones costs less than a map. */
const FEW = tuning.comparedScorers;
/** At least this many constant scorers are counted together. */
const COUNTED_MIN = tuning.countedTogether;

export class ScoreSum {
  readonly #index: IndexReader;
  /** Indexed by number, in the order of the query: the key of equal scorers, the sum of their boosts, and a factory. */
  readonly #keys: unknown[] = [];
  readonly #boosts: number[] = [];
  readonly #makers: ((boost: number) => Scorer)[] = [];
  #numbers: Map<unknown, number> | null = null;
  #firsts: Map<LeafQuery, readonly Operator[]> | null = null;

  constructor(index: IndexReader) {
    this.#index = index;
  }

  /**
   * `operators` has one operator for each field. Operators of equal leaves may be narrowed to different documents, but
   * each gives every document of this sum the same score.
   */
  addLeaf(operators: readonly Operator[], boost: number, equal: LeafQuery | null): void {
    let own = operators;
    if (equal !== null) {
      this.#firsts ??= new Map();
      own = this.#firsts.get(equal) ?? operators;
      if (own === operators) this.#firsts.set(equal, operators);
    }
    for (const operator of own) {
      const { relevance } = operator;
      const key = relevance?.kind === 'list' ? relevance.list : operator;
      if (!this.#raise(key, boost)) this.#add(key, boost, (all) => leafScorer(this.#index, operator, all));
    }
  }

  /** Adds a constant score for each document of an operator. Equal scores have the same `key`. */
  addConstant(operator: Operator, boost: number, key: unknown = operator): void {
    if (!this.#raise(key, boost)) this.#add(key, boost, (all) => new ConstantScorer(operator, all));
  }

  /**
   * Adds a list whose clauses count only in documents that the list itself matches. `fill` adds its clauses to a
   * separate sum. Equal lists have the same `key`. The operator does not identify a list, because it lacks clauses that
   * only add to scores.
   */
  addList(list: Operator, boost: number, key: BooleanQuery, fill: (clauses: ScoreSum) => void): void {
    if (this.#raise(key, boost)) return;
    const clauses = new ScoreSum(this.#index);
    fill(clauses);
    // Without scored clauses, as in a list of prohibitions, matching documents against the list would be wasted work.
    if (clauses.#keys.length === 0) return;
    this.#add(key, boost, (all) => new ListScorer(list, clauses.scorer(), all));
  }

  scorer(): Scorer {
    const scorers = this.#makers.map((make, i) => make(this.#boosts[i]!));
    if (scorers.length < COUNTED_MIN) return new SumScorer(scorers);
    const constants = scorers.filter((scorer) => scorer instanceof ConstantScorer);
    if (constants.length < COUNTED_MIN) return new SumScorer(scorers);
    const others = scorers.filter((scorer) => !(scorer instanceof ConstantScorer));
    return new SumScorer([...others, new ConstantsScorer(constants)]);
  }

  /** If an equal scorer was added before, increases its boost and returns true. */
  #raise(key: unknown, boost: number): boolean {
    const at = this.#numbers === null ? this.#keys.indexOf(key) : (this.#numbers.get(key) ?? -1);
    if (at >= 0) this.#boosts[at]! += boost;
    return at >= 0;
  }

  #add(key: unknown, boost: number, make: (boost: number) => Scorer): void {
    if (this.#keys.length === FEW) this.#numbers = new Map(this.#keys.map((known, i) => [known, i]));
    this.#numbers?.set(key, this.#keys.length);
    this.#keys.push(key);
    this.#boosts.push(boost);
    this.#makers.push(make);
  }
}
