/**
 * Reads the bytes of an item file, and decompresses them if its first bytes mark it as gzip. Compressed input is fed in small
 * pieces, and all output of a piece is taken before the next one. So everything before a truncation is read, and a
 * decompression bomb takes no more memory than the expansion of one piece. The next piece is read while the caller processes
 * the current one.
 */
import type { FileHandle } from 'node:fs/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { INFLATE_INPUT_BYTES, INFLATE_INPUT_BYTES_MIN, INFLATED_BYTES_MAX, READ_BYTES } from './limits.ts';

export interface Piece {
  readonly chunks: readonly Buffer[];
  /** Bytes of the file that it consumed. */
  readonly consumed: number;
  /** The reason why nothing follows, if the file ends before its data does. */
  readonly fault: string | null;
}

/** Yields pieces of the file in order. Errors in the data are reported with the last piece. Disk errors are thrown. */
export async function* readPieces(handle: FileHandle): AsyncGenerator<Piece> {
  yield* readAhead((await isGzip(handle)) ? inflatePieces(handle) : plainPieces(handle));
}

/** Whether the first bytes of the file mark it as gzip. */
export async function isGzip(handle: FileHandle): Promise<boolean> {
  const magic = Buffer.alloc(2);
  const { bytesRead } = await handle.read(magic, 0, 2, 0);
  return bytesRead === 2 && magic[0] === 0x1f && magic[1] === 0x8b;
}

async function* plainPieces(handle: FileHandle): AsyncGenerator<Piece> {
  for (let position = 0; ; ) {
    const chunk = await readAt(handle, position, READ_BYTES);
    if (chunk.length === 0) return;
    position += chunk.length;
    yield { chunks: [chunk], consumed: chunk.length, fault: null };
  }
}

async function* inflatePieces(handle: FileHandle): AsyncGenerator<Piece> {
  const inflater = new Inflater();
  let delivered = 0;
  let bytes = INFLATE_INPUT_BYTES;
  try {
    for (let position = 0; ; ) {
      const chunk = await readAt(handle, position, bytes);
      const fault = chunk.length === 0 ? await inflater.finish() : await inflater.feed(chunk);
      const chunks = inflater.take();
      const consumed = chunk.length;
      if (fault !== null) {
        yield { chunks, consumed, fault: null };
        delivered += total(chunks);
        yield { chunks: await salvage(handle, position, delivered), consumed: 0, fault };
        return;
      }
      if (chunks.length > 0 || consumed > 0) yield { chunks, consumed, fault: null };
      if (inflater.isEnded && chunk.length > 0) {
        yield* paddingPieces(handle, inflater.bytesUsed, position + chunk.length);
        return;
      }
      if (chunk.length === 0) return;
      const output = total(chunks);
      delivered += output;
      position += chunk.length;
      bytes = inputFor(chunk.length, output);
    }
  } finally {
    inflater.close();
  }
}

/** Returns how much to feed next, assuming that it expands like the last bytes. */
function inputFor(fed: number, output: number): number {
  const fitting = Math.floor((INFLATED_BYTES_MAX * fed) / Math.max(1, output));
  return Math.min(INFLATE_INPUT_BYTES, Math.max(INFLATE_INPUT_BYTES_MIN, fitting));
}

/** Handles the bytes after the end of the data at `end`. Zeros are padding from tapes and tools; Anything else is reported. */
async function* paddingPieces(handle: FileHandle, end: number, reported: number): AsyncGenerator<Piece> {
  for (let position = end; ; ) {
    const chunk = await readAt(handle, position, READ_BYTES);
    if (chunk.length === 0) return;
    position += chunk.length;
    const fault = chunk.some((byte) => byte !== 0) ? 'something follows the end of the gzip data' : null;
    yield { chunks: [], consumed: Math.max(0, Math.min(chunk.length, position - reported)), fault };
    if (fault !== null) return;
  }
}

/**
 * The decompressor discards its output of a piece if it finds an error in it. So the piece at `faulty` is read again, byte by
 * byte. Returns the output after the first `delivered` bytes, which would otherwise be lost.
 */
async function salvage(handle: FileHandle, faulty: number, delivered: number): Promise<readonly Buffer[]> {
  const inflater = new Inflater();
  let skip = delivered;
  const saved: Buffer[] = [];
  const keep = (): void => {
    for (const chunk of inflater.take()) {
      if (chunk.length > skip) saved.push(chunk.subarray(skip));
      skip = Math.max(0, skip - chunk.length);
    }
  };
  try {
    for (let position = 0; position < faulty; ) {
      const chunk = await readAt(handle, position, Math.min(INFLATE_INPUT_BYTES_MIN, faulty - position));
      await inflater.feed(chunk);
      keep();
      position += Math.max(1, chunk.length);
    }
    for (const byte of await readAt(handle, faulty, INFLATE_INPUT_BYTES)) {
      const fault = await inflater.feed(Buffer.of(byte));
      keep();
      if (fault !== null) break;
    }
  } finally {
    inflater.close();
  }
  return saved;
}

/** A decompressor that returns errors instead of throwing, and buffers its output until it is taken. */
class Inflater {
  readonly #gunzip: Gunzip;
  #output: Buffer[] = [];
  #fault: string | null = null;
  #wake: (() => void) | null = null;
  /** Set after the end of the data. Further input is ignored. */
  isEnded = false;

  constructor() {
    this.#gunzip = createGunzip({ chunkSize: READ_BYTES });
    this.#gunzip.on('data', (chunk: Buffer) => this.#output.push(chunk));
    this.#gunzip.on('error', (error: NodeJS.ErrnoException) => {
      this.#fault =
        error.code === 'Z_BUF_ERROR' ? 'the gzip data is cut short' : `the gzip data is broken: ${error.message}`;
      this.#wake?.();
    });
    // If the data ends before the input does, the callback of the write is never called.
    this.#gunzip.on('end', () => {
      this.isEnded = true;
      this.#wake?.();
    });
  }

  /** Input bytes up to the end of the data. */
  get bytesUsed(): number {
    return this.#gunzip.bytesWritten;
  }

  /** Returns the fault, or null. */
  async feed(chunk: Buffer): Promise<string | null> {
    return this.#settle((done) => this.#gunzip.write(chunk, done));
  }

  async finish(): Promise<string | null> {
    return this.#settle(() => this.#gunzip.end());
  }

  take(): readonly Buffer[] {
    const output = this.#output;
    this.#output = [];
    return output;
  }

  close(): void {
    this.#gunzip.destroy();
  }

  async #settle(start: (done: () => void) => void): Promise<string | null> {
    if (this.#fault === null && !this.isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        start(() => resolve());
      });
    }
    return this.#fault;
  }
}

/** Requests the next value while the caller processes the current one. */
async function* readAhead<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pieces.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = pieces.next();
      // A caller that stops early never awaits the last read. If that read fails, it must not end the process.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await handle.read(chunk, 0, bytes, position);
  return chunk.subarray(0, bytesRead);
}

function total(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
