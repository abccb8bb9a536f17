/** The streams of an index to which encoded posting lists go. */
import type { ByteWriter } from '../../codec/byte-writer.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { appendLongList } from './long-list-writer.ts';

export interface PostingStreams {
  readonly postings: StreamWriter;
  readonly frequencies: StreamWriter;
  readonly positions: StreamWriter;
}

export class ListStreams {
  readonly frequencies: StreamWriter;
  readonly positions: StreamWriter;
  readonly #postings: StreamWriter;

  constructor(streams: PostingStreams) {
    this.frequencies = streams.frequencies;
    this.positions = streams.positions;
    this.#postings = streams.postings;
  }

  /** Takes a short list, `bytes[start … end)`. */
  short(bytes: Uint8Array, start: number, end: number): void {
    this.#postings.append(bytes, start, end);
  }

  /** Takes the head and the documents of a long list, which have 4-byte alignment; also returns its bytes. */
  long(head: ByteWriter, documents: ByteWriter): number {
    return appendLongList(this.#postings, head, documents);
  }
}
