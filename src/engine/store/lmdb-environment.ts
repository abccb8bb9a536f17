/**
 * The only file of the engine that imports LMDB and MessagePack. Opens the environment of an index for writing and for reading:
 * a database of chunks for each stream, and one of named values.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open as openLmdb, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { Packr } from 'msgpackr';
import { META, PAGE_BYTES, STREAMS, type StreamName } from '../format.ts';
import { corrupt } from './sealed-value.ts';

export const DATA_FILE = 'data.mdb';
const LOCK_FILE = 'lock.mdb';

export type ChunkDatabase = Database<Uint8Array, number>;

const MAP_BYTES = 2 ** 40;

/** The databases of the streams and the meta values of one index. */
export class LmdbEnvironment {
  readonly root: RootDatabase<Uint8Array, string>;
  readonly meta: Database<Uint8Array, string>;
  readonly #chunks = new Map<StreamName, ChunkDatabase>();

  private constructor(options: RootDatabaseOptionsWithPath) {
    this.root = openLmdb<Uint8Array, string>({
      ...options,
      noSubdir: false,
      encoding: 'binary',
      maxDbs: STREAMS.length + 2,
      mapSize: MAP_BYTES,
    });
    this.meta = this.root.openDB<Uint8Array, string>({ name: META, encoding: 'binary' });
    for (const name of STREAMS) {
      this.#chunks.set(name, this.root.openDB<Uint8Array, number>({ name, encoding: 'binary', keyEncoding: 'uint32' }));
    }
  }

  /** Creates an environment in an existing, empty directory, or opens it again. Nothing is flushed to disk until it is closed. */
  static create(directory: string): LmdbEnvironment {
    return new LmdbEnvironment({
      path: directory,
      noSync: true,
      overlappingSync: false,
      noMemInit: false,
      pageSize: PAGE_BYTES,
    });
  }

  /** Throws if one of its files is a pipe, a device or a folder, which would crash LMDB. */
  static openToRead(directory: string): LmdbEnvironment {
    for (const name of [DATA_FILE, LOCK_FILE]) {
      if (statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === false) {
        throw new Error(`${name} is not a regular file`);
      }
    }
    return new LmdbEnvironment({ path: directory, readOnly: true });
  }

  chunks(name: StreamName): ChunkDatabase {
    return this.#chunks.get(name)!;
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  /** Closes before it returns, which LMDB does if all writes were synchronous. */
  closeNow(): void {
    void this.root.close();
    // Missing from the types of the library.
    const { status } = this.root as unknown as { readonly status: string };
    if (status !== 'closed') throw new Error('LMDB waits for a write');
  }
}

/**
 * Returns a value, in the memory of the file, or undefined. Errors of LMDB itself (MDB_CORRUPTED, MDB_PAGE_NOTFOUND …)
 * mean a damaged index: INDEX_CORRUPT.
 */
export function readValue<K extends string | number>(
  database: Database<Uint8Array, K>,
  stream: string,
  key: K,
): Buffer | undefined {
  try {
    return database.getBinary(key);
  } catch (cause) {
    throw faultOf(cause, stream, key);
  }
}

/** Like `readValue`, but the bytes are valid only until another value is read. */
export function peekValue<K extends string | number>(
  database: Database<Uint8Array, K>,
  stream: string,
  key: K,
): Uint8Array | undefined {
  try {
    const value = database.getBinaryFast(key);
    return value === undefined ? undefined : shown(value);
  } catch (cause) {
    throw faultOf(cause, stream, key);
  }
}

/**
 * A view of the last value, reused because most values have the same length and making a view costs as much as the
 * lookup.
 */
let peeked = new Uint8Array(0);

/** Returns the bytes of a value in the shared buffer, whose stated length is too small. */
function shown({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  if (peeked.buffer !== buffer || peeked.byteOffset !== byteOffset || peeked.length !== length)
    peeked = new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
  return peeked;
}

function faultOf(cause: unknown, stream: string, key: string | number): unknown {
  // LMDB's own errors have numeric codes. The error for a closed environment has none.
  return typeof (cause as { code?: unknown }).code === 'number' ? corrupt(stream, key, cause) : cause;
}

const packr = new Packr({ useRecords: false });

/** Encodes a plain value as MessagePack. */
export function pack(value: unknown): Uint8Array {
  return packr.pack(value);
}

/** Decodes the output of `pack`. */
export function unpack(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}
