/** Temporary files that are written once and read once, sequentially, a megabyte at a time. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const BATCH_BYTES = 1 << 20;

export class BatchedWriter {
  readonly #file: number;
  readonly #batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #held = 0;

  /** Creates a file. */
  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const count = Math.min(end - at, BATCH_BYTES - this.#held);
      this.#batch.set(bytes.subarray(at, at + count), this.#held);
      this.#held += count;
      at += count;
      if (this.#held === BATCH_BYTES) this.#flush();
    }
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    for (let at = 0; at < this.#held; ) at += writeSync(this.#file, this.#batch, at, this.#held - at);
    this.#held = 0;
  }
}

export class BatchedReader {
  readonly #file: number;
  readonly #batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #offset: number;
  #at = 0;
  #held = 0;

  constructor(path: string, from = 0) {
    this.#file = openSync(path, 'r');
    this.#offset = from;
  }

  /** Passes the next bytes to `take`, in pieces. Returns true if it read from the file. */
  give(count: number, take: (bytes: Uint8Array, start: number, end: number) => void): boolean {
    let hasRead = false;
    for (let left = count; left > 0; ) {
      if (this.#at === this.#held) {
        this.#read();
        hasRead = true;
      }
      const some = Math.min(left, this.#held - this.#at);
      take(this.#batch, this.#at, this.#at + some);
      this.#at += some;
      left -= some;
    }
    return hasRead;
  }

  #read(): void {
    this.#at = 0;
    this.#held = readSync(this.#file, this.#batch, 0, BATCH_BYTES, this.#offset);
    this.#offset += this.#held;
    if (this.#held === 0) throw new Error('a temporary file of the build ends early');
  }

  close(): void {
    closeSync(this.#file);
  }
}
