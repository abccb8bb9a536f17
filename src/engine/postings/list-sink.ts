/** Where encoded posting lists go: straight to the streams of an index, or into a buffer of a thread. */
import type { ByteWriter } from '../../codec/byte-writer.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { appendLongList } from './long-list-writer.ts';

/** Receives bytes, one after the other. */
export interface ByteSink {
  append(bytes: Uint8Array, start?: number, end?: number): void;
}

/** Where a {@link PostingListWriter} puts lists: into the streams of an index or, in a thread, into pieces that are sent there. */
export interface ListSink {
  readonly frequencies: ByteSink;
  readonly positions: ByteSink;
  /** Takes a short list; returns its bytes in `postings`. */
  short(list: ByteWriter): number;
  /** Takes the head and the documents of a long list, which have 4-byte alignment; also returns its bytes. */
  long(head: ByteWriter, documents: ByteWriter): number;
}

export interface PostingStreams {
  readonly postings: StreamWriter;
  readonly frequencies: StreamWriter;
  readonly positions: StreamWriter;
}

/** The streams of an index as a sink. */
export class ListStreams implements ListSink {
  readonly frequencies: StreamWriter;
  readonly positions: StreamWriter;
  readonly #postings: StreamWriter;

  constructor(streams: PostingStreams) {
    this.frequencies = streams.frequencies;
    this.positions = streams.positions;
    this.#postings = streams.postings;
  }

  short(list: ByteWriter): number {
    this.#postings.append(list.bytes, 0, list.length);
    return list.length;
  }

  long(head: ByteWriter, documents: ByteWriter): number {
    return appendLongList(this.#postings, head, documents);
  }
}
