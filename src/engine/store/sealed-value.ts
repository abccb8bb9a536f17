/** Values that end with a CRC-32. The store writes it, and verifies it before the value is used. */
import { crc32 } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';

export const CHECKSUM_BYTES = 4;

/** Returns a copy of a payload with its checksum. */
export function sealed(payload: Uint8Array): Uint8Array {
  const value = new Uint8Array(payload.length + CHECKSUM_BYTES);
  value.set(payload);
  writeChecksum(value);
  return value;
}

/** Writes the checksum of a value into its last bytes. The checksum begins with `seed`. */
export function writeChecksum(value: Uint8Array, seed = 0): void {
  const end = value.length - CHECKSUM_BYTES;
  const sum = crc32(value.subarray(0, end), seed);
  for (let i = 0; i < 4; i++) value[end + i] = sum >>> (8 * i);
}

/** The CRC-32 of any value followed by its own CRC-32, so a sealed value is verified in one piece. */
const RESIDUE = 0x2144_df1c;

export function isSealed(value: Uint8Array, seed = 0): boolean {
  return value.length >= CHECKSUM_BYTES && crc32(value, seed) === RESIDUE;
}

/** Returns the error for a value that does not match its checksum, is missing, or cannot be read. */
export function corrupt(stream: string, key: string | number, cause?: unknown): AppError {
  return new AppError(
    'INDEX_CORRUPT',
    `index data does not match its checksum (${stream}, ${key}); rebuild the index with \`case-access index build --force\``,
    cause === undefined ? {} : { cause },
  );
}
