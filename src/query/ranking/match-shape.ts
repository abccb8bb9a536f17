/** Facts about a plan for ranking: the terms that every match has. They make pruning safe. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { selectionOf } from '../operators/list-selection.ts';
import type { Operator } from '../operators/operator.ts';
import type { TermScorer } from './scoring.ts';

/** Relates the matches of a plan to the scored terms. */
export class MatchShape {
  /** Lists that contain every match. */
  readonly required: ReadonlySet<PostingList>;
  /** The matches are exactly the documents that have all required terms. */
  readonly isAll: boolean;
  /**
   * The matches are exactly the documents that have the only required term or, if none is required, any of the terms.
   */
  readonly isAny: boolean;
  /** Every match has at least one of the terms. */
  readonly isCovered: boolean;

  constructor(operator: Pick<Operator, 'listShape'>, terms: readonly TermScorer[]) {
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

/**
 * Returns the lists that exclude matches, if the matches are exactly the documents with all of the terms and in none of those
 * lists; otherwise null.
 */
export function excludedBesideAll(operator: Operator, terms: readonly TermScorer[]): readonly PostingList[] | null {
  const selection = selectionOf(operator.listShape());
  if (selection === null || (selection.isUnion && terms.length > 1)) return null;
  const { lists, excluded } = selection;
  return lists.length === terms.length && terms.every(({ list }) => lists.includes(list)) ? excluded : null;
}
