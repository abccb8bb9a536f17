/**
 * The meaning of a query for a cluster: a tree of parts that the cluster answers exactly, parts for which it only finds
 * candidates, and external sets.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { constant, type Dsl, EVERYTHING, NOTHING, termDsl } from './dsl.ts';
import type { WordList } from './word-lists.ts';

export type ClusterPlan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'all' }
  /** `isCounted`: scored by frequency and rarity of its words. Otherwise all matches score the same. */
  | { readonly kind: 'leaf'; readonly dsl: Dsl; readonly isCounted: boolean }
  /** The candidates in which our own matching finds the leaf. */
  | { readonly kind: 'checked'; readonly candidates: Dsl; readonly query: LeafQuery }
  | { readonly kind: 'set'; readonly name: string }
  /** The words of texts that are nearest to a fuzzy word; the index must list them. */
  | { readonly kind: 'nearest'; readonly list: WordList }
  | { readonly kind: 'boost'; readonly plan: ClusterPlan; readonly factor: number }
  | ListPlan;

/** Made from a list of clauses. Clauses without a token are already left out. */
export interface ListPlan {
  readonly kind: 'list';
  readonly must: readonly ClusterPlan[];
  readonly should: readonly ClusterPlan[];
  readonly mustNot: readonly ClusterPlan[];
  readonly minimum: number;
}

/** Whether the cluster alone answers it. */
export function isExpressible(plan: ClusterPlan): boolean {
  switch (plan.kind) {
    case 'checked':
    case 'set':
    case 'nearest':
      return false;
    case 'boost':
      return isExpressible(plan.plan);
    case 'list':
      return [...plan.must, ...plan.should, ...plan.mustNot].every(isExpressible);
    default:
      return true;
  }
}

/** Matches any of some words of a field. */
export function wordsPlan(field: string, words: readonly string[]): ClusterPlan {
  const should = words.map((word): ClusterPlan => ({ kind: 'leaf', dsl: termDsl(field, word), isCounted: true }));
  if (should.length === 0) return { kind: 'nothing' };
  return should.length === 1 ? should[0]! : { kind: 'list', must: [], should, mustNot: [], minimum: 0 };
}

/** Returns the query for the matching items, without scores. */
export function filterDsl(plan: ClusterPlan): Dsl {
  switch (plan.kind) {
    case 'nothing':
      return NOTHING;
    case 'all':
      return EVERYTHING;
    case 'leaf':
      return plan.dsl;
    case 'boost':
      return filterDsl(plan.plan);
    case 'list':
      return listFilter(plan);
    default:
      throw new Error(`a ${plan.kind} has no form of its own`);
  }
}

function listFilter({ must, should, mustNot, minimum }: ListPlan): Dsl {
  if (minimum > should.length) return NOTHING;
  const least = minimum > 0 ? minimum : must.length === 0 && should.length > 0 ? 1 : 0;
  const filter = must.map(filterDsl);
  if (filter.length === 0 && least === 0) filter.push(EVERYTHING);
  return {
    bool: {
      ...(filter.length === 0 ? {} : { filter }),
      ...(least === 0 ? {} : { should: should.map(filterDsl), minimum_should_match: least }),
      ...(mustNot.length === 0 ? {} : { must_not: mustNot.map(filterDsl) }),
    },
  };
}

/** Our scores of counted words are larger than the cluster's by this factor (k1 + 1), which the cluster omits. */
const COUNTED = 2.2;

/**
 * Returns the query for the matching items, with scores. `idsDsl` returns the items of parts that the cluster does not answer
 * by itself.
 */
export function scoredDsl(plan: ClusterPlan, idsDsl: (plan: ClusterPlan) => Dsl, boost = 1): Dsl {
  switch (plan.kind) {
    case 'nothing':
      return NOTHING;
    case 'all':
      return constant(EVERYTHING, boost);
    case 'leaf':
      return plan.isCounted ? { bool: { must: [plan.dsl], boost: boost * COUNTED } } : constant(plan.dsl, boost);
    case 'checked':
    case 'set':
    case 'nearest':
      return constant(idsDsl(plan), boost);
    case 'boost':
      return scoredDsl(plan.plan, idsDsl, boost * plan.factor);
    case 'list':
      return scoredList(plan, idsDsl, boost);
  }
}

function scoredList(
  { must, should, mustNot, minimum }: ListPlan,
  idsDsl: (plan: ClusterPlan) => Dsl,
  boost: number,
): Dsl {
  if (minimum > should.length) return NOTHING;
  const scored = (plans: readonly ClusterPlan[]): readonly Dsl[] => plans.map((plan) => scoredDsl(plan, idsDsl, boost));
  const least = minimum > 0 ? minimum : must.length === 0 && should.length > 0 ? 1 : 0;
  const isOpen = must.length === 0 && least === 0;
  const unscored = (plan: ClusterPlan): Dsl => ({ bool: { filter: [scoredDsl(plan, idsDsl)] } });
  return {
    bool: {
      ...(must.length === 0 ? {} : { must: scored(must) }),
      ...(isOpen ? { filter: [EVERYTHING] } : {}),
      ...(should.length === 0 ? {} : { should: scored(should), minimum_should_match: least }),
      ...(mustNot.length === 0 ? {} : { must_not: mustNot.map(unscored) }),
    },
  };
}
