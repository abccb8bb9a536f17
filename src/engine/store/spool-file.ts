/** A temporary file for bytes that are written once, in order, and then read like a stream of an index. */
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tuning } from '../../shared/thresholds.ts';
import { CHUNK_BYTES } from '../format.ts';
import { sealChunk, seedOf } from './sealed-chunk.ts';
import { newChunk } from './stream-writer.ts';

export class SpoolFile {
  readonly #path: string;
  readonly #file: number;
  readonly #buffer = new Uint8Array(tuning.runWriteBytes);
  #buffered = 0;
  #written = 0;

  /** Creates a file, and its directory if needed. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
    this.#file = openSync(path, 'wx');
  }

  get length(): number {
    return this.#written + this.#buffered;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    for (let from = start; from < end; ) {
      const count = Math.min(end - from, this.#buffer.length - this.#buffered);
      this.#buffer.set(bytes.subarray(from, from + count), this.#buffered);
      this.#buffered += count;
      from += count;
      if (this.#buffered === this.#buffer.length) this.#flush();
    }
  }

  /** Ends writing. Returns the location of the bytes. */
  finished(): SpooledBytes {
    this.#flush();
    return { path: this.#path, length: this.#written };
  }

  #flush(): void {
    for (let at = 0; at < this.#buffered; ) {
      at += writeSync(this.#file, this.#buffer, at, this.#buffered - at, this.#written + at);
    }
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The contents of a spool file. */
export interface SpooledBytes {
  readonly path: string;
  readonly length: number;
}

export class SpoolReader {
  readonly #bytes: SpooledBytes;
  #file: number | null = null;

  /** Opens the file on the first read. */
  constructor(bytes: SpooledBytes) {
    this.#bytes = bytes;
  }

  /** Returns a part of the file as a sealed chunk of a stream, or undefined past the end. */
  chunk(number: number): Uint8Array | undefined {
    const from = number * CHUNK_BYTES;
    const memory = newChunk();
    const bytes = memory.subarray(0, Math.max(0, Math.min(CHUNK_BYTES, this.#bytes.length - from)));
    if (bytes.length === 0) return undefined;
    this.#file ??= openSync(this.#bytes.path, 'r');
    for (let at = 0; at < bytes.length; ) at += readSync(this.#file, bytes, at, bytes.length - at, from + at);
    return sealChunk(memory, bytes.length, seedOf('postings', number));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
