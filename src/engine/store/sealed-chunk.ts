/**
 * Chunks of streams as they are stored: a payload, the CRC-32 of each sector of it, and one of all that. Who wants a few bytes of a chunk
 * checks the sectors that have them; who keeps it checks it in one go.
 */
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES, SECTOR_BYTES } from '../format.ts';
import { CHECKSUM_BYTES, isSealed, writeChecksum } from './sealed-value.ts';

/** A chunk that was checked, at least where it was asked for, with its sums: bit decoders read a few bytes ahead. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Bytes of its payload. */
  readonly length: number;
}

/** Bytes of a chunk with its sums, at the most. */
export const SEALED_BYTES = CHUNK_BYTES + sumsBytes(CHUNK_BYTES);

/** Bytes of the sums behind a payload. */
function sumsBytes(payload: number): number {
  return Math.ceil(payload / SECTOR_BYTES) * CHECKSUM_BYTES + CHECKSUM_BYTES;
}

/** Bytes of the payload of a chunk that has so many with its sums. */
export function payloadOf(sealedBytes: number): number {
  const withSectors = sealedBytes - CHECKSUM_BYTES;
  return withSectors - Math.ceil(withSectors / (SECTOR_BYTES + CHECKSUM_BYTES)) * CHECKSUM_BYTES;
}

/** Whether a chunk matches all of its sums. */
export function isSealedByAll(value: Uint8Array): boolean {
  if (!isSealed(value)) return false;
  const payload = payloadOf(value.length);
  return Buffer.compare(sealChunk(Uint8Array.from(value), payload), value) === 0;
}

/** Writes the sums of a payload behind it, in memory for a chunk of {@link SEALED_BYTES}; returns all that is stored. */
export function sealChunk(memory: Uint8Array, payload: number): Uint8Array {
  const value = memory.subarray(0, payload + sumsBytes(payload));
  let at = payload;
  for (let from = 0; from < payload; from += SECTOR_BYTES) {
    const sum = crc32(value.subarray(from, Math.min(payload, from + SECTOR_BYTES)));
    for (let byte = 0; byte < CHECKSUM_BYTES; byte++) value[at++] = sum >>> (8 * byte);
  }
  writeChecksum(value);
  return value;
}
