/** An archive that only computes the size and SHA-256 of files, and writes nothing. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { Pieces } from '../export-set.ts';
import { leave, type WrittenFile } from '../zip/zip-writer.ts';
import type { ArchiveWriter } from './archive.ts';

export class HashingWriter implements ArchiveWriter {
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** An error of `content` ends the file. */
  // biome-ignore lint/correctness/useYield: an archive gets nothing of it
  async *file(
    _path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, WrittenFile, undefined> {
    const hash = createHash('sha256');
    let size = 0;
    let fault: unknown = null;
    try {
      for await (const piece of content) {
        // Nothing is yielded meanwhile, so the consumer cannot end this.
        if (this.#signal.aborted)
          throw new AppError('CANCELLED', 'The client disconnected before the report was complete.');
        hash.update(piece);
        size += piece.length;
      }
    } catch (error) {
      fault = error ?? new Error('nothing was thrown');
    } finally {
      await leave(content);
    }
    return { size, sha256: hash.digest('hex'), fault };
  }

  async *end(): Pieces {}

  async close(): Promise<void> {}
}
