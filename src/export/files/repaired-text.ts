/** Extracted text as valid UTF-8: a broken sequence in a file of the case is read as U+FFFD, never an error. */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { Pieces } from '../export-set.ts';

/** What one byte can become. */
export const REPAIRED_BYTES = 3;

/** The caller closes `input`. */
export async function* repaired(input: ByteInput): Pieces {
  // The byte order mark stays: the text is evidence, and is handed out as it is where it can be.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of input.stream() as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}
