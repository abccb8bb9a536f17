/** Writes the named streams of a new index, and the values beside them; its counterpart is store-reader. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLockFile } from '../../shared/lock-file.ts';
import { tuning } from '../../shared/thresholds.ts';
import { CHUNK_BYTES, STREAMS, type StreamName } from '../format.ts';
import { type ChunkDatabase, LmdbEnvironment, pack, readValue } from './lmdb-environment.ts';
import { sealed } from './sealed-value.ts';
import { newChunk, StreamWriter } from './stream-writer.ts';

/** Bytes buffered before a write transaction. */
const BATCH_BYTES = tuning.batchBytes;
/** More bytes than LMDB writes when it opens a new environment. */
const FIRST_BYTES = 1 << 16;

export class StoreWriter {
  readonly #environment: LmdbEnvironment;
  readonly #streams = new Map<StreamName, StreamWriter>();
  /** Written chunks, reused because memory outside the heap burdens the garbage collector. */
  readonly #free: Uint8Array[] = [];
  #pending: { database: ChunkDatabase; chunk: number; value: Uint8Array }[] = [];

  private constructor(environment: LmdbEnvironment) {
    this.#environment = environment;
    for (const name of STREAMS) {
      const database = environment.chunks(name);
      const put = (chunk: number, value: Uint8Array): void => this.#put(database, chunk, value);
      this.#streams.set(name, new StreamWriter(name, put, () => this.#free.pop() ?? newChunk()));
    }
  }

  /** Creates an environment in an existing, empty directory. Nothing is flushed before `finish`. */
  static create(directory: string): StoreWriter {
    expectRoom(directory);
    writeLockFile(directory);
    return new StoreWriter(LmdbEnvironment.create(directory));
  }

  stream(name: StreamName): StreamWriter {
    return this.#streams.get(name)!;
  }

  /** Visits the written bytes of a range of a stream, in order. */
  forWritten(
    name: StreamName,
    offset: number,
    length: number,
    visit: (bytes: Uint8Array, start: number, end: number) => void,
  ): void {
    const end = offset + length;
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / CHUNK_BYTES);
      const start = at - number * CHUNK_BYTES;
      const count = Math.min(end - at, CHUNK_BYTES - start);
      visit(this.#chunk(name, number), start, start + count);
      at += count;
    }
  }

  /** Returns a chunk, which may be incomplete. Recently written ones are still in memory. */
  #chunk(name: StreamName, number: number): Uint8Array {
    const database = this.#environment.chunks(name);
    const chunk =
      this.stream(name).unfinished(number) ??
      this.#pending.find((one) => one.chunk === number && one.database === database)?.value ??
      readValue(database, name, number);
    if (chunk === undefined) throw new RangeError(`chunk ${number} of ${name} is not written`);
    return chunk;
  }

  streamBytes(): Record<StreamName, number> {
    return Object.fromEntries(STREAMS.map((name) => [name, this.stream(name).length])) as Record<StreamName, number>;
  }

  /** Writes the rest of the streams and `meta`, and closes. The caller flushes the file. */
  async finish(meta: Readonly<Record<string, unknown>>): Promise<void> {
    for (const stream of this.#streams.values()) stream.end();
    this.#flush();
    this.#environment.root.transactionSync(() => {
      for (const [key, value] of Object.entries(meta)) this.#environment.meta.putSync(key, sealed(pack(value)));
    });
    await this.#environment.close();
  }

  /** Closes without finishing. The directory then contains nothing useful. */
  async abandon(): Promise<void> {
    this.#pending = [];
    await this.#environment.close();
  }

  #put(database: ChunkDatabase, chunk: number, value: Uint8Array): void {
    this.#pending.push({ database, chunk, value });
    if (this.#pending.length * CHUNK_BYTES >= BATCH_BYTES) this.#flush();
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#environment.root.transactionSync(() => {
      for (const { database, chunk, value } of pending) database.putSync(chunk, value, { append: true });
    });
    for (const { value } of pending) this.#free.push(new Uint8Array(value.buffer));
  }
}

/** Throws ENOSPC if the disk has no room for a new environment. LMDB's binding may crash if opening one fails. */
function expectRoom(directory: string): void {
  const path = join(directory, 'room');
  try {
    writeFileSync(path, new Uint8Array(FIRST_BYTES));
  } finally {
    rmSync(path, { force: true });
  }
}
