/**
 * Spools bytes that are needed at the end of an export. The temporary file has no name, so nothing remains however the program
 * ends.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Pieces } from '../export-set.ts';

const BUFFER_BYTES = 64 * 1024;

export class Spool {
  #file: FileHandle | null = null;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #written = 0;

  get length(): number {
    return this.#written + this.#waitingBytes;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= BUFFER_BYTES) await this.#flush();
  }

  /** All spooled bytes, from the beginning. */
  async *pieces(): Pieces {
    for (let at = 0; at < this.#written; ) {
      const piece = Buffer.allocUnsafe(Math.min(BUFFER_BYTES, this.#written - at));
      const { bytesRead } = await this.#file!.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
    yield* this.#waiting;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  /** Throws AppError DISK_FULL. */
  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#write(bytes).catch((cause: NodeJS.ErrnoException) => {
      const message =
        'The folder of temporary files has no room for the list at the end of the export' +
        ` (${cause.code ?? 'unknown'}). Make room there, or name another folder in TMPDIR.`;
      throw new AppError('DISK_FULL', message, { cause });
    });
    this.#written += bytes.length;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#file ??= await openNameless();
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#written + at);
      at += bytesWritten;
    }
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `case-access-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
