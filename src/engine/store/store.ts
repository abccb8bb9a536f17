/**
 * Storage of an index, and the only file of the engine that knows LMDB. A writer appends bytes to named streams; a
 * reader hands out ranges of them.
 *
 * A stream is cut into chunks of {@link CHUNK_BYTES} bytes, key: chunk number, value: payload and CRC-32. A chunk is
 * checked when it is read from LMDB and then kept in a bounded cache: what is served from there was checked, whatever
 * happens to the file later.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Database, open as openLmdb, type RootDatabase } from 'lmdb';
import { Packr } from 'msgpackr';
import { AppError } from '../../shared/errors.ts';
import { writeLockFile } from '../../shared/lock-file.ts';
import { CHUNK_BYTES, META, PAGE_BYTES, STREAMS, type StreamName } from '../format.ts';

export const DATA_FILE = 'data.mdb';

const packr = new Packr({ useRecords: false });

/** Encodes a plain value as MessagePack. */
export function pack(value: unknown): Uint8Array {
  return packr.pack(value);
}

/** Decodes what `pack` gave. */
export function unpack(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}

/** Bytes gathered before a write transaction. */
const BATCH_BYTES = 16 * 2 ** 20;
const MAP_BYTES = 2 ** 40;

export class StoreWriter {
  readonly #root: RootDatabase<Uint8Array, string>;
  readonly #meta: Database<Uint8Array, string>;
  readonly #streams = new Map<StreamName, StreamWriter>();
  #pending: { database: Database<Uint8Array, number>; chunk: number; value: Uint8Array }[] = [];

  private constructor(root: RootDatabase<Uint8Array, string>) {
    this.#root = root;
    this.#meta = root.openDB<Uint8Array, string>({ name: META, encoding: 'binary' });
    for (const name of STREAMS) {
      const database = root.openDB<Uint8Array, number>({ name, encoding: 'binary', keyEncoding: 'uint32' });
      const put = (chunk: number, value: Uint8Array): void => this.#put(database, chunk, value);
      this.#streams.set(name, new StreamWriter(put));
    }
  }

  /** An empty environment in an existing, empty directory. Nothing is flushed before `finish`. */
  static create(directory: string): StoreWriter {
    writeLockFile(directory);
    return new StoreWriter(
      openLmdb<Uint8Array, string>({
        path: directory,
        noSubdir: false,
        encoding: 'binary',
        maxDbs: STREAMS.length + 2,
        mapSize: MAP_BYTES,
        noSync: true,
        overlappingSync: false,
        noMemInit: false,
        pageSize: PAGE_BYTES,
      }),
    );
  }

  stream(name: StreamName): StreamWriter {
    return this.#streams.get(name)!;
  }

  streamBytes(): Record<StreamName, number> {
    return Object.fromEntries(STREAMS.map((name) => [name, this.stream(name).length])) as Record<StreamName, number>;
  }

  /** Writes what is left of the streams and `meta`, and closes. The caller flushes the file. */
  async finish(meta: Readonly<Record<string, unknown>>): Promise<void> {
    for (const stream of this.#streams.values()) stream.end();
    this.#flush();
    this.#root.transactionSync(() => {
      for (const [key, value] of Object.entries(meta)) this.#meta.putSync(key, sealed(packr.pack(value)));
    });
    await this.#root.close();
  }

  /** Closes without finishing: the directory holds nothing of use. */
  async abandon(): Promise<void> {
    this.#pending = [];
    await this.#root.close();
  }

  #put(database: Database<Uint8Array, number>, chunk: number, value: Uint8Array): void {
    this.#pending.push({ database, chunk, value });
    if (this.#pending.length * CHUNK_BYTES >= BATCH_BYTES) this.#flush();
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#root.transactionSync(() => {
      for (const { database, chunk, value } of pending) database.putSync(chunk, value, { append: true });
    });
  }
}

/** Appends to one stream; `length` is where the next byte goes. */
export class StreamWriter {
  length = 0;
  readonly #put: (chunk: number, value: Uint8Array) => void;
  #chunk = new Uint8Array(CHUNK_BYTES + 4);
  #filled = 0;
  #number = 0;

  constructor(put: (chunk: number, value: Uint8Array) => void) {
    this.#put = put;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    let from = start;
    while (from < end) {
      const count = Math.min(end - from, CHUNK_BYTES - this.#filled);
      this.#chunk.set(from === 0 && count === bytes.length ? bytes : bytes.subarray(from, from + count), this.#filled);
      this.#filled += count;
      from += count;
      if (this.#filled === CHUNK_BYTES) this.#emit();
    }
    this.length += end - start;
  }

  end(): void {
    if (this.#filled > 0) this.#emit();
  }

  #emit(): void {
    const value = this.#chunk.subarray(0, this.#filled + 4);
    writeChecksum(value);
    this.#put(this.#number++, value);
    this.#chunk = new Uint8Array(CHUNK_BYTES + 4);
    this.#filled = 0;
  }
}

function sealed(payload: Uint8Array): Uint8Array {
  const value = new Uint8Array(payload.length + 4);
  value.set(payload);
  writeChecksum(value);
  return value;
}

function writeChecksum(value: Uint8Array): void {
  const end = value.length - 4;
  const sum = crc32(value.subarray(0, end));
  for (let i = 0; i < 4; i++) value[end + i] = sum >>> (8 * i);
}

function isSealed(value: Uint8Array): boolean {
  const end = value.length - 4;
  if (end < 0) return false;
  const sum = crc32(value.subarray(0, end));
  return sum === (value[end]! | (value[end + 1]! << 8) | (value[end + 2]! << 16) | (value[end + 3]! << 24)) >>> 0;
}

/** Chunks that all streams of one reader keep in memory together, in bytes. */
const CACHE_BYTES = 96 * 2 ** 20;

export class StoreReader {
  readonly #root: RootDatabase<Uint8Array, string>;
  readonly #meta: Database<Uint8Array, string>;
  readonly #streams = new Map<StreamName, StreamReader>();

  private constructor(root: RootDatabase<Uint8Array, string>) {
    this.#root = root;
    this.#meta = root.openDB<Uint8Array, string>({ name: META, encoding: 'binary' });
    const cache = new ChunkCache(Math.floor(CACHE_BYTES / CHUNK_BYTES));
    for (const name of STREAMS) {
      const database = root.openDB<Uint8Array, number>({ name, encoding: 'binary', keyEncoding: 'uint32' });
      this.#streams.set(name, new StreamReader(name, database, cache));
    }
  }

  /** Opens a finished environment for reading. Throws INDEX_CORRUPT where LMDB refuses it. */
  static open(directory: string): StoreReader {
    if (!existsSync(join(directory, DATA_FILE))) throw new AppError('INDEX_MISSING', 'the index has no data file');
    try {
      return new StoreReader(
        openLmdb<Uint8Array, string>({
          path: directory,
          noSubdir: false,
          encoding: 'binary',
          maxDbs: STREAMS.length + 2,
          mapSize: MAP_BYTES,
          readOnly: true,
        }),
      );
    } catch (cause) {
      throw new AppError(
        'INDEX_CORRUPT',
        'the index does not open; rebuild it with `case-access index build --force`',
        {
          cause,
        },
      );
    }
  }

  /** A checked value of the meta database. */
  meta(key: string): unknown {
    const value = this.#meta.getBinary(key);
    if (value === undefined || !isSealed(value)) throw corrupt(META, key);
    return packr.unpack(value.subarray(0, value.length - 4));
  }

  stream(name: StreamName): StreamReader {
    return this.#streams.get(name)!;
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}

function corrupt(stream: string, key: string | number): AppError {
  return new AppError(
    'INDEX_CORRUPT',
    `index data does not match its checksum (${stream}, ${key}); rebuild the index with \`case-access index build --force\``,
  );
}

/** Chunks by the clock: a chunk used since the hand last passed stays. */
class ChunkCache {
  readonly #slots: ({ stream: StreamReader; chunk: number } | undefined)[];
  readonly #used: Uint8Array;
  #hand = 0;

  constructor(capacity: number) {
    this.#slots = new Array(capacity).fill(undefined);
    this.#used = new Uint8Array(capacity);
  }

  touch(slot: number): void {
    this.#used[slot] = 1;
  }

  /** A slot for a new chunk; whoever held it is told to forget. */
  claim(stream: StreamReader, chunk: number): number {
    while (this.#used[this.#hand] === 1) {
      this.#used[this.#hand] = 0;
      this.#hand = (this.#hand + 1) % this.#slots.length;
    }
    const slot = this.#hand;
    const evicted = this.#slots[slot];
    if (evicted !== undefined) evicted.stream.forget(evicted.chunk);
    this.#slots[slot] = { stream, chunk };
    this.#hand = (slot + 1) % this.#slots.length;
    return slot;
  }
}

/**
 * Ranges of one stream. After `fetch(offset, length)`, the range is `bytes[start … start + length)`; the bytes are
 * never written again, so a caller may keep them.
 */
export class StreamReader {
  readonly name: StreamName;
  readonly #database: Database<Uint8Array, number>;
  readonly #cache: ChunkCache;
  readonly #chunks: (Chunk | undefined)[] = [];
  readonly #slots: number[] = [];
  bytes: Uint8Array = EMPTY;
  /** The same bytes, to read words from; four more than were asked for can be read. */
  view: DataView = EMPTY_VIEW;
  /** The stream's offsets that `view` holds. */
  viewFrom = 0;
  viewTo = 0;
  start = 0;

  constructor(name: StreamName, database: Database<Uint8Array, number>, cache: ChunkCache) {
    this.name = name;
    this.#database = database;
    this.#cache = cache;
  }

  fetch(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    const within = offset - first * CHUNK_BYTES;
    if (length === 0) {
      // An empty range may lie at the end of the stream, where no chunk is.
      this.bytes = EMPTY;
      this.view = EMPTY_VIEW;
      this.viewFrom = offset;
      this.viewTo = offset;
      this.start = 0;
      return;
    }
    if (within + length <= CHUNK_BYTES) {
      const chunk = this.#chunk(first, within + length);
      this.bytes = chunk.bytes;
      this.view = chunk.view;
      this.viewFrom = offset - within;
      this.viewTo = this.viewFrom + chunk.bytes.length - 4;
      this.start = within;
      return;
    }
    const whole = new Uint8Array(length + 4);
    let filled = 0;
    for (let number = first, from = within; filled < length; number++, from = 0) {
      const count = Math.min(length - filled, CHUNK_BYTES - from);
      whole.set(this.#chunk(number, from + count).bytes.subarray(from, from + count), filled);
      filled += count;
    }
    this.bytes = whole;
    this.view = new DataView(whole.buffer);
    this.viewFrom = offset;
    this.viewTo = offset + length;
    this.start = 0;
  }

  /** Forgets a chunk that the cache gave away. */
  forget(chunk: number): void {
    this.#chunks[chunk] = undefined;
  }

  #chunk(number: number, needed: number): Chunk {
    const known = this.#chunks[number];
    if (known !== undefined) {
      this.#cache.touch(this.#slots[number]!);
      if (needed > known.bytes.length - 4) throw corrupt(this.name, number);
      return known;
    }
    const value = this.#database.getBinary(number);
    if (value === undefined || !isSealed(value) || needed > value.length - 4) throw corrupt(this.name, number);
    const chunk = {
      bytes: new Uint8Array(value.buffer, value.byteOffset, value.length),
      view: new DataView(value.buffer, value.byteOffset, value.length),
    };
    this.#slots[number] = this.#cache.claim(this, number);
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = chunk;
    return chunk;
  }
}

/** A checked chunk with its checksum: decoders of bits look a few bytes ahead. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

const EMPTY = new Uint8Array(0);
const EMPTY_VIEW = new DataView(EMPTY.buffer);
