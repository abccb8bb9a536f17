/** What the dictionary knows of a term: the door between the dictionary, the posting lists and the positions. */

/** Where the posting list of a term lies, and how long it is. */
export interface TermInfo {
  readonly docFreq: number;
  /** The document of a list of one, else -1, and the term's frequency in it, else 0. */
  readonly doc: number;
  readonly tf: number;
  /** The positions of a list of one, where they stand in the dictionary. */
  readonly inlinePositions: Uint32Array | null;
  readonly postingsOffset: number;
  readonly postingsBytes: number;
  readonly frequenciesOffset: number;
  readonly frequenciesBytes: number;
  readonly positionsOffset: number;
  readonly positionsBytes: number;
}
