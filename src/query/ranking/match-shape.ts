/** What ranking must know of a plan: which terms every match has, so that pruning is safe. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { selectionOf } from '../operators/list-selection.ts';
import type { Operator } from '../operators/operator.ts';
import type { TermScorer } from './scoring.ts';

/** What is known about a plan's matches in terms of the scored terms. */
export class MatchShape {
  /** Lists that every match is in. */
  readonly required: ReadonlySet<PostingList>;
  /** The matches are exactly the documents that have all required terms. */
  readonly isAll: boolean;
  /** The matches are exactly the documents that have the one required term, or any of the terms. */
  readonly isAny: boolean;
  /** Every match has one of the terms. */
  readonly isCovered: boolean;

  constructor(operator: Operator, terms: readonly TermScorer[]) {
    const { requiredLists, isIntersection, alternatives, isUnion } = operator.listShape();
    const scored = new Set<PostingList>();
    for (const { list } of terms) scored.add(list);
    this.required = new Set(requiredLists);
    this.isAll = isIntersection && requiredLists.every((list) => scored.has(list));
    this.isCovered = alternatives?.every((list) => scored.has(list)) ?? false;
    const isUnionOfTerms = this.isCovered && isUnion && new Set(alternatives).size === scored.size;
    this.isAny = this.isAll ? this.required.size === 1 : isUnionOfTerms;
  }
}

/** Which lists the matches are not in, if they are exactly the documents that have all of the terms and are in none of these; else null. */
export function excludedBesideAll(operator: Operator, terms: readonly TermScorer[]): readonly PostingList[] | null {
  const selection = selectionOf(operator.listShape());
  if (selection === null || (selection.isUnion && terms.length > 1)) return null;
  const { lists, excluded } = selection;
  return lists.length === terms.length && terms.every(({ list }) => lists.includes(list)) ? excluded : null;
}
