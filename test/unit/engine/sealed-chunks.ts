/** Chunks as they are stored, for tests. */
import { CHUNK_BYTES } from '../../../src/engine/format.ts';
import { sealChunk } from '../../../src/engine/store/sealed-chunk.ts';
import { newChunk } from '../../../src/engine/store/stream-writer.ts';

/** Three chunks of bytes. */
export const BYTES = Uint8Array.from({ length: 3 * CHUNK_BYTES }, (_, i) => (i * 7919) >>> 5);

/** A chunk of these bytes as it is stored. */
export function sealedChunk(payload: Uint8Array): Uint8Array {
  const memory = newChunk();
  memory.set(payload);
  return sealChunk(memory, payload.length);
}
