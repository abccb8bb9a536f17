/** Encodes terms: all terms of some runs in the calling thread, or ranges of them in threads of range-workers.ts. */
import type { TermSpan } from '../../shared/term-cursor.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { ListEncoder } from '../postings/list-encoder.ts';
import { encoderOptions, type ListEncoding, newListEncoder } from '../postings/list-encoding.ts';
import type { TextCollector } from '../spelling/text-speller.ts';
import { CaseTermMerger, type ListedSegment, type SegmentOrder } from './case-terms.ts';
import type { RunFile } from './runs/run-file.ts';
import { mergeRuns } from './runs/run-file-reader.ts';

/** Yields all terms of runs, as pieces in order. */
export async function* encodedRuns(runs: readonly RunFile[], encoding: ListEncoding): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const lists = newListEncoder(encoding, (piece) => pieces.push(piece));
  mergeRuns(lists, runs, { from: null, to: null });
  while (lists.merge()) yield* pieces.splice(0);
  lists.flush();
  yield* pieces.splice(0);
}

export type RangeAnswer =
  | { readonly kind: 'piece'; readonly number: number; readonly piece: Uint8Array }
  | { readonly kind: 'rangeEnd'; readonly number: number };

/** Receives the terms of one field while they are encoded. */
export interface TextListener {
  readonly field: number;
  readonly collector: TextCollector;
}

type Post = (answer: RangeAnswer, transfer: readonly ArrayBuffer[]) => void;

/**
 * Maximum number of bytes in transit that were not used yet. Beyond it, a thread waits. The pieces of a frequent word
 * have several megabytes.
 */
const BYTES_AHEAD = 8 * 2 ** 20;

abstract class RangeEncoder {
  readonly #post: Post;
  #number = -1;
  /** The bytes of each piece in transit, in order, and their sum. */
  readonly #pieces: number[] = [];
  #ahead = 0;
  #wake: () => void = () => undefined;
  /** Shared by all ranges, so that the memory is allocated only once. */
  protected abstract readonly lists: ListEncoder;

  constructor(post: Post) {
    this.#post = post;
  }

  protected give(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece.length);
    this.#ahead += piece.length;
    this.#post({ kind: 'piece', number: this.#number, piece }, [piece.buffer]);
  }

  /** `merge` encodes terms until a piece is complete, and returns false at the end. */
  protected async encodeAll(number: number, merge: () => boolean): Promise<void> {
    this.#number = number;
    while (merge()) while (this.#ahead >= BYTES_AHEAD) await this.#untilUsed();
    this.lists.flush();
    this.#post({ kind: 'rangeEnd', number }, []);
  }

  /** Records that the first piece in transit was used. */
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

/** Encodes terms of runs. */
export class RunRangeEncoder extends RangeEncoder {
  protected readonly lists: ListEncoder;

  /** `hasPositions`: see `ListEncoding`. */
  constructor(fields: readonly FieldLengths[], documentCount: number, post: Post, hasPositions: boolean) {
    super(post);
    const encoding = { fields: (field: number) => fields[field]!, documentCount, hasPositions };
    this.lists = newListEncoder(encoding, (piece) => this.give(piece));
  }

  async encode(number: number, runs: readonly RunFile[], range: TermSpan): Promise<void> {
    mergeRuns(this.lists, runs, range);
    await this.encodeAll(number, () => this.lists.merge());
  }
}

/** Encodes terms of segments of a case. Collects the terms of the listener's field. */
export class CaseRangeEncoder extends RangeEncoder {
  readonly #merger: CaseTermMerger;
  protected readonly lists: ListEncoder;

  constructor(fields: readonly FieldLengths[], documentCount: number, post: Post, listener: TextListener | null) {
    super(post);
    const encoding = { fields: (field: number) => fields[field]!, documentCount, hasPositions: true };
    const options = encoderOptions(encoding, (piece) => this.give(piece));
    this.#merger = new CaseTermMerger(options, listener === null ? null : { ...listener, texts: listener.collector });
    this.lists = this.#merger.lists;
  }

  /** Opens the segments for the range. */
  async encode(number: number, segments: readonly ListedSegment[], order: SegmentOrder): Promise<void> {
    const close = this.#merger.open(segments, order);
    try {
      await this.encodeAll(number, () => this.#merger.merge());
    } finally {
      close();
    }
  }

  /** Releases its memory after the last range. */
  close(): void {
    this.#merger.close();
  }
}
