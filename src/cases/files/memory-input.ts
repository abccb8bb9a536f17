/** Simple byte inputs: empty, bytes in memory, a slice of another input. */
import { Readable } from 'node:stream';
import type { ByteInput } from '../case-reader.ts';

export function emptyInput(): ByteInput {
  return memoryInput(Buffer.alloc(0));
}

export function memoryInput(content: Uint8Array): ByteInput {
  return {
    bytes: content.length,
    stream: (start = 0, end = content.length) => Readable.from([Buffer.from(content.subarray(start, end))]),
    read: (target, position) => {
      const piece = content.subarray(position, position + target.length);
      target.set(piece);
      return Promise.resolve(piece.length);
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Returns bytes `offset` to `offset + bytes` of `whole`, which is closed with the slice. The caller must have checked the
 * bounds.
 */
export function sliceInput(whole: ByteInput, offset: number, bytes: number): ByteInput {
  return {
    bytes,
    stream: (start = 0, end = bytes) => whole.stream(offset + start, offset + Math.min(end, bytes)),
    read: (target, position) =>
      whole.read(target.subarray(0, Math.max(0, Math.min(target.length, bytes - position))), offset + position),
    close: () => whole.close(),
  };
}
