/** Chunks in stored form, for tests. */
import { CHUNK_BYTES, type StreamName } from '../../../src/engine/format.ts';
import { sealChunk, seedOf } from '../../../src/engine/store/sealed-chunk.ts';
import { newChunk } from '../../../src/engine/store/stream-writer.ts';

/** Three chunks of bytes. */
export const BYTES = Uint8Array.from({ length: 3 * CHUNK_BYTES }, (_, i) => (i * 7919) >>> 5);

/** The n-th chunk of a stream, with these bytes, in stored form. */
export function sealedChunk(payload: Uint8Array, n = 0, stream: StreamName = 'items'): Uint8Array {
  const memory = newChunk();
  memory.set(payload);
  return sealChunk(memory, payload.length, seedOf(stream, n));
}
