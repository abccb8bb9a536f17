/** Reads the named streams of a finished index, and the values stored next to them. Its counterpart is store-writer. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { tuning } from '../../shared/thresholds.ts';
import { FRAME_BYTES, type FramedBytes, type FramedName, META, STREAMS, type StreamName } from '../format.ts';
import { ChunkCache } from './chunk-cache.ts';
import { FrameReader } from './frames/frame-reader.ts';
import { DATA_FILE, LmdbEnvironment, peekValue, readValue, unpack } from './lmdb-environment.ts';
import { PassingChunks } from './passing-chunks.ts';
import { CHECKSUM_BYTES, corrupt, isSealed } from './sealed-value.ts';
import { StreamChunks } from './stream-chunks.ts';
import { StreamReader } from './stream-reader.ts';

/** Total bytes of chunks that all streams of one reader keep in memory. */
const CACHE_BYTES = tuning.cacheBytes;

export class StoreReader {
  readonly #environment: LmdbEnvironment;
  readonly #cache = new ChunkCache(CACHE_BYTES);
  readonly #passing = new PassingChunks(tuning.passingChunks);
  readonly #chunks = new Map<StreamName, StreamChunks>();
  readonly #streams = new Map<StreamName, StreamReader>();

  private constructor(environment: LmdbEnvironment) {
    this.#environment = environment;
    for (const name of STREAMS) {
      const database = environment.chunks(name);
      const passage = { source: (chunk: number) => peekValue(database, name, chunk), chunks: this.#passing };
      const source = (chunk: number) => readValue(database, name, chunk);
      this.#chunks.set(name, new StreamChunks(name, source, this.#cache, passage));
      this.#streams.set(name, this.newReader(name));
    }
  }

  /** Opens a finished environment for reading. Throws INDEX_CORRUPT if LMDB rejects it. */
  static open(directory: string): StoreReader {
    if (!existsSync(join(directory, DATA_FILE))) throw new AppError('INDEX_MISSING', 'the index has no data file');
    try {
      return new StoreReader(LmdbEnvironment.openToRead(directory));
    } catch (cause) {
      throw new AppError(
        'INDEX_CORRUPT',
        'the index does not open; rebuild it with `case-access index build --force`',
        { cause },
      );
    }
  }

  /** Returns a verified value of the meta database. */
  meta(key: string): unknown {
    const value = readValue(this.#environment.meta, META, key);
    if (value === undefined || !isSealed(value)) throw corrupt(META, key);
    return unpack(value.subarray(0, value.length - CHECKSUM_BYTES));
  }

  stream(name: StreamName): StreamReader {
    return this.#streams.get(name)!;
  }

  /** Returns another reader of a stream, whose range stays valid while other readers read. */
  newReader(name: StreamName): StreamReader {
    return new StreamReader(this.#chunks.get(name)!);
  }

  /** Returns a reader of the framed content of a stream. */
  framed(name: FramedName, location: FramedBytes): FrameReader {
    return new FrameReader(this.stream(name), location, FRAME_BYTES[name], this.#cache);
  }

  async close(): Promise<void> {
    await this.#environment.close();
  }
}
