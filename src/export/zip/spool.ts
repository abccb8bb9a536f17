/** Bytes that are needed at the end of an export, in a temporary file without a name: whatever ends the program, nothing stays. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  /** All of it, from the beginning. */
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

  async #flush(): Promise<void> {
    this.#file ??= await openNameless();
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#written + at);
      at += bytesWritten;
    }
    this.#written += bytes.length;
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `case-access-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
