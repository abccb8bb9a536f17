/**
 * A byte input over a source that is read sequentially from a position, such as the output of a program or compressed data. A
 * read that continues where the last one ended is cheap. Any other read starts again.
 */
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { SMALL_CONTENT_BYTES_MAX } from './limits.ts';
import { memoryInput } from './memory-input.ts';

/** Yields exactly the bytes from `start` to `end`, or throws. `signal` ends everything that the function has started. */
export type Produce = (start: number, end: number, signal: AbortSignal) => AsyncGenerator<Buffer>;

interface Progress {
  readonly pieces: AsyncGenerator<Buffer>;
  readonly abort: AbortController;
  position: number;
  rest: Buffer;
}

export class StreamedInput implements ByteInput {
  readonly bytes: number;
  readonly #produce: Produce;
  #progress: Progress | null = null;

  constructor(bytes: number, produce: Produce) {
    this.bytes = bytes;
    this.#produce = produce;
  }

  /**
   * Reads small content completely, and the first bytes of large content. So a fault is noticed while the answer can still
   * report it, and the producer of small content becomes free.
   */
  async begin(): Promise<ByteInput> {
    if (this.bytes > SMALL_CONTENT_BYTES_MAX) {
      await this.#fill(this.#from(0));
      return this;
    }
    const bytes = Buffer.alloc(this.bytes);
    const count = await this.read(bytes, 0);
    await this.close();
    return memoryInput(bytes.subarray(0, count));
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    const wanted = Math.min(target.length, this.bytes - position);
    if (wanted <= 0) return 0;
    const progress = this.#from(position);
    let done = 0;
    while (done < wanted) {
      await this.#fill(progress);
      const part = progress.rest.subarray(0, wanted - done);
      if (part.length === 0) break;
      target.set(part, done);
      done += part.length;
      progress.position += part.length;
      progress.rest = progress.rest.subarray(part.length);
    }
    return done;
  }

  stream(start = 0, end = this.bytes): Readable {
    const last = Math.min(end, this.bytes);
    if (start >= last) return Readable.from([]);
    const begun = this.#progress;
    if (begun !== null && begun.position === start && last === this.bytes) {
      this.#progress = null;
      return streamOf(continued(begun), begun);
    }
    this.#stop();
    const abort = new AbortController();
    const pieces = this.#produce(start, last, abort.signal);
    return streamOf(pieces, { pieces, abort });
  }

  async close(): Promise<void> {
    this.#stop();
  }

  #from(position: number): Progress {
    if (this.#progress?.position === position) return this.#progress;
    this.#stop();
    const abort = new AbortController();
    const pieces = this.#produce(position, this.bytes, abort.signal);
    this.#progress = { pieces, abort, position, rest: Buffer.alloc(0) };
    return this.#progress;
  }

  async #fill(progress: Progress): Promise<void> {
    while (progress.rest.length === 0) {
      const { value, done } = await progress.pieces.next();
      if (done === true) return;
      progress.rest = value;
    }
  }

  #stop(): void {
    const progress = this.#progress;
    this.#progress = null;
    if (progress !== null) end(progress);
  }
}

async function* continued({ rest, pieces }: Progress): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  yield* pieces;
}

/** If the reader stops while it waits for data, the producer is also ended. */
function streamOf(pieces: AsyncGenerator<Buffer>, producing: Pick<Progress, 'pieces' | 'abort'>): Readable {
  const stream = Readable.from(pieces, { objectMode: false });
  stream.once('close', () => end(producing));
  return stream;
}

function end({ pieces, abort }: Pick<Progress, 'pieces' | 'abort'>): void {
  abort.abort();
  pieces.return(undefined).catch(() => undefined);
}

/** Yields the bytes between `start` and `end` of pieces that begin at `position`. Throws if they end early. */
export async function* cut(
  pieces: AsyncIterable<Buffer>,
  position: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = position;
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += piece.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
  if (at < end)
    throw new AppError('NOT_FOUND', `only ${Math.max(0, at - start)} of ${end - start} bytes could be read`);
}
