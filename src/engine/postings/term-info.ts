/** What the dictionary knows about a term: the interface between dictionary, posting lists and positions. */

/** Where the posting list of a term is, and how long it is. */
export interface TermInfo {
  readonly docFreq: number;
  /** The document of a list of one document, else -1, and the term's frequency in it, else 0. */
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
