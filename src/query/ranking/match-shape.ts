/** What ranking must know of a plan: which terms every match has, so that pruning is safe. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { AtLeast } from '../operators/at-least.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { Exclusion } from '../operators/exclusion.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import type { TermScorer } from './scoring.ts';

/** What an operator says of the terms that its matches are scored by. */
export class MatchShape {
  /** Lists that every match is in. */
  readonly required: ReadonlySet<PostingList>;
  /** The matches are just the documents that have all required terms. */
  readonly isAll: boolean;
  /** The matches are just the documents that have the one required term, or any of the terms. */
  readonly isAny: boolean;
  /** Every match has one of the terms. */
  readonly isCovered: boolean;

  constructor(operator: Operator, terms: readonly TermScorer[]) {
    const scored = new Set<PostingList>();
    for (const { list } of terms) scored.add(list);
    const required = new Set<PostingList>();
    addRequired(operator, required);
    this.required = required;
    const parts = operator instanceof Conjunction ? operator.children : [operator];
    this.isAll = parts.every((part) => part instanceof TermOperator && scored.has(part.list));
    const alternatives = new Set<PostingList>();
    const isKnown = addAlternatives(operator, alternatives);
    this.isCovered = isKnown && [...alternatives].every((list) => scored.has(list));
    const isUnionOfTerms = this.isCovered && isUnion(operator) && alternatives.size === scored.size;
    this.isAny = this.isAll ? required.size === 1 : isUnionOfTerms;
  }
}

function addRequired(operator: Operator, lists: Set<PostingList>): void {
  if (operator instanceof TermOperator) lists.add(operator.list);
  else if (operator instanceof Exclusion) addRequired(operator.children[0]!, lists);
  else if (operator instanceof Conjunction) for (const child of operator.children) addRequired(child, lists);
}

/** Adds lists of which every match is in one; false where it may be in none. */
function addAlternatives(operator: Operator, lists: Set<PostingList>): boolean {
  if (operator instanceof TermOperator) {
    lists.add(operator.list);
    return true;
  }
  if (operator instanceof Exclusion) return addAlternatives(operator.children[0]!, lists);
  if (!(operator instanceof Disjunction || operator instanceof AtLeast)) return false;
  return operator.children.every((child) => addAlternatives(child, lists));
}

function isUnion(operator: Operator): boolean {
  return operator instanceof Disjunction ? operator.children.every(isUnion) : operator instanceof TermOperator;
}
