/**
 * Writes a ZIP archive piece by piece, of any size and with any number of files. Its directory entries wait in a temporary
 * file. Libraries need a gigabyte for a million files, because they keep an object for each, and none of them accepts Node's
 * checksums.
 */
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Pieces } from '../export-set.ts';
import { packed } from './packed.ts';
import { Spool } from './spool.ts';
import {
  dataDescriptor,
  directoryRecord,
  endRecords,
  localHeader,
  WIDE_FROM,
  type WideFrom,
  type ZipEntry,
} from './zip-records.ts';

/** The result of writing a file. `fault` ended it early. */
export interface WrittenFile {
  readonly size: number;
  readonly sha256: string;
  readonly fault: unknown;
}

export class ZipWriter {
  readonly #directory = new Spool();
  readonly #wideFrom: WideFrom;
  #count = 0;
  #offset = 0;

  constructor(wideFrom: WideFrom = WIDE_FROM) {
    this.#wideFrom = wideFrom;
  }

  /**
   * Yields a file as pieces of the archive; returns the result. A fault of `content` ends the file, not the archive. `content`
   * is always closed. `bytesMax`: the maximum size, if known; otherwise it gets 64-bit records. `isPacked`: whether it is
   * compressed.
   */
  async *file(
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    bytesMax = Number.POSITIVE_INFINITY,
    isPacked = false,
  ): AsyncGenerator<Uint8Array, WrittenFile, undefined> {
    const name = Buffer.from(path);
    const isLarge = bytesMax >= this.#wideFrom.bytes;
    const offset = this.#offset;
    let begin = offset;
    const sums = new Sums();
    let fault: unknown = null;
    try {
      yield this.#counted(localHeader(name, isLarge, isPacked));
      begin = this.#offset;
      const summed = sums.of(content);
      for await (const piece of isPacked ? packed(summed) : summed) yield this.#counted(piece);
    } catch (error) {
      fault = error ?? new Error('nothing was thrown');
    } finally {
      // If the caller stops at the header, reading of the content has not begun.
      await leave(content);
    }
    const entry: ZipEntry = {
      name,
      offset,
      size: sums.size,
      packed: this.#offset - begin,
      crc: sums.crc,
      isLarge,
      isPacked,
    };
    if (!isLarge && sums.size >= this.#wideFrom.bytes) throw new Error(`the file ${path} grew while it was read`);
    yield this.#counted(dataDescriptor(entry));
    this.#count++;
    await this.#directory.add(directoryRecord(entry, this.#wideFrom));
    return { size: sums.size, sha256: sums.sha256(), fault };
  }

  async *end(): Pieces {
    const offset = this.#offset;
    yield* this.#directory.pieces();
    yield endRecords(this.#count, offset, this.#directory.length, this.#wideFrom);
  }

  close(): Promise<void> {
    return this.#directory.close();
  }

  #counted(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length;
    return bytes;
  }
}

/** Ends the source of the content, whatever its state. */
export async function leave(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  if ('return' in content && typeof content.return === 'function') await content.return();
}

class Sums {
  size = 0;
  crc = 0;
  readonly #hash: Hash = createHash('sha256');

  /** The same pieces, counted. */
  async *of(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Pieces {
    for await (const piece of content) {
      this.size += piece.length;
      this.crc = crc32(piece, this.crc);
      this.#hash.update(piece);
      yield piece;
    }
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}
