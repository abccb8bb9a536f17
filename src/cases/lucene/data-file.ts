/**
 * A file of an index. It is an extent of an open file, because a compound file contains several. Reads are synchronous and by
 * position, because terms and postings are read in small steps that should not wait for promises.
 */
import { readSync } from 'node:fs';
import type { AppError } from '../../shared/errors.ts';
import { WHOLE_FILE_BYTES_MAX } from './limits.ts';
import { termFinding } from './term-findings.ts';

export class DataFile {
  readonly bytes: number;
  /** Path of the containing file, relative to the case. */
  readonly path: string;
  readonly #fd: number;
  readonly #start: number;
  readonly #describe: (finding: string) => AppError;

  constructor(path: string, fd: number, start: number, bytes: number, describe: (finding: string) => AppError) {
    this.path = path;
    this.#fd = fd;
    this.#start = start;
    this.bytes = bytes;
    this.#describe = describe;
  }

  /** Returns a file inside this one, which must contain the extent. */
  inner(name: string, start: number, bytes: number): DataFile {
    return new DataFile(this.path, this.#fd, this.#start + start, bytes, (finding) =>
      this.#describe(`(${name}) ${finding}`),
    );
  }

  /** Returns the error for a damaged file. `finding`: the text after its name. */
  damaged(finding: string): AppError {
    return this.#describe(finding);
  }

  /** Returns the error for a finding of the kernel that reads terms. `finding` is its number. */
  found(finding: number, a: number, b: number): AppError {
    return this.damaged(termFinding(finding, a, b));
  }

  /** Reads `count` bytes at `offset` into `target`. Throws if the file has fewer. */
  read(target: Uint8Array, at: number, count: number, offset: number): void {
    if (offset + count > this.bytes) throw this.damaged(`ends at byte ${this.bytes}, before byte ${offset + count}`);
    let done = 0;
    while (done < count) {
      const read = this.#readSome(target, at + done, count - done, this.#start + offset + done);
      if (read === 0) throw this.damaged('became shorter while it was read');
      done += read;
    }
  }

  readWhole(): Uint8Array {
    if (this.bytes > WHOLE_FILE_BYTES_MAX) {
      throw this.damaged(`has ${this.bytes} bytes, more than the limit of ${WHOLE_FILE_BYTES_MAX}`);
    }
    const bytes = Buffer.allocUnsafeSlow(this.bytes);
    this.read(bytes, 0, this.bytes, 0);
    return bytes;
  }

  #readSome(target: Uint8Array, at: number, count: number, position: number): number {
    try {
      return readSync(this.#fd, target, at, count, position);
    } catch (error) {
      throw this.damaged(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    }
  }
}
