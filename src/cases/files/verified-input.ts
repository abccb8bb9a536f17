/**
 * A byte input whose bytes are compared with a digest stored in the case. Small content is read and verified at once. For large
 * content, the last piece is held back until all bytes have been read in order. So a reader that reaches the end has verified
 * bytes, and otherwise gets an error. The same holds for consecutive reads by position from the beginning.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { SMALL_CONTENT_BYTES_MAX } from './limits.ts';
import { memoryInput } from './memory-input.ts';

export interface ExpectedDigest {
  readonly kind: 'MD5' | 'CRC-32';
  /** In upper-case hexadecimal. */
  readonly value: string;
  digest(): RunningDigest;
}

export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** In upper-case hexadecimal. */
  value(): string;
}

export function md5Of(): RunningDigest {
  const hash = createHash('md5');
  return { update: (bytes) => void hash.update(bytes), value: () => hash.digest('hex').toUpperCase() };
}

export function crc32Of(): RunningDigest {
  let crc = 0;
  return {
    update: (bytes) => {
      crc = crc32(bytes, crc);
    },
    value: () => crc.toString(16).padStart(8, '0').toUpperCase(),
  };
}

/**
 * If small content has another digest, closes `input` and throws AppError NOT_FOUND. For large content, the stream ends with
 * that error.
 */
export async function verifiedInput(input: ByteInput, expected: ExpectedDigest): Promise<ByteInput> {
  if (input.bytes > SMALL_CONTENT_BYTES_MAX) return verifiedLater(input, expected);
  try {
    const bytes = Buffer.alloc(input.bytes);
    const count = await input.read(bytes, 0);
    const digest = expected.digest();
    digest.update(bytes.subarray(0, count));
    const found = digest.value();
    if (found !== expected.value) throw new AppError('NOT_FOUND', mismatch(found, expected));
    return memoryInput(bytes);
  } finally {
    await input.close();
  }
}

function verifiedLater(input: ByteInput, expected: ExpectedDigest): ByteInput {
  /** Number of bytes from the beginning that were read in order. */
  let done = 0;
  const digest = expected.digest();
  return {
    bytes: input.bytes,
    stream: (start = 0, end = input.bytes) => {
      const source = input.stream(start, end);
      if (start > 0 || end < input.bytes) return source;
      const verified = Readable.from(verify(source, expected), { objectMode: false });
      verified.once('close', () => source.destroy());
      return verified;
    },
    async read(target, position) {
      const count = await input.read(target, position);
      if (position > done || position + count <= done) return count;
      digest.update(target.subarray(done - position, count));
      done = position + count;
      const found = done === input.bytes ? digest.value() : expected.value;
      if (found !== expected.value) throw new AppError('NOT_FOUND', mismatch(found, expected));
      return count;
    },
    close: () => input.close(),
  };
}

async function* verify(source: Readable, expected: ExpectedDigest): AsyncGenerator<Buffer> {
  const digest = expected.digest();
  let held: Buffer | null = null;
  for await (const piece of source as AsyncIterable<Buffer>) {
    digest.update(piece);
    if (held !== null) yield held;
    held = piece;
  }
  const found = digest.value();
  if (found !== expected.value) throw new AppError('NOT_FOUND', mismatch(found, expected));
  if (held !== null) yield held;
}

function mismatch(found: string, { kind, value }: ExpectedDigest): string {
  return `the bytes read have the ${kind} ${found}, but the case recorded ${value}`;
}
