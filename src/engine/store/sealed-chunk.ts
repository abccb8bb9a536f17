/**
 * Stored chunks of streams: a payload, the CRC-32 of each sector, and a CRC-32 of all these. A reader of a few bytes
 * verifies only their sectors. A reader that caches the chunk verifies all of it.
 */
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES, SECTOR_BYTES, STREAMS, type StreamName } from '../format.ts';
import { CHECKSUM_BYTES, isSealed, writeChecksum } from './sealed-value.ts';

/** A chunk with its checksums, verified at least in the requested range. Bit decoders read a few bytes past the payload. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Bytes of its payload. */
  readonly length: number;
}

/** Maximum bytes of a chunk with its checksums. */
export const SEALED_BYTES = CHUNK_BYTES + sumsBytes(CHUNK_BYTES);

/** Bytes of the checksums after a payload. */
function sumsBytes(payload: number): number {
  return Math.ceil(payload / SECTOR_BYTES) * CHECKSUM_BYTES + CHECKSUM_BYTES;
}

/** Returns the payload bytes of a chunk with this total size. */
export function payloadOf(sealedBytes: number): number {
  const withSectors = sealedBytes - CHECKSUM_BYTES;
  return withSectors - Math.ceil(withSectors / (SECTOR_BYTES + CHECKSUM_BYTES)) * CHECKSUM_BYTES;
}

/**
 * Returns the initial value of all checksums of a chunk, different for each chunk of an index. The checksums are in the
 * second page of a chunk. Without a seed, that page would still match after it was moved to another chunk. Equal bytes
 * never have the same checksum with two different seeds.
 */
export function seedOf(stream: StreamName, chunk: number): number {
  return (SEEDS[stream] ^ chunk) >>> 0;
}

/** A stream has fewer than 2^CHUNK_BITS chunks. */
const CHUNK_BITS = 27;
const SEEDS = Object.fromEntries(STREAMS.map((name, n) => [name, (n + 1) << CHUNK_BITS])) as Record<StreamName, number>;

/** Whether a chunk matches all of its checksums. */
export function isSealedByAll(value: Uint8Array, seed: number): boolean {
  if (!isSealed(value, seed)) return false;
  const payload = payloadOf(value.length);
  return Buffer.compare(sealChunk(Uint8Array.from(value), payload, seed), value) === 0;
}

/**
 * Writes the checksums of a payload after it, in memory for a chunk of {@link SEALED_BYTES}. Returns the stored bytes.
 */
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
