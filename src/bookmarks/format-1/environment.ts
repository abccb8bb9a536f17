/**
 * The tables of a store of format 1, an LMDB environment, held to their checksums: what the step to format 2 reads.
 *
 * Values end with a checksum (CRC-32, u32le) over key and value, except in the tables whose values carry their own: blocks,
 * and the log with its hashes.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { damaged } from '../journal/store-errors.ts';
import { Finding, type LmdbEntry, LmdbFile } from './lmdb-file.ts';

export const ENVIRONMENT_FILE = 'data.mdb';
export const ENVIRONMENT_LOCK_FILE = 'lock.mdb';

export type TableName = 'meta' | 'names' | 'sources' | 'sizes' | 'blocks' | 'log';
const SELF_CHECKED: ReadonlySet<TableName> = new Set(['blocks', 'log']);
const SEAL_BYTES = 4;

export class Environment {
  readonly #fd: number;
  readonly #file: LmdbFile;

  /** Throws DATA_DIR_UNUSABLE if it is damaged. */
  constructor(directory: string) {
    this.#fd = openSync(join(directory, ENVIRONMENT_FILE), 'r');
    try {
      this.#file = new LmdbFile(this.#fd);
    } catch (error) {
      closeSync(this.#fd);
      throw error instanceof Finding ? damaged(error.message, error) : error;
    }
  }

  /** Every key with its value, in order. Throws DATA_DIR_UNUSABLE if a value is not what was put under its key. */
  *entries(table: TableName): Generator<LmdbEntry> {
    for (const [key, stored] of this.#file.entries(table)) {
      if (SELF_CHECKED.has(table)) yield [key, stored];
      else yield [key, unsealed(key, stored)];
    }
  }

  /** The value of one key of a small table. */
  get(table: TableName, key: string): Buffer | undefined {
    for (const [found, value] of this.entries(table)) if (found.equals(Buffer.from(key))) return value;
    return undefined;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function unsealed(key: Buffer, stored: Buffer): Buffer {
  const value = stored.subarray(0, -SEAL_BYTES);
  const isSound = stored.length > SEAL_BYTES && stored.readUInt32LE(value.length) === crc32(value, crc32(key));
  if (!isSound) throw damaged('an entry has a wrong checksum');
  return value;
}
