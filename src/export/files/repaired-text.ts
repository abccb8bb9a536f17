/** Extracted text as valid UTF-8: an invalid sequence in a file of the case becomes U+FFFD, never an error. */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { Pieces } from '../export-set.ts';

/** Maximum number of bytes that one byte can become. */
export const REPAIRED_BYTES = 3;

/** The caller closes `input`. */
export async function* repaired(input: ByteInput): Pieces {
  // The byte order mark is kept: the text is evidence, and is exported unchanged if possible.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of input.stream() as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}
