/** Field lengths as a build needs them: for the impact of each posting, the upper bound of its score. */
import { type PagePlace, PageReader } from '../store/page-file.ts';
import { K1, saturation } from './bm25.ts';
import type { Impact } from './posting-list-writer.ts';

/** The lengths of a field as plain values: what a build gathers, as far as the bounds of scores want it. */
export interface FieldLengths {
  readonly docCount: number;
  readonly tokenCount: number;
  readonly isUnitLength: boolean;
  /** Varints: gaps of documents and, in the same order, their lengths; these only where not all are 1. */
  readonly exists: PagePlace;
  readonly lengths: PagePlace;
}

/**
 * Bounds the postings of one field after the other while they are written: {@link saturation} over its maximum, 0 … 1.
 * Holds the lengths of one field by document, two bytes for each document, once a list asks.
 */
export class Impacts {
  readonly #documentCount: number;
  /** Used for every field in turn; what does not fit is {@link LONG} here and stands in `#long`. */
  #lengths: Uint16Array | null = null;
  readonly #long = new Map<number, number>();
  /** Whose lengths they are: a thread meets a field again in every range of its terms. */
  #held: FieldLengths | null = null;

  constructor(documentCount: number) {
    this.#documentCount = documentCount;
  }

  /** The bounds of a field; those of the field before are void. */
  of(field: FieldLengths): Impact {
    const average = field.docCount === 0 ? 1 : Math.max(field.tokenCount / field.docCount, 1e-9);
    if (field.isUnitLength) return (_doc, tf) => saturation(tf, 1, average) / (K1 + 1);
    let lengths: Uint16Array | null = null; // most fields have no list long enough to ask
    return (doc, tf) => {
      lengths ??= this.#read(field);
      const length = lengths[doc]!;
      return saturation(tf, length === LONG ? this.#long.get(doc)! : length, average) / (K1 + 1);
    };
  }

  #read(field: FieldLengths): Uint16Array {
    this.#lengths ??= new Uint16Array(this.#documentCount);
    const lengths = this.#lengths;
    if (this.#held === field) return lengths;
    this.#held = null;
    this.#long.clear();
    const exists = new PageReader(field.exists);
    const values = new PageReader(field.lengths);
    try {
      for (let i = 0, doc = -1; i < field.docCount; i++) {
        doc += exists.varint() + 1;
        const length = values.varint();
        lengths[doc] = Math.min(length, LONG);
        if (length >= LONG) this.#long.set(doc, length);
      }
    } finally {
      exists.close();
      values.close();
    }
    this.#held = field;
    return lengths;
  }
}

const LONG = 0xffff;
