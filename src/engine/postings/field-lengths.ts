/** Field lengths as a build needs them: for the impact of each posting, the upper bound of its score. */
import { type PageLocation, PageReader } from '../store/page-file.ts';
import { K1, saturation } from './bm25.ts';
import type { ListImpacts } from './posting-list-writer.ts';

/** The lengths of a field as plain values, as far as score bounds need them. */
export interface FieldLengths {
  readonly docCount: number;
  readonly tokenCount: number;
  readonly isUnitLength: boolean;
  /** Varints: gaps of documents and, in the same order, their lengths; these only if not all are 1. */
  readonly exists: PageLocation;
  readonly lengths: PageLocation;
}

/**
 * Computes the impacts of postings while they are written, field after field: {@link saturation} over its maximum,
 * 0 … 1. Once a list needs them, it keeps the lengths of one field by document, two bytes for each document.
 */
export class Impacts implements ListImpacts {
  readonly #documentCount: number;
  /** Reused for every field; a length that does not fit is {@link LONG} here and is in `#long`. */
  #lengths: Uint16Array | null = null;
  readonly #long = new Map<number, number>();
  /** The field that these lengths belong to: a thread returns to a field for every range of its terms. */
  #held: FieldLengths | null = null;
  /** The current field. */
  #field: FieldLengths | null = null;

  constructor(documentCount: number) {
    this.#documentCount = documentCount;
  }

  /** From here on, postings are those of this field. */
  enter(field: FieldLengths): void {
    this.#field = field;
  }

  fill(docs: Uint32Array, from: number, tfs: Uint32Array, count: number, out: Float64Array): void {
    const field = this.#field!;
    const average = field.docCount === 0 ? 1 : Math.max(field.tokenCount / field.docCount, 1e-9);
    if (field.isUnitLength) {
      for (let i = 0; i < count; i++) out[i] = saturation(tfs[i]!, 1, average) / (K1 + 1);
      return;
    }
    const lengths = this.#read(field); // most fields have no list long enough to need them
    for (let i = 0; i < count; i++) {
      const doc = docs[from + i]!;
      const length = lengths[doc]!;
      out[i] = saturation(tfs[i]!, length === LONG ? this.#long.get(doc)! : length, average) / (K1 + 1);
    }
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
