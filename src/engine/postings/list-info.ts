/** The result of writing a posting list. */

/** The data that the term dictionary stores about a list. */
export interface ListInfo {
  docFreq: number;
  /** Bytes of documents with their directory, of frequencies if they are separate, and of positions. */
  postingsBytes: number;
  frequenciesBytes: number;
  positionsBytes: number;
  /** For a list of one document: the document, and its first `tf` positions if they are few enough to be inline. */
  doc: number;
  tf: number;
  inlinePositions: Uint32Array | null;
}
