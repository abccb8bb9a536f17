/** A file that is read sequentially. Its last piece is kept, because most mails are completely inside it. */
import type { FileHandle } from 'node:fs/promises';

export class FileWindow {
  readonly #handle: FileHandle;
  #last: Buffer = Buffer.alloc(0);
  #lastStart = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Returns the next piece, or null at the end. Its bytes are not overwritten. */
  async next(bytesMax: number): Promise<Buffer | null> {
    const start = this.#lastStart + this.#last.length;
    const piece = Buffer.allocUnsafe(bytesMax);
    const { bytesRead } = await this.#handle.read(piece, 0, bytesMax, start);
    if (bytesRead === 0) return null;
    this.#last = piece.subarray(0, bytesRead);
    this.#lastStart = start;
    return this.#last;
  }

  /** Returns bytes `start` to `end`, which were read before. Returns fewer if the file has shrunk. */
  async read(start: number, end: number): Promise<Buffer> {
    const at = start - this.#lastStart;
    if (at >= 0 && end - this.#lastStart <= this.#last.length) return this.#last.subarray(at, end - this.#lastStart);
    const bytes = Buffer.allocUnsafe(end - start);
    let count = 0;
    while (count < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, count, bytes.length - count, start + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    return bytes.subarray(0, count);
  }
}
