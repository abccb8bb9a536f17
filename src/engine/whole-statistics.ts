/**
 * Facts about all parts of an index, which a part needs to score like an index of all items: numbers of documents and lengths of
 * a field, document frequencies of terms, and which fields exist.
 */
import type { FieldType } from '../schema/field-types.ts';
import type { DictionaryReader } from './dictionary/dictionary-reader.ts';
import type { FieldHeader } from './format.ts';
import { averageLength } from './postings/bm25.ts';
import type { TermInfo } from './postings/term-info.ts';

/** What a part offers for statistics. */
export interface CountedPart {
  readonly documentCount: number;
  readonly fields: ReadonlyMap<string, FieldHeader>;
  dictionary(field: FieldHeader): DictionaryReader;
}

export class WholeStatistics {
  readonly #parts: readonly CountedPart[];
  readonly #fields = new Map<string, { readonly documents: number; readonly tokens: number }>();
  readonly #docFreqs = new WeakMap<TermInfo, number>();

  constructor(parts: readonly CountedPart[]) {
    this.#parts = parts;
    for (const { fields } of parts) {
      for (const { name, exists, tokenCount } of fields.values()) {
        const known = this.#fields.get(name) ?? { documents: 0, tokens: 0 };
        this.#fields.set(name, { documents: known.documents + exists.docFreq, tokens: known.tokens + tokenCount });
      }
    }
  }

  get isOfOnePart(): boolean {
    return this.#parts.length === 1;
  }

  get documentCount(): number {
    return this.#parts.reduce((sum, { documentCount }) => sum + documentCount, 0);
  }

  hasField(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Returns the type of a field, or undefined if no part has it. Parts have the same types. */
  typeOf(name: string): FieldType | undefined {
    for (const { fields } of this.#parts) {
      const field = fields.get(name);
      if (field !== undefined) return field.type;
    }
    return undefined;
  }

  /** Number of documents that have a field. */
  documentsWith(name: string): number {
    return this.#fields.get(name)?.documents ?? 0;
  }

  /** Returns the average length of a field in tokens. */
  averageLength(name: string): number {
    const { documents, tokens } = this.#fields.get(name) ?? { documents: 0, tokens: 0 };
    return averageLength(documents, tokens);
  }

  /** Returns the number of documents with a term, whose list in one of the parts is `info`. */
  docFreqOf(name: string, term: string, info: TermInfo): number {
    let docFreq = this.#docFreqs.get(info);
    if (docFreq !== undefined) return docFreq;
    docFreq = this.docFreq(name, term);
    this.#docFreqs.set(info, docFreq);
    return docFreq;
  }

  docFreq(name: string, term: string): number {
    let docFreq = 0;
    for (const part of this.#parts) {
      const field = part.fields.get(name);
      if (field !== undefined) docFreq += part.dictionary(field).find(term)?.docFreq ?? 0;
    }
    return docFreq;
  }
}
