import { ByteReader } from '../codec/byte-reader.ts';

/**
 * Okapi BM25 as Lucene computes it: score = idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)),
 * idf = ln(1 + (N − docFreq + 0.5) / (docFreq + 0.5)), N the documents that have the field. Lengths are exact here.
 */
export const K1 = 1.2;
export const B = 0.75;

export function idf(documentsWithField: number, docFreq: number): number {
  return Math.log(1 + (documentsWithField - docFreq + 0.5) / (docFreq + 0.5));
}

/** The part of a score that is a posting's own, without idf: 0 … k1 + 1. */
export function saturation(tf: number, length: number, averageLength: number): number {
  return (tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / averageLength));
}

/** The lengths of a field: what a build gathers, or as much of it as the bounds want. */
export interface FieldLengths {
  readonly docCount: number;
  readonly tokenCount: number;
  readonly isUnitLength: boolean;
  /** Varints: gaps of documents and, in the same order, their lengths. */
  readonly exists: { readonly bytes: Uint8Array; readonly length: number };
  readonly lengths: { readonly bytes: Uint8Array; readonly length: number };
}

/**
 * Bounds postings of a field while it is written: {@link saturation} over its maximum, 0 … 1. Holds the lengths of the
 * field by document until it is dropped.
 */
export function impactOf(field: FieldLengths, documentCount: number): (doc: number, tf: number) => number {
  const average = field.docCount === 0 ? 1 : Math.max(field.tokenCount / field.docCount, 1e-9);
  if (field.isUnitLength) return (_doc, tf) => saturation(tf, 1, average) / (K1 + 1);
  let lengths: Uint32Array | null = null; // most fields have no list long enough to ask
  return (doc, tf) => {
    lengths ??= fieldLengths(field, documentCount);
    return saturation(tf, lengths[doc]!, average) / (K1 + 1);
  };
}

function fieldLengths(field: FieldLengths, documentCount: number): Uint32Array {
  const lengths = new Uint32Array(documentCount);
  const exists = new ByteReader(field.exists.bytes, 0, field.exists.length);
  const values = new ByteReader(field.lengths.bytes, 0, field.lengths.length);
  for (let i = 0, doc = -1; i < field.docCount; i++) {
    doc += exists.varint() + 1;
    lengths[doc] = values.varint();
  }
  return lengths;
}
