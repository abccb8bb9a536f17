/** Decodes a text file of a case to strings, piece by piece. */
import type { CaseReader } from '../cases/case-reader.ts';
import type { PartRef } from '../shared/part-ref.ts';

const PIECE_BYTES = 1 << 18;

/** A text in a file of the case, decoded piece by piece. An invalid sequence becomes U+FFFD. */
export async function* readText(reader: CaseReader, ref: PartRef): AsyncGenerator<string> {
  const source = await reader.openPart(ref);
  try {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const buffer = new Uint8Array(Math.min(PIECE_BYTES, source.bytes));
    for (let position = 0; position < source.bytes; ) {
      const count = await source.read(buffer, position);
      if (count === 0) throw new Error('the file was truncated while it was read');
      position += count;
      yield decoder.decode(buffer.subarray(0, count), { stream: true });
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    await source.close();
  }
}
