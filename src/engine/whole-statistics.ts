/**
 * Facts about all parts of an index, which a part needs to score as one index of all items would: numbers of documents
 * and lengths of a field, document frequencies of terms, and which fields exist.
 */
import type { CaseOrigin } from '../schema/case-origin.ts';
import type { Analysis, FieldType } from '../schema/field-types.ts';
import type { DictionaryReader } from './dictionary/dictionary-reader.ts';
import type { FieldHeader, IndexHeader } from './format.ts';
import { averageLength } from './postings/bm25.ts';
import type { DocumentLengths } from './postings/document-lengths.ts';
import type { PostingList } from './postings/posting-list-reader.ts';
import type { StruckDocuments } from './postings/struck-documents.ts';
import type { TermInfo } from './postings/term-info.ts';

/** Counts of one part of an index. */
export interface CountedPart {
  readonly header: Pick<IndexHeader, 'origin'>;
  readonly itemCount: number;
  readonly struck: StruckDocuments;
  readonly fields: ReadonlyMap<string, FieldHeader>;
  itemsWith(field: FieldHeader): number;
  dictionary(field: FieldHeader): DictionaryReader;
  list(info: TermInfo): PostingList;
  lengths(field: FieldHeader): DocumentLengths;
}

interface FieldFacts {
  readonly documents: number;
  readonly tokens: number;
}

export class WholeStatistics {
  readonly #parts: readonly CountedPart[];
  readonly #fields = new Map<string, FieldFacts>();
  readonly #docFreqs = new WeakMap<TermInfo, number>();

  constructor(parts: readonly CountedPart[]) {
    this.#parts = parts;
  }

  /** Whether the facts are those that the build of the index stored. */
  get isAsBuilt(): boolean {
    return this.#parts.length === 1 && this.#parts[0]!.struck.count === 0;
  }

  get documentCount(): number {
    return this.#parts.reduce((sum, { itemCount }) => sum + itemCount, 0);
  }

  hasField(name: string): boolean {
    return this.#parts.some(({ fields }) => fields.has(name));
  }

  /** Returns the type of a field, or undefined if no part has it. Parts have the same types. */
  typeOf(name: string): FieldType | undefined {
    return this.#firstOf(name)?.type;
  }

  /** Returns the analysis of a field, or undefined if no part has it. Parts have the same analyses. */
  analysisOf(name: string): Analysis | undefined {
    return this.#firstOf(name)?.analysis;
  }

  #firstOf(name: string): FieldHeader | undefined {
    for (const { fields } of this.#parts) {
      const field = fields.get(name);
      if (field !== undefined) return field;
    }
    return undefined;
  }

  /** Facts about the case, if it brought its terms. The facts in the last part include the types of all fields. */
  get origin(): CaseOrigin | undefined {
    return this.#parts.at(-1)!.header.origin;
  }

  /** Returns the dictionaries of a field in all parts that have it. */
  dictionariesOf(name: string): readonly DictionaryReader[] {
    return this.#parts.flatMap((part) => {
      const field = part.fields.get(name);
      return field === undefined ? [] : [part.dictionary(field)];
    });
  }

  /** Number of documents that have a field. */
  documentsWith(name: string): number {
    return this.#factsOf(name).documents;
  }

  /** Returns the average length of a field in tokens. */
  averageLength(name: string): number {
    const { documents, tokens } = this.#factsOf(name);
    return averageLength(documents, tokens);
  }

  #factsOf(name: string): FieldFacts {
    let facts = this.#fields.get(name);
    if (facts === undefined) {
      let [documents, tokens] = [0, 0];
      for (const part of this.#parts) {
        const field = part.fields.get(name);
        if (field === undefined) continue;
        documents += part.itemsWith(field);
        tokens += field.tokenCount - struckTokens(part, field);
      }
      facts = { documents, tokens };
      this.#fields.set(name, facts);
    }
    return facts;
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
    const found: TermInfo[] = [];
    let docFreq = 0;
    for (const part of this.#parts) {
      const field = part.fields.get(name);
      const info = field === undefined ? null : part.dictionary(field).find(term);
      if (info === null) continue;
      found.push(info);
      docFreq += info.docFreq - (part.struck.count === 0 ? 0 : part.struck.countIn(part.list(info)));
    }
    // Cached, because the other parts of the same search ask next.
    for (const info of found) this.#docFreqs.set(info, docFreq);
    return docFreq;
  }
}

function struckTokens(part: CountedPart, field: FieldHeader): number {
  const { struck } = part;
  if (struck.count === 0) return 0;
  const { numbers, distinct } = part.lengths(field);
  let tokens = 0;
  for (const doc of struck.documents()) tokens += distinct[numbers[doc]!]!;
  return tokens;
}
