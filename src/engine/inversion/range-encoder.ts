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

export class RangeEncoder {
  readonly #fields: readonly FieldLengths[];
  readonly #impacts: Impacts;
  readonly #post: (answer: RangeAnswer, transfer: readonly ArrayBuffer[]) => void;
  readonly #listener: TextListener | null;
  /** The same for all ranges: their memory is not thrown away hundreds of times. */
  readonly #recorder: ListRecorder;
  readonly #postings: PostingListWriter;
  #number = -1;
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
    const recorder = this.#recorder;
    const postings = this.#postings;
    const listener = this.#listener;
    let current = -1;
    try {
      while (cursor.next()) {
        if (cursor.field !== current) {
          current = cursor.field;
          this.#impacts.enter(this.#fields[current]!);
        }
        const { bytes, termStart, termEnd } = cursor;
        recorder.begin(current, bytes, termStart, termEnd);
        postings.begin();
        const isHeard = listener !== null && listener.field === current;
        if (isHeard) listener.collector.takeTerm(bytes, termStart, termEnd, false);
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          const { docs, positions, from } = cursor;
          postings.add(docs, positions, from, count);
          recorder.occurrences += count;
          if (isHeard) listener.collector.takeOccurrences(docs, positions, from, from + count);
          while (this.#ahead >= BYTES_AHEAD) await this.#untilUsed();
        }
        recorder.end(postings.end());
        while (this.#ahead >= BYTES_AHEAD) await this.#untilUsed();
      }
      recorder.flush();
    } finally {
      cursor.close();
    }
    this.#post({ kind: 'rangeEnd', number }, []);
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
