/**
 * Which terms make pairs: the frequent ones of a field of texts. The rule needs only what the index itself says of a term and its field,
 * so a search knows of a phrase whether its words are paired, and a build whatever its threads does the same.
 */
import type { Analysis } from '../../schema/field-types.ts';
import { PAIRED_MIN, PAIRED_PART } from '../format.ts';
import type { PostingStreams } from '../postings/list-sink.ts';
import type { ListInfo } from '../postings/posting-list-writer.ts';
import type { TermInfo } from '../postings/term-info.ts';

/**
 * Whether a term makes pairs with others. A part of the tokens, not of the documents: so pairs take about the same share of the
 * positions whether texts are long or short, and there are at most {@link PAIRED_PART} such terms.
 */
export function isPaired(docFreq: number, tokenCount: number): boolean {
  return docFreq >= PAIRED_MIN && docFreq * PAIRED_PART >= tokenCount;
}

export interface FrequentTerm {
  readonly term: Uint8Array;
  readonly info: TermInfo;
}

/** What is known of a field before its terms are written. */
export interface PairedField {
  readonly id: number;
  readonly analysis: Analysis;
  readonly tokenCount: number;
}

/** Notes the frequent terms of all fields while terms are written. */
export class FrequentTerms {
  readonly #streams: PostingStreams;
  readonly #tokenCounts: ReadonlyMap<number, number>;
  readonly #byField = new Map<number, FrequentTerm[]>();

  constructor(streams: PostingStreams, fields: readonly PairedField[]) {
    this.#streams = streams;
    this.#tokenCounts = new Map(
      fields.filter(({ analysis }) => analysis === 'text').map(({ id, tokenCount }) => [id, tokenCount]),
    );
  }

  /** Frequent terms by field, both in order. */
  get byField(): ReadonlyMap<number, readonly FrequentTerm[]> {
    return this.#byField;
  }

  /** A term whose list was just appended to the streams. */
  note(field: number, bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    if (list.docFreq < PAIRED_MIN || end === start) return;
    const tokenCount = this.#tokenCounts.get(field);
    if (tokenCount === undefined || !isPaired(list.docFreq, tokenCount)) return;
    const terms = this.#byField.get(field) ?? [];
    this.#byField.set(field, terms);
    terms.push({ term: bytes.slice(start, end), info: this.#located(list) });
  }

  #located(list: ListInfo): TermInfo {
    const { docFreq, doc, tf, postingsBytes, frequenciesBytes, positionsBytes, inlinePositions } = list;
    const { postings, frequencies, positions } = this.#streams;
    const isSingle = docFreq === 1;
    return {
      docFreq,
      doc: isSingle ? doc : -1,
      tf: isSingle ? tf : 0,
      inlinePositions: inlinePositions === null ? null : inlinePositions.slice(0, tf),
      postingsOffset: postings.length - postingsBytes,
      postingsBytes,
      frequenciesOffset: frequencies.length - frequenciesBytes,
      frequenciesBytes,
      positionsOffset: positions.length - positionsBytes,
      positionsBytes,
    };
  }
}
