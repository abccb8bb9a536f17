/**
 * Divides the scorer of a union in two. The clauses that are not words with bounds, such as phrases, patterns and lists of
 * clauses, usually have few documents. These are scored completely. All other documents have scores that are sums of words
 * alone, so that bounds apply.
 */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { Operator } from '../operators/operator.ts';
import type { Scorer, TermScorer } from './scoring.ts';

export interface Apart {
  /** The clauses of the union that are not words with bounds. */
  readonly operators: readonly Operator[];
  /** Terms that score all documents in none of these operators. Each such document has at least one of the terms. */
  readonly terms: readonly TermScorer[];
}

/** Returns null if the plan is not a union, if it cannot be divided, or if the other clauses may have most of the documents. */
export function documentsApart(operator: Operator, scorer: Scorer): Apart | null {
  if (operator.united === undefined) return null;
  const terms: TermScorer[] = [];
  const scoredApart: Operator[] = [];
  for (const part of scorer.parts) {
    if (part.terms !== null) terms.push(...part.terms);
    else scoredApart.push(...part.scored);
  }
  if (terms.length === 0) return null;
  const unfound = new Set<PostingList>(terms.map(({ list }) => list));
  const apart = new Set<Operator>();
  const lists = new Set(unfound);
  for (const clause of clausesOf(operator)) {
    const { alternatives, isUnion } = clause.listShape();
    if (!isUnion || !alternatives!.every((list) => lists.has(list))) apart.add(clause);
    else for (const list of alternatives!) unfound.delete(list);
  }
  const operators = [...apart];
  const cost = operators.reduce((sum, { cost: own }) => sum + own, 0);
  if (unfound.size > 0 || cost > operator.cost * APART_PART) return null;
  return scoredApart.every((one) => apart.has(one)) ? { operators, terms } : null;
}

/** Maximum fraction of a union to score separately. For more, it saves too little. */
const APART_PART = 0.5;

/** Returns the clauses of a union. A clause that is a union itself is replaced by its own clauses. */
function* clausesOf(operator: Operator): Generator<Operator> {
  if (operator.united === undefined) yield operator;
  else for (const clause of operator.united) yield* clausesOf(clause);
}
