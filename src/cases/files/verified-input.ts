/**
 * A byte input whose bytes are compared with their MD5. A small one is read at once. Of a large one the last piece is held
 * back until all of them have been read in order: whoever reads it to the end has what the hash names, or an error.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { SMALL_CONTENT_BYTES_MAX } from './limits.ts';
import { memoryInput } from './memory-input.ts';

/** `md5` in upper-case hexadecimal. Throws AppError NOT_FOUND if a small content has another; closes `input` then. */
export async function verifiedInput(input: ByteInput, md5: string): Promise<ByteInput> {
  if (input.bytes > SMALL_CONTENT_BYTES_MAX) return verifiedLater(input, md5);
  try {
    const bytes = Buffer.alloc(input.bytes);
    const count = await input.read(bytes, 0);
    const found = digest(bytes.subarray(0, count));
    if (found !== md5) throw new AppError('NOT_FOUND', mismatch(found, md5));
    return memoryInput(bytes);
  } finally {
    await input.close();
  }
}

function verifiedLater(input: ByteInput, md5: string): ByteInput {
  return {
    bytes: input.bytes,
    stream: (start = 0, end = input.bytes) => {
      const source = input.stream(start, end);
      if (start > 0 || end < input.bytes) return source;
      const verified = Readable.from(verify(source, md5), { objectMode: false });
      verified.once('close', () => source.destroy());
      return verified;
    },
    read: (target, position) => input.read(target, position),
    close: () => input.close(),
  };
}

async function* verify(source: Readable, md5: string): AsyncGenerator<Buffer> {
  const hash = createHash('md5');
  let held: Buffer | null = null;
  for await (const piece of source as AsyncIterable<Buffer>) {
    hash.update(piece);
    if (held !== null) yield held;
    held = piece;
  }
  const found = hash.digest('hex').toUpperCase();
  if (found !== md5) throw new Error(mismatch(found, md5));
  if (held !== null) yield held;
}

function digest(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex').toUpperCase();
}

function mismatch(found: string, md5: string): string {
  return `what was read has the MD5 ${found}, and the one that the case stored is ${md5}`;
}
