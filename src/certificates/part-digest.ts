/** Reads a part of a case once, and hashes it. */
import type { CaseReader } from '../cases/case-reader.ts';
import type { PartRef } from '../shared/part-ref.ts';

/** Receives the bytes in order. */
interface Taker {
  update(bytes: Uint8Array): unknown;
}

/** Returns the number of hashed bytes, or null if they cannot be read. */
export async function digestPart(reader: CaseReader, ref: PartRef, hashes: readonly Taker[]): Promise<number | null> {
  try {
    const source = await reader.openPart(ref);
    try {
      let bytes = 0;
      for await (const chunk of source.stream() as AsyncIterable<Buffer>) {
        for (const hash of hashes) hash.update(chunk);
        bytes += chunk.length;
      }
      return bytes;
    } finally {
      await source.close();
    }
  } catch {
    return null;
  }
}
