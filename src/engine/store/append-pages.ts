/** Copies a byte sequence from the pages of a temporary file to a stream of an index. */
import type { Extent } from '../format.ts';
import { type PagedBytes, PageReader } from './page-file.ts';
import type { StreamWriter } from './stream-writer.ts';

/** Appends a whole sequence to a stream. */
export function appendPages(stream: StreamWriter, bytes: PagedBytes): Extent {
  const offset = stream.length;
  const reader = new PageReader(bytes.location());
  try {
    while (reader.nextPage()) stream.append(reader.bytes, 0, reader.length);
  } finally {
    reader.close();
  }
  return { offset, length: stream.length - offset };
}
