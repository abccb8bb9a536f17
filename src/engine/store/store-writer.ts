/** Writes the named streams of a new index, and the values stored next to them. Its counterpart is store-reader. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLockFile } from '../../shared/lock-file.ts';
import { tuning } from '../../shared/thresholds.ts';
import { CHUNK_BYTES, STREAMS, type StreamName } from '../format.ts';
import { LmdbEnvironment, pack, readValue } from './lmdb-environment.ts';
import { sealed } from './sealed-value.ts';
import { newChunk, StreamWriter } from './stream-writer.ts';

/** Bytes buffered before a write transaction. */
const BATCH_BYTES = tuning.batchBytes;
/** More bytes than LMDB writes when it opens a new environment. */
const FIRST_BYTES = 1 << 16;
/**
 * Maximum number of bytes written and read before the environment is opened again. LMDB maps the pages that lead to a
 * chunk, with their neighbours. So 4 % of an index would stay in memory, plus all chunks that are read again.
 */
const REOPENED_BYTES = tuning.reopenedBytes;

export class StoreWriter {
  readonly #directory: string;
  readonly #reopenedBytes: number;
  #environment: LmdbEnvironment;
  /** Bytes written and read since the environment was opened. */
  #mapped = 0;
  readonly #streams = new Map<StreamName, StreamWriter>();
  /** Memory of written chunks. It is reused because memory outside the heap burdens the garbage collector. */
  readonly #free: Uint8Array[] = [];
  #pending: { name: StreamName; chunk: number; value: Uint8Array }[] = [];

  private constructor(directory: string, reopenedBytes: number) {
    this.#directory = directory;
    this.#reopenedBytes = reopenedBytes;
    this.#environment = LmdbEnvironment.create(directory);
    for (const name of STREAMS) {
      const put = (chunk: number, value: Uint8Array): void => this.#put(name, chunk, value);
      this.#streams.set(name, new StreamWriter(name, put, () => this.#free.pop() ?? newChunk()));
    }
  }

  /** Creates an environment in an existing, empty directory. Nothing is flushed before `finish`. */
  static create(directory: string, reopenedBytes = REOPENED_BYTES): StoreWriter {
    expectRoom(directory);
    writeLockFile(directory);
    return new StoreWriter(directory, reopenedBytes);
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
    const held =
      this.stream(name).unfinished(number) ??
      this.#pending.find((one) => one.chunk === number && one.name === name)?.value;
    if (held !== undefined) return held;
    const chunk = readValue(this.#environment.chunks(name), name, number);
    if (chunk === undefined) throw new RangeError(`chunk ${number} of ${name} is not written`);
    this.#mapped += CHUNK_BYTES;
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

  #put(name: StreamName, chunk: number, value: Uint8Array): void {
    this.#pending.push({ name, chunk, value });
    if (this.#pending.length * CHUNK_BYTES >= BATCH_BYTES) this.#flush();
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#environment.root.transactionSync(() => {
      for (const { name, chunk, value } of pending) {
        this.#environment.chunks(name).putSync(chunk, value, { append: true });
      }
    });
    for (const { value } of pending) this.#free.push(new Uint8Array(value.buffer));
    this.#mapped += pending.length * CHUNK_BYTES;
    if (this.#mapped >= this.#reopenedBytes) this.#reopen();
  }

  /** Unmaps the file. */
  #reopen(): void {
    this.#environment.closeNow();
    this.#environment = LmdbEnvironment.create(this.#directory);
    this.#mapped = 0;
  }
}

/** Throws ENOSPC if the disk has no room for a new environment. LMDB's binding may crash if it cannot open one. */
function expectRoom(directory: string): void {
  const path = join(directory, 'room');
  try {
    writeFileSync(path, new Uint8Array(FIRST_BYTES));
  } finally {
    rmSync(path, { force: true });
  }
}
