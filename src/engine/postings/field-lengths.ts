/** Field lengths during a build. They determine the impact of each posting, which is the upper bound of its score. */
import { type PageLocation, PageReader } from '../store/page-file.ts';
import { averageLength } from './bm25.ts';
import { type FieldsOfLists, LONG_LENGTH } from './list-encoder.ts';

/** The lengths of a field as plain values, as needed for score bounds. */
export interface FieldLengths {
  readonly docCount: number;
  readonly tokenCount: number;
  readonly isUnitLength: boolean;
  /** The documents as varint gaps and, unless all are 1, their lengths as varints in the same order. */
  readonly exists: PageLocation;
  readonly lengths: PageLocation;
}

/** Lengths by document, of one field at a time. */
export class LengthsByDocument implements FieldsOfLists {
  readonly #lengthsOf: (field: number) => FieldLengths;
  #field: FieldLengths | null = null;
  /** Lengths that do not fit in the array, for the last loaded field. */
  readonly #long = new Map<number, number>();

  /** `lengthsOf` returns the lengths of a field by its id. */
  constructor(lengthsOf: (field: number) => FieldLengths) {
    this.#lengthsOf = lengthsOf;
  }

  enter(field: number): void {
    this.#field = this.#lengthsOf(field);
  }

  get isUnitLength(): boolean {
    return this.#field!.isUnitLength;
  }

  get averageLength(): number {
    const { docCount, tokenCount } = this.#field!;
    return averageLength(docCount, tokenCount);
  }

  fill(lengths: Uint16Array): void {
    const field = this.#field!;
    this.#long.clear();
    const exists = new PageReader(field.exists);
    const values = new PageReader(field.lengths);
    try {
      for (let i = 0, doc = -1; i < field.docCount; i++) {
        doc += exists.varint() + 1;
        const length = values.varint();
        lengths[doc] = Math.min(length, LONG_LENGTH);
        if (length >= LONG_LENGTH) this.#long.set(doc, length);
      }
    } finally {
      exists.close();
      values.close();
    }
  }

  longLength(doc: number): number {
    return this.#long.get(doc)!;
  }
}
