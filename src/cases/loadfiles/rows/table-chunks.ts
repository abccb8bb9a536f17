/** Yields the text of a table in pieces, without its byte order mark. The file stays open while it is read. */
import type { OpenTable } from '../table-kind.ts';
import { readTextChunks, type TextChunk } from './text-chunks.ts';
import type { FoundEncoding } from './text-encoding.ts';

export async function* readTableChunks(
  open: OpenTable,
  { encoding, markBytes }: FoundEncoding,
): AsyncGenerator<TextChunk> {
  const file = await open();
  try {
    yield* readTextChunks(file, encoding, markBytes);
  } finally {
    await file.close();
  }
}
