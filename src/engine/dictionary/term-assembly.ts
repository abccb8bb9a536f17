/** Writes the dictionaries of all fields one after the other, while their posting lists are appended to the streams. */
import type { DictionaryHeader } from '../format.ts';
import type { ListInfo } from '../postings/list-info.ts';
import { DictionaryWriter, type TermStreams } from './dictionary-writer.ts';

export type { TermStreams };

/** Makes the dictionary of every field from terms, in order of fields, whose lists are already in the stream. */
export class TermAssembly {
  readonly #streams: TermStreams;
  readonly #dictionary: DictionaryWriter;
  readonly #fields: readonly number[];
  #at = -1;
  #firstBlock = 0;
  readonly #written = new Map<number, DictionaryHeader>();

  /** `fields` are the ids of all fields, ascending: each gets a dictionary, possibly empty. `hasGrams`: whether patterns are looked for in it. */
  constructor(streams: TermStreams, fields: readonly number[], hasGrams: boolean) {
    this.#streams = streams;
    this.#dictionary = new DictionaryWriter(streams, hasGrams);
    this.#fields = fields;
    this.#nextField();
  }

  /** Moves to a field; its lists are appended to the stream after that. */
  beginField(field: number): void {
    while (this.#fields[this.#at]! < field) {
      this.#endField();
      this.#nextField();
    }
    if (this.#fields[this.#at] !== field) throw new Error(`terms of a field that is not there: ${field}`);
  }

  /** Adds a term of the current field, greater than the previous one, whose list was just appended. */
  add(bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    this.#dictionary.add(bytes, start, end, list);
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
    if (++this.#at === this.#fields.length) return;
    this.#firstBlock = this.#streams.terms.length;
    this.#dictionary.beginField();
  }

  #endField(): void {
    const extents = this.#dictionary.endField();
    const { termCount, bucketCount } = this.#dictionary;
    this.#written.set(this.#fields[this.#at]!, {
      ...extents,
      firstBlock: this.#firstBlock,
      termCount,
      blockCount: bucketCount,
    });
  }
}
