/**
 * Okapi BM25 as Lucene computes it: score = idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)),
 * idf = ln(1 + (N − docFreq + 0.5) / (docFreq + 0.5)), N the documents that have the field. Lengths are exact here.
 */
export const K1 = 1.2;
export const B = 0.75;

export function idf(documentsWithField: number, docFreq: number): number {
  return Math.log(1 + (documentsWithField - docFreq + 0.5) / (docFreq + 0.5));
}

/** Returns the average length in tokens of a field with this many documents and tokens. */
export function averageLength(documents: number, tokens: number): number {
  return documents === 0 ? 1 : Math.max(tokens / documents, 1e-9);
}

/** Returns the score of a posting without idf, from 0 to k1 + 1. */
export function saturation(tf: number, length: number, averageLength: number): number {
  return (tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / averageLength));
}
