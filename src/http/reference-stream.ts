/**
 * `{"docs":[{"source","id"},…]}` of any length as a stream. Digits and names are written straight into buffers, ten times
 * faster than by way of objects and strings; a buffer is handed on when it is full, so memory stays flat, a slow client
 * slows the writer down, and a client that goes away ends it.
 */
import { Readable } from 'node:stream';
import { pieceBytes, waitingBytesMax } from './limits.ts';
import { turn } from './turns.ts';

/** Items of one source; a batch may be reused by the next one. */
export interface ReferenceGroup {
  readonly source: string;
  readonly batches: () => Iterable<Uint32Array>;
}

export interface ReferenceStreamOptions {
  /** At most so many references in all; all of them by default. */
  readonly limit?: number;
  /** Further members of the object, written after `docs`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export function referenceStream(groups: readonly ReferenceGroup[], options: ReferenceStreamOptions): Readable {
  return Readable.from(pieces(groups, options), { objectMode: false, highWaterMark: waitingBytesMax });
}

const open = 0x7b;
const close = 0x7d;
const comma = 0x2c;
const idDigitsMax = 10;

async function* pieces(groups: readonly ReferenceGroup[], options: ReferenceStreamOptions): AsyncGenerator<Buffer> {
  const writer = new ReferenceWriter();
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for (const { source, batches } of groups) {
    if (left === 0) break;
    writer.startSource(source);
    for (const batch of batches()) {
      const end = Math.min(batch.length, left);
      left -= end;
      for (let next = 0; next < end; ) {
        next = writer.write(batch, next, end);
        if (!writer.isFull) continue;
        yield writer.take();
        await turn();
        options.signal.throwIfAborted();
      }
      if (left === 0) break;
    }
  }
  yield writer.finish(options.members ?? {});
}

class ReferenceWriter {
  #buffer = Buffer.allocUnsafe(pieceBytes);
  #offset: number;
  #prefix: Buffer = Buffer.alloc(0);
  #isFirst = true;

  constructor() {
    this.#offset = this.#buffer.write('{"docs":[');
  }

  /** A reference may not fit any more. */
  get isFull(): boolean {
    return this.#offset + this.#prefix.length + idDigitsMax + 2 > this.#buffer.length;
  }

  startSource(source: string): void {
    this.#prefix = Buffer.from(`{"source":${JSON.stringify(source)},"id":`);
  }

  /** Writes ids until the buffer is full, and returns the index of the first that is not written. */
  write(ids: Uint32Array, start: number, end: number): number {
    const buffer = this.#buffer;
    const prefix = this.#prefix;
    const prefixLength = prefix.length;
    const lastOffset = buffer.length - prefixLength - idDigitsMax - 2;
    let offset = this.#offset;
    let next = start;
    while (next < end && offset <= lastOffset) {
      if (this.#isFirst) this.#isFirst = false;
      else buffer[offset++] = comma;
      for (let i = 0; i < prefixLength; i++) buffer[offset + i] = prefix[i]!;
      offset = writeDigits(buffer, offset + prefixLength, ids[next]!);
      buffer[offset++] = close;
      next++;
    }
    this.#offset = offset;
    return next;
  }

  /** The bytes written so far. They are the caller's: the next piece gets a buffer of its own. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#offset);
    this.#buffer = Buffer.allocUnsafe(pieceBytes);
    this.#offset = 0;
    return taken;
  }

  finish(members: Readonly<Record<string, unknown>>): Buffer {
    const rest = Buffer.from(JSON.stringify(members));
    // The other object's opening brace becomes the comma between its members and `docs`.
    if (rest.length > 2 && rest[0] === open) rest[0] = comma;
    const tail = rest.length > 2 ? rest : rest.subarray(1);
    return Buffer.concat([this.#buffer.subarray(0, this.#offset), Buffer.from(']'), tail]);
  }
}

function writeDigits(buffer: Buffer, offset: number, value: number): number {
  let end = offset + 1;
  for (let bound = 10; bound <= value; bound *= 10) end++;
  let rest = value;
  for (let i = end - 1; i >= offset; i--) {
    const quotient = Math.floor(rest / 10);
    buffer[i] = 0x30 + rest - quotient * 10;
    rest = quotient;
  }
  return end;
}
