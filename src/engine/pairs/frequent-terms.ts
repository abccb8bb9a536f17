/**
 * Which terms make pairs: the frequent ones of a field of texts. The rule needs only what the index itself says of a term and its field,
 * so a search knows of a phrase whether its words are paired, and a build whatever its threads does the same.
 */
import { PAIRED_MIN, PAIRED_PART } from '../format.ts';
import type { TermInfo } from '../postings/term-info.ts';

/**
 * Whether a term makes pairs with others. A part of the tokens, not of the documents: so pairs take about the same share of the
 * positions whether texts are long or short, and there are at most {@link PAIRED_PART} such terms.
 */
export function isPaired(docFreq: number, tokenCount: number): boolean {
  return docFreq >= PAIRED_MIN && docFreq * PAIRED_PART >= tokenCount;
}

export interface FrequentTerm {
  readonly term: Uint8Array;
  readonly info: TermInfo;
}
