/** The documents that have a field, by a property, a text or a term, and their token counts. */
import { NO_DOCUMENT } from '../inversion/analyzed-cursor.ts';
import type { FieldState } from '../inversion/field-state.ts';
import type { TokenCounts } from '../inversion/token-counts.ts';
import { type PagedBytes, type PageLocation, PageReader } from '../store/page-file.ts';

/** The documents that have a field, ascending, their token counts, and the documents with value marks in it. */
export interface FieldCounts {
  readonly docs: Uint32Array;
  readonly tokens: Uint32Array;
  readonly marked: readonly number[];
}

/** Adds token counts of documents, as pairs. */
export function addPairs(counts: TokenCounts, pairs: PageLocation, docOf: (document: number) => number): void {
  const reader = new PageReader(pairs);
  try {
    while (reader.nextPage()) {
      const words = new Int32Array(reader.bytes.buffer, reader.bytes.byteOffset, reader.length / 4);
      for (let i = 0; i < words.length; i += 2) {
        const doc = docOf(words[i]!);
        if (doc !== NO_DOCUMENT) counts.add(doc, words[i + 1]!);
      }
    }
  } finally {
    reader.close();
  }
}

export const NO_COUNTS: FieldCounts = { docs: new Uint32Array(0), tokens: new Uint32Array(0), marked: [] };

/**
 * Sets the documents of a field, ascending, with their token counts. They are the documents with a property or text of
 * this field, and those with a term in it.
 */
export function addLengths(field: FieldState, present: Uint32Array, { docs, tokens }: FieldCounts): void {
  let next = 0;
  for (let i = 0; i < present.length; i++) {
    const doc = present[i]!;
    for (; next < docs.length && docs[next]! < doc; next++) field.addDocument(docs[next]!, tokens[next]!);
    const isCounted = next < docs.length && docs[next] === doc;
    field.addDocument(doc, isCounted ? tokens[next]! : 0);
    if (isCounted) next++;
  }
  for (; next < docs.length; next++) field.addDocument(docs[next]!, tokens[next]!);
}

/** Returns the token counts of some ascending documents. */
export function tokensOf(some: Uint32Array, { docs, tokens }: FieldCounts): Uint32Array {
  let at = 0;
  return some.map((doc) => {
    while (at < docs.length && docs[at]! < doc) at++;
    return docs[at] === doc ? tokens[at]! : 0;
  });
}

/** Ascending documents, stored as gaps in a temporary file. */
export class PresentDocs {
  readonly #gaps: PagedBytes;
  #last = -1;
  #count = 0;

  constructor(gaps: PagedBytes) {
    this.#gaps = gaps;
  }

  add(doc: number): void {
    if (doc === this.#last) return;
    this.#gaps.varint(doc - this.#last - 1);
    this.#last = doc;
    this.#count++;
  }

  documents(): Uint32Array {
    const docs = new Uint32Array(this.#count);
    const gaps = new PageReader(this.#gaps.location());
    try {
      for (let n = 0, doc = -1; n < docs.length; n++) {
        doc += gaps.varint() + 1;
        docs[n] = doc;
      }
    } finally {
      gaps.close();
    }
    return docs;
  }
}
