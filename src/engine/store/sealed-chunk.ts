/**
 * Chunks of streams as they are stored: a payload, the CRC-32 of each sector of it, and one of all that. Who wants a few bytes of a chunk
 * checks the sectors that have them; who keeps it checks it in one go.
 */
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES, SECTOR_BYTES, STREAMS, type StreamName } from '../format.ts';
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

/**
 * What all sums of a chunk begin with, another number for each chunk of an index: its sums are in its second page, which would vouch for itself
 * wherever it is found otherwise. The same bytes never have the same sum with two numbers.
 */
export function seedOf(stream: StreamName, chunk: number): number {
  return (SEEDS[stream] ^ chunk) >>> 0;
}

/** An index has room for fewer chunks of a stream. */
const CHUNK_BITS = 27;
const SEEDS = Object.fromEntries(STREAMS.map((name, n) => [name, (n + 1) << CHUNK_BITS])) as Record<StreamName, number>;

/** Whether a chunk matches all of its sums. */
export function isSealedByAll(value: Uint8Array, seed: number): boolean {
  if (!isSealed(value, seed)) return false;
  const payload = payloadOf(value.length);
  return Buffer.compare(sealChunk(Uint8Array.from(value), payload, seed), value) === 0;
}

/** Writes the sums of a payload behind it, in memory for a chunk of {@link SEALED_BYTES}; returns all that is stored. */
export function sealChunk(memory: Uint8Array, payload: number, seed: number): Uint8Array {
  const value = memory.subarray(0, payload + sumsBytes(payload));
  let at = payload;
  for (let from = 0; from < payload; from += SECTOR_BYTES) {
    const sum = crc32(value.subarray(from, Math.min(payload, from + SECTOR_BYTES)), seed);
    for (let byte = 0; byte < CHECKSUM_BYTES; byte++) value[at++] = sum >>> (8 * byte);
  }
  writeChecksum(value, seed);
  return value;
}
