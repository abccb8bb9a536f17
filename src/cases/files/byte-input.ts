/**
 * A range of bytes of an open file, and the pool that keeps files of a case open while they are needed. A build reads millions
 * of ranges of the same few pack files, and opening a file each time would cost more than reading. Reads are by position, so
 * that readers of one file do not wait for each other.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { OPEN_FILES_MAX } from './limits.ts';
import { type OpenedFile, shown } from './safe-path.ts';

const streamChunkBytes = 64 * 1024;

/** A range of a file, whose name is as the case spells it and is checked only when it is opened. Default: the whole file. */
export interface FileRange {
  readonly file: string;
  readonly offset?: number;
  readonly length?: number;
}

/** Opens the files of a pool: either files inside a case, or evidence outside it. */
export interface FileOpener {
  open(file: string): Promise<OpenedFile>;
}

/** Maximum age of the known size of an open file if all of it is read. A file that was just opened is not checked again. */
const WHOLE_SIZE_MS_MAX = 1;
/** Maximum age of the known size if a range of given length is read. A build reads millions of ranges from one pack file. */
const RANGE_SIZE_MS_MAX = 100;

class OpenHandle {
  readonly handle: FileHandle;
  #size: number;
  #seenAt = performance.now();

  constructor(handle: FileHandle, size: number) {
    this.handle = handle;
    this.#size = size;
  }

  /**
   * Checks the size of evidence, which may be truncated or grow while it is served. Reads the size again if it is older than
   * `msMax`, or less than `end`.
   */
  async size(msMax: number, end: number): Promise<number> {
    if (performance.now() - this.#seenAt <= msMax && end <= this.#size) return this.#size;
    this.#size = (await this.handle.stat()).size;
    this.#seenAt = performance.now();
    return this.#size;
  }
}

interface PooledFile {
  readonly opening: Promise<OpenHandle>;
  /** Inputs that are reading it or waiting for it to open. */
  users: number;
  /** Set when the file leaves the pool. Its last user then closes it. */
  retired: boolean;
}

export class FilePool {
  readonly #files: FileOpener;
  /** Least recently used first. */
  readonly #pooled = new Map<string, PooledFile>();
  #closed = false;

  constructor(files: FileOpener) {
    this.#files = files;
  }

  /** Returns the bytes of a range. Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(range: FileRange): Promise<ByteInput> {
    if (this.#closed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    const file = this.#acquire(range.file);
    try {
      await this.#evict();
      const open = await file.opening;
      const msMax = range.length === undefined ? WHOLE_SIZE_MS_MAX : RANGE_SIZE_MS_MAX;
      const end = (range.offset ?? 0) + (range.length ?? 0);
      const { start, bytes } = checkRange(range, await open.size(msMax, end));
      return new RangeInput(open.handle, start, bytes, () => this.#release(file));
    } catch (error) {
      if (this.#pooled.get(range.file) === file && (await opened(file)) === null) this.#pooled.delete(range.file);
      await this.#release(file);
      throw error;
    }
  }

  /** Closes files without readers. The others are closed with their last input. */
  async close(): Promise<void> {
    this.#closed = true;
    const files = [...this.#pooled.values()];
    this.#pooled.clear();
    await Promise.all(files.map((file) => this.#retire(file)));
  }

  /** Counts the user before the first await, so that an eviction does not close the file in between. */
  #acquire(name: string): PooledFile {
    const file = this.#pooled.get(name) ?? { opening: this.#openFile(name), users: 0, retired: false };
    this.#pooled.delete(name);
    this.#pooled.set(name, file);
    file.users++;
    return file;
  }

  async #openFile(name: string): Promise<OpenHandle> {
    const { handle, stats } = await this.#files.open(name);
    return new OpenHandle(handle, stats.size);
  }

  async #evict(): Promise<void> {
    while (this.#pooled.size > OPEN_FILES_MAX) {
      const [name, file] = this.#pooled.entries().next().value as [string, PooledFile];
      this.#pooled.delete(name);
      await this.#retire(file);
    }
  }

  async #retire(file: PooledFile): Promise<void> {
    file.retired = true;
    if (file.users === 0) await (await opened(file))?.handle.close();
  }

  async #release(file: PooledFile): Promise<void> {
    file.users--;
    if (file.users === 0 && file.retired) await (await opened(file))?.handle.close();
  }
}

async function opened(file: PooledFile): Promise<OpenHandle | null> {
  return file.opening.catch(() => null);
}

/** Returns the bounds of a range in a file of `size` bytes. Throws AppError NOT_FOUND if it exceeds the end. */
export function checkRange(range: FileRange, size: number): { start: number; bytes: number } {
  const start = range.offset ?? 0;
  if (!Number.isSafeInteger(start) || start < 0) throw badRange(range, `has no byte offset ${start}`);
  const bytes = range.length ?? size - start;
  if (range.length !== undefined && (!Number.isSafeInteger(bytes) || bytes < 0)) {
    throw badRange(range, `has no length ${bytes}`);
  }
  if (start > size || bytes > size - start) {
    throw badRange(range, `ends at byte ${size}, before the range ${start}…${start + Math.max(bytes, 0)}`);
  }
  return { start, bytes };
}

function badRange(range: FileRange, fault: string): AppError {
  return new AppError('NOT_FOUND', `file ${shown(range.file)} ${fault}`);
}

/** Returns the error for evidence that changes while it is read: a finding about the content that a client may see. */
export function changed(finding: string): AppError {
  return new AppError('NOT_FOUND', finding);
}

class RangeInput implements ByteInput {
  readonly bytes: number;
  readonly #handle: FileHandle;
  readonly #start: number;
  readonly #release: () => Promise<void>;
  #closed = false;

  constructor(handle: FileHandle, start: number, bytes: number, release: () => Promise<void>) {
    this.#handle = handle;
    this.#start = start;
    this.bytes = bytes;
    this.#release = release;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (this.#closed) throw new Error('read of a closed byte input');
    const wanted = Math.min(target.length, this.bytes - position);
    let done = 0;
    while (done < wanted) {
      const { bytesRead } = await this.#handle.read(target, done, wanted - done, this.#start + position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  }

  stream(start = 0, end = this.bytes): Readable {
    let position = Math.max(0, start);
    const last = Math.min(end, this.bytes);
    const input = this;
    return new Readable({
      highWaterMark: streamChunkBytes,
      read(): void {
        const wanted = Math.min(streamChunkBytes, last - position);
        if (wanted <= 0) {
          this.push(null);
          return;
        }
        const chunk = Buffer.allocUnsafe(wanted);
        input.read(chunk, position).then(
          (count) => {
            position += count;
            // The file shrank while it was read. A truncated answer must not look complete.
            if (count === 0) this.destroy(changed('the file was truncated while it was read'));
            else this.push(count === wanted ? chunk : chunk.subarray(0, count));
          },
          (error: unknown) => this.destroy(error as Error),
        );
      },
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#release();
  }
}
