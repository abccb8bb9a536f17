/** Encodes ranges of terms in a thread; range-crew.ts gives the ranges and takes the pieces. */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { type FieldLengths, Impacts } from '../postings/field-lengths.ts';
import { PostingListWriter } from '../postings/posting-list-writer.ts';
import type { TextCollector } from '../spelling/text-speller.ts';
import { ListRecorder } from './encoded-lists.ts';

export type RangeAnswer =
  | { readonly kind: 'piece'; readonly number: number; readonly piece: Uint8Array }
  | { readonly kind: 'rangeEnd'; readonly number: number };

/** Takes the terms of one field while they are encoded. */
export interface TextListener {
  readonly field: number;
  readonly collector: TextCollector;
}

export interface RangeOptions {
  /** See `PostingListWriter`; default: true. */
  readonly hasPositions?: boolean;
  readonly listener?: TextListener | null;
}

/** Bytes in transit that have not been used yet: with more a thread waits. Pieces of frequent words have several megabytes each. */
const BYTES_AHEAD = 8 * 2 ** 20;
const TERMS_AT_ONCE = 256;

export class RangeEncoder {
  readonly #fields: readonly FieldLengths[];
  readonly #impacts: Impacts;
  readonly #post: (answer: RangeAnswer, transfer: readonly ArrayBuffer[]) => void;
  readonly #listener: TextListener | null;
  /** The same for all ranges: their memory is not thrown away hundreds of times. */
  readonly #recorder: ListRecorder;
  readonly #postings: PostingListWriter;
  #number = -1;
  /** Of the current term, which may have more to encode. */
  #field = -1;
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
    this.#fields = fields;
    this.#impacts = new Impacts(documentCount);
    this.#post = post;
    this.#listener = listener;
    this.#recorder = new ListRecorder((piece) => {
      this.#pieces.push(piece.length);
      this.#ahead += piece.length;
      this.#post({ kind: 'piece', number: this.#number, piece }, [piece.buffer]);
    });
    this.#postings = new PostingListWriter(this.#recorder, this.#impacts, hasPositions);
  }

  /** Encodes the terms of a cursor, which is a range, and closes it. */
  async encode(number: number, cursor: TermCursor): Promise<void> {
    this.#number = number;
    this.#field = -1;
    this.#isWithin = false;
    try {
      while (!this.#encodeSome(cursor)) while (this.#ahead >= BYTES_AHEAD) await this.#untilUsed();
      this.#recorder.flush();
    } finally {
      cursor.close();
    }
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
    if (field !== this.#field) {
      this.#field = field;
      this.#impacts.enter(this.#fields[field]!);
    }
    this.#isWithin = true;
    this.#recorder.begin(field, bytes, termStart, termEnd);
    this.#postings.begin();
    if (this.#listener?.field === field) this.#listener.collector.takeTerm(bytes, termStart, termEnd, false);
  }

  /** What is left of the current term, unless too much is in transit meanwhile. */
  #encodeTerm(cursor: TermCursor): void {
    const postings = this.#postings;
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      const { docs, positions, from } = cursor;
      postings.add(docs, positions, from, count);
      this.#recorder.occurrences += count;
      if (this.#listener?.field === this.#field) {
        this.#listener.collector.takeOccurrences(docs, positions, from, from + count);
      }
      if (this.#ahead >= BYTES_AHEAD) return;
    }
    this.#recorder.end(postings.end());
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
