/**
 * Chooses how a phrase is matched in documents. The first way that applies is taken:
 *
 * 1. `in-lists`: the phrase is exact and of single terms, and the kernel intersects the lists of its documents. The resident
 *    kernel compares positions of many blocks in one call (phrase-docs.ts).
 * 2. `together`: the elements are single terms, and a block has `tuning.bulkMin` candidates or more. The kernel compares the
 *    positions of many documents at once (bulk-phrase.ts). For a sloppy phrase, it only drops candidates of 3.
 * 3. `one-by-one`: the elements are single terms, and candidates are few. Positions are read document by document
 *    (word-phrase.ts).
 * 4. `gathered`: patterns, stars, words that share a position, and slops wider than the gap between values. The positions of
 *    every list are gathered in many documents, then compared document by document (phrase-gatherer.ts, value-phrase.ts).
 */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { areTogether } from '../operators/common-docs.ts';
import { RESIDENT_ELEMENTS_MAX } from '../resident/resident-selection.ts';
import type { PhraseTerm } from './phrase-candidates.ts';

/** The facts about a phrase that decide whether its positions are gathered. */
export interface PhraseTraits {
  readonly elements: readonly { readonly kind: 'term' | 'terms' | 'pieces' | 'any' }[];
  readonly slop: number;
  /** Two of its words may be at one position. */
  readonly mayShare: boolean;
  /** Positions must be compared by value. */
  readonly isByValue: boolean;
}

export function isGathered({ elements, slop, mayShare, isByValue }: PhraseTraits): boolean {
  return isByValue || (slop === 0 && mayShare) || elements.some(({ kind }) => kind !== 'term' && kind !== 'pieces');
}

/**
 * Whether the kernel can take the positions of an exact phrase from its lists. `terms` has the terms of the phrase. The list of
 * a term in only one document does not qualify, because its positions may be in the dictionary.
 */
export function isInLists(lists: readonly PostingList[], terms: readonly PhraseTerm[]): boolean {
  return (
    areTogether(lists) && terms.length <= RESIDENT_ELEMENTS_MAX && terms.every(({ term }) => term.list.docFreq > 1)
  );
}

/** `documents`: their number in the block, before they are looked up in the lists. */
export function isTogether(documents: number, distinctTerms: number): boolean {
  return documents >= tuning.bulkMin && distinctTerms <= tuning.bulkTermsMax;
}
