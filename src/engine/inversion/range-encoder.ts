/** Encodes ranges of terms in a thread; range-crew.ts gives the ranges and takes the pieces. */
import type { ListEncoder } from '../../kernel/list-encoder.ts';
import type { TermCursor, TermRange } from '../../shared/term-cursor.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import { newListEncoder } from '../postings/list-encoding.ts';
import type { TextCollector } from '../spelling/text-speller.ts';
import type { RunFile } from './run-file.ts';
import { openRuns } from './run-file-reader.ts';

export type RangeAnswer =
  | { readonly kind: 'piece'; readonly number: number; readonly piece: Uint8Array }
  | { readonly kind: 'rangeEnd'; readonly number: number };

/** Takes the terms of one field while they are encoded. */
export interface TextListener {
  readonly field: number;
  readonly collector: TextCollector;
}

export interface RangeOptions {
  /** See `ListEncoding`; default: true. */
  readonly hasPositions?: boolean;
  readonly listener?: TextListener | null;
}

/** Bytes in transit that have not been used yet: with more a thread waits. Pieces of frequent words have several megabytes each. */
const BYTES_AHEAD = 8 * 2 ** 20;
const TERMS_AT_ONCE = 256;

export class RangeEncoder {
  readonly #post: (answer: RangeAnswer, transfer: readonly ArrayBuffer[]) => void;
  readonly #listener: TextListener | null;
  /** The same for all ranges: their memory is not thrown away hundreds of times. */
  readonly #lists: ListEncoder;
  #number = -1;
  /** Whether the current term may have more to encode. */
  #isWithin = false;
  /** The bytes of each piece in transit, in order, and of all. */
  readonly #pieces: number[] = [];
  #ahead = 0;
  #wake: () => void = () => undefined;

  constructor(
    fields: readonly FieldLengths[],
    documentCount: number,
    post: (answer: RangeAnswer, transfer: readonly ArrayBuffer[]) => void,
    { listener = null, hasPositions = true }: RangeOptions = {},
  ) {
    this.#post = post;
    this.#listener = listener;
    const encoding = { fields: (field: number) => fields[field]!, documentCount, hasPositions };
    this.#lists = newListEncoder(encoding, (piece) => {
      this.#pieces.push(piece.length);
      this.#ahead += piece.length;
      this.#post({ kind: 'piece', number: this.#number, piece }, [piece.buffer]);
    });
  }

  /** Encodes the terms of a cursor, which is a range, and closes it. */
  async encode(number: number, cursor: TermCursor): Promise<void> {
    this.#isWithin = false;
    try {
      await this.#encodeAll(number, () => this.#encodeSome(cursor));
    } finally {
      cursor.close();
    }
  }

  /** Encodes the terms of runs in a range. Nobody listens to them. */
  async encodeRuns(number: number, runs: readonly RunFile[], range: TermRange): Promise<void> {
    const opened = openRuns(runs, range);
    try {
      opened.beginIn(this.#lists);
      await this.#encodeAll(number, () => !this.#lists.merge());
    } finally {
      opened.close();
    }
  }

  /** `encodeSome` gives whether there are no more. */
  async #encodeAll(number: number, encodeSome: () => boolean): Promise<void> {
    this.#number = number;
    while (!encodeSome()) while (this.#ahead >= BYTES_AHEAD) await this.#untilUsed();
    this.#lists.flush();
    this.#post({ kind: 'rangeEnd', number }, []);
  }

  /**
   * Encodes some terms, fewer where too much is in transit; whether there are no more. A loop that goes on for long is compiled while it runs,
   * and again wherever that code is left; a function that returns often is compiled once.
   */
  #encodeSome(cursor: TermCursor): boolean {
    for (let n = 0; n < TERMS_AT_ONCE && this.#ahead < BYTES_AHEAD; n++) {
      if (!this.#isWithin) {
        if (!cursor.next()) return true;
        this.#beginTerm(cursor);
      }
      this.#encodeTerm(cursor);
    }
    return false;
  }

  #beginTerm({ field, bytes, termStart, termEnd }: TermCursor): void {
    this.#isWithin = true;
    this.#lists.begin(field, bytes, termStart, termEnd);
    if (this.#listener?.field === field) this.#listener.collector.takeTerm(bytes, termStart, termEnd, false);
  }

  /** What is left of the current term, unless too much is in transit meanwhile. */
  #encodeTerm(cursor: TermCursor): void {
    const lists = this.#lists;
    const collector = this.#listener?.field === cursor.field ? this.#listener.collector : null;
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      const { docs, positions, from } = cursor;
      lists.add(docs, positions, from, count);
      collector?.takeOccurrences(docs, positions, from, from + count);
      if (this.#ahead >= BYTES_AHEAD) return;
    }
    lists.end();
    this.#isWithin = false;
  }

  /** A piece was used, the first of those in transit. */
  used(): void {
    this.#ahead -= this.#pieces.shift() ?? 0;
    this.#wake();
  }

  #untilUsed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
