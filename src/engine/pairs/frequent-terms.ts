/**
 * Decides which terms make pairs: the frequent ones of a text field. The rule depends only on a term and its field in
 * the index. So a search knows whether the words of a phrase are paired, and the result of a build does not depend on
 * the number of threads.
 */
import { PAIRED_MIN, PAIRED_PART } from '../format.ts';
import type { TermInfo } from '../postings/term-info.ts';

/**
 * Whether a term makes pairs with others. The limit is a fraction of the tokens, not of the documents. So pairs take
 * about the same share of the positions in short and in long texts, and at most {@link PAIRED_PART} terms make pairs.
 */
export function isPaired(docFreq: number, tokenCount: number): boolean {
  return docFreq >= PAIRED_MIN && docFreq * PAIRED_PART >= tokenCount;
}

export interface FrequentTerm {
  readonly term: Uint8Array;
  readonly info: TermInfo;
}
