/** The dictionary's data about a term: the interface between dictionary, posting lists and positions. */
import { SHORT_LIST_MAX } from '../format.ts';

/** The location and length of the posting list of a term. */
export interface TermInfo {
  readonly docFreq: number;
  /** For a list of one document: the document and the term's frequency in it. Otherwise -1 and 0. */
  readonly doc: number;
  readonly tf: number;
  /** The positions of a list of one document, if they are stored in the dictionary. */
  readonly inlinePositions: Uint32Array | null;
  readonly postingsOffset: number;
  readonly postingsBytes: number;
  readonly frequenciesOffset: number;
  readonly frequenciesBytes: number;
  readonly positionsOffset: number;
  readonly positionsBytes: number;
}

/**
 * Returns the location of the documents of a list that begins at `offset`. The documents come first in a short list,
 * last in a long one. For a list of one document, only the positions are outside the dictionary.
 */
export function listAt(
  offset: number,
  docFreq: number,
  postingsBytes: number,
  frequenciesBytes: number,
  positionsBytes: number,
): TermInfo {
  const isShort = docFreq <= SHORT_LIST_MAX;
  const frequenciesOffset = isShort ? offset : offset + positionsBytes;
  return {
    docFreq,
    doc: -1,
    tf: 0,
    inlinePositions: null,
    postingsOffset: isShort ? offset : frequenciesOffset + frequenciesBytes,
    postingsBytes,
    frequenciesOffset,
    frequenciesBytes,
    positionsOffset: isShort ? offset + postingsBytes : offset,
    positionsBytes,
  };
}
