/** The stream of postings, to which encoded lists go: all of one, then all of the next. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { appendLongList } from './long-list-writer.ts';

export class ListStream {
  readonly #postings: StreamWriter;
  /** Those of a long list come block by block with its positions, and stand behind all of these: who ranks reads no positions. */
  readonly #frequencies = new ByteWriter(1 << 12);

  constructor(postings: StreamWriter) {
    this.#postings = postings;
  }

  /** Takes the documents of a short list, `bytes[start … end)`, before its positions. */
  short(bytes: Uint8Array, start: number, end: number): void {
    this.#postings.append(bytes, start, end);
  }

  positions(bytes: Uint8Array, start: number, end: number): void {
    this.#postings.append(bytes, start, end);
  }

  frequencies(bytes: Uint8Array, start: number, end: number): void {
    this.#frequencies.copy(bytes, start, end);
  }

  /** Takes the head and the documents of a long list, which have 4-byte alignment, after the rest of it; returns the bytes of both. */
  long(head: ByteWriter, documents: ByteWriter): number {
    const frequencies = this.#frequencies;
    this.#postings.append(frequencies.bytes, 0, frequencies.length);
    frequencies.clear();
    return appendLongList(this.#postings, head, documents);
  }
}
