/** Bytes that Autopsy stores as files: unpacked files, unchanged or encoded against virus scanners, and local files. */
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { sliceInput } from '../files/memory-input.ts';

/** An encoded file begins with this name, padded to 32 bytes. Every following byte is XORed with the key. */
const HEADER = 'TSK_CONTAINER_XOR1_';
const HEADER_BYTES = 32;
const KEY = 0xca;

/** Returns the path of a file below the case, as spelled on another system. */
export function pathBelowCase(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '');
}

/** Returns the decoded contents of an encoded file. Closes `encoded` if it is not one. */
export async function decodedInput(encoded: ByteInput): Promise<ByteInput> {
  const header = Buffer.alloc(HEADER_BYTES);
  const count = await encoded.read(header, 0);
  if (count < HEADER_BYTES || header.toString('latin1', 0, HEADER.length) !== HEADER) {
    await encoded.close();
    throw new AppError('NOT_FOUND', 'its file is damaged: it does not begin like an encoded file');
  }
  const whole = sliceInput(encoded, HEADER_BYTES, encoded.bytes - HEADER_BYTES);
  return {
    bytes: whole.bytes,
    stream: (start, end) => Readable.from(decoded(whole.stream(start, end)), { objectMode: false }),
    read: async (target, position) => {
      const read = await whole.read(target, position);
      for (let i = 0; i < read; i++) target[i]! ^= KEY;
      return read;
    },
    close: () => whole.close(),
  };
}

async function* decoded(pieces: Readable): AsyncGenerator<Buffer> {
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    // The piece may be shared, so decodes a copy.
    const out = Buffer.from(piece);
    for (let i = 0; i < out.length; i++) out[i]! ^= KEY;
    yield out;
  }
}
