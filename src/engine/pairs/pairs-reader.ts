/** Looks up pairs of frequent words of a field. */
import type { DictionaryReader } from '../dictionary/dictionary-reader.ts';
import { type FieldHeader, PAIR_MARK } from '../format.ts';
import type { TermInfo } from '../postings/term-info.ts';
import { isPaired } from './frequent-terms.ts';

/** A term of a field, and the location of its list. */
export interface LocatedTerm {
  readonly term: string;
  readonly info: TermInfo;
}

export class PairsReader {
  readonly #field: FieldHeader;
  readonly #dictionary: DictionaryReader;

  constructor(field: FieldHeader, dictionary: DictionaryReader) {
    this.#field = field;
    this.#dictionary = dictionary;
  }

  /**
   * Returns the list of documents in which one term directly follows another. Null if there are none, undefined if the
   * two terms are not paired.
   */
  find(first: LocatedTerm, second: LocatedTerm): TermInfo | null | undefined {
    const { tokenCount } = this.#field;
    if (!isPaired(first.info.docFreq, tokenCount) || !isPaired(second.info.docFreq, tokenCount)) return undefined;
    return this.#dictionary.find(first.term + PAIR_MARK + second.term);
  }
}
