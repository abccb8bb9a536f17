/** The bytes of an index by stream name: as stored, and without frames. */
import { FRAME_BYTES, type FramedName, type StreamName } from '../format.ts';
import type { IndexReader } from '../index-reader.ts';
import type { StreamReader } from '../store/stream-reader.ts';

/** Returns the stored bytes. */
export function streamOf(index: IndexReader, name: StreamName): StreamReader {
  return name === 'postings' || name === 'columns' ? index[name] : index.stream(name);
}

/** Content that is read by offset, with its length. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly start: number;
  fetch(offset: number, length: number): void;
}

/** Returns the uncompressed bytes, which depend on the case alone. Compressed bytes also depend on the encoder. */
export function contentOf(
  index: IndexReader,
  name: StreamName,
): { readonly content: Content; readonly length: number } {
  return isFramed(name)
    ? { content: index[name], length: index[name].length }
    : { content: streamOf(index, name), length: index.header.streamBytes[name] };
}

export function isFramed(name: string): name is FramedName {
  return name in FRAME_BYTES;
}
