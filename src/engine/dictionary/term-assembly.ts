/** Writes the dictionaries of all fields, one after the other, while their posting lists are appended to the streams. */
import type { DictionaryHeader } from '../format.ts';
import type { ListInfo } from '../postings/list-info.ts';
import { NONE_FREQUENT } from './dictionary-kernel.ts';
import { DictionaryWriter, type TermStreams } from './dictionary-writer.ts';

export type { TermStreams };

/** Receives frequent terms once their lists are in the stream. */
export interface FrequentTerms {
  /** Minimum documents of a frequent term of a field. */
  leastOf(field: number): number;
  note(field: number, bytes: Uint8Array, start: number, end: number, list: ListInfo): void;
}

/** Makes the dictionary of every field. Terms come in order of fields, and their lists are already in the stream. */
export class TermAssembly {
  readonly dictionary: DictionaryWriter;
  readonly #streams: TermStreams;
  readonly #fields: readonly number[];
  readonly #frequent: FrequentTerms | null;
  #at = -1;
  #firstBlock = 0;
  readonly #written = new Map<number, DictionaryHeader>();

  /**
   * `fields` are the ids of all fields, ascending. Each gets a dictionary, which may be empty. `hasGrams`: whether patterns can
   * be searched in it.
   */
  constructor(
    streams: TermStreams,
    fields: readonly number[],
    hasGrams: boolean,
    frequent: FrequentTerms | null = null,
  ) {
    this.#streams = streams;
    this.dictionary = new DictionaryWriter(streams, hasGrams);
    this.#fields = fields;
    this.#frequent = frequent;
    this.#nextField();
  }

  /** Moves to a field. Append its lists to the stream afterwards. */
  beginField(field: number): void {
    while (this.#fields[this.#at]! < field) {
      this.#endField();
      this.#nextField();
    }
    if (this.#fields[this.#at] !== field) throw new Error(`terms of a field that is not there: ${field}`);
  }

  /** Takes a frequent term of the current field, whose list was just appended. */
  note(bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    this.#frequent?.note(this.#fields[this.#at]!, bytes, start, end, list);
  }

  /** Ends all fields. */
  finish(): ReadonlyMap<number, DictionaryHeader> {
    while (this.#at < this.#fields.length) {
      this.#endField();
      this.#nextField();
    }
    return this.#written;
  }

  #nextField(): void {
    const field = this.#fields[++this.#at];
    if (field === undefined) return;
    this.#firstBlock = this.#streams.terms.length;
    this.dictionary.beginField(field, this.#frequent?.leastOf(field) ?? NONE_FREQUENT);
  }

  #endField(): void {
    const { termsIndex, grams, termCount, blockCount } = this.dictionary.endField();
    const header = { termsIndex, grams, firstBlock: this.#firstBlock, termCount, blockCount };
    this.#written.set(this.#fields[this.#at]!, header);
  }
}
