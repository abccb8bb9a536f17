/**
 * Streams `{"docs":[{"source","id"},…]}` of any length. Digits and names are written directly into buffers, ten times faster than
 * through objects and strings. A buffer is passed on when it is full, so memory stays flat. A slow client slows the writer down,
 * and a disconnect ends it.
 */
import { Readable } from 'node:stream';
import { WAITING_BYTES_MAX } from '../limits.ts';
import { ReferenceWriter } from './reference-writer.ts';
import { turn } from './turns.ts';

/** Some items of one source; the array may be reused by the next batch. */
export interface ReferenceBatch {
  readonly target: { readonly id: string };
  readonly ids: Uint32Array;
}

/** Groups of batches. Remote batches are read while earlier ones are sent. */
export type ReferenceBatches = AsyncIterable<readonly ReferenceBatch[]> | Iterable<readonly ReferenceBatch[]>;

export interface ReferenceStreamOptions {
  /** Maximum number of references; default: all. */
  readonly limit?: number;
  /** Further members of the object, written after `docs`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Called with the number of references after all are written. */
  readonly onEnd?: (count: number) => void;
}

/** A small answer is one piece with a known length and without a stream. Throws errors of reading the first batches. */
export async function referenceBody(
  batches: ReferenceBatches,
  options: ReferenceStreamOptions,
): Promise<Buffer | Readable> {
  const made = pieces(batches, options);
  const first = await made.next();
  if (first.done === true) return first.value;
  return Readable.from(continued(first.value, made), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

/** An object, not a generator, because a generator that is abandoned before its first step would not end `others`. */
function continued(first: Buffer, others: AsyncGenerator<Buffer, Buffer, undefined>): AsyncIterableIterator<Buffer> {
  let waiting: Buffer | null = first;
  let isOver = false;
  return {
    async next() {
      if (isOver) return { done: true, value: undefined };
      if (waiting === null) {
        const { done, value } = await others.next();
        isOver = done === true;
        return { done: false, value };
      }
      const value = waiting;
      waiting = null;
      return { done: false, value };
    },
    async return() {
      isOver = true;
      await others.return(EMPTY);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const EMPTY = Buffer.alloc(0);

/** Returns the last piece. */
async function* pieces(
  all: ReferenceBatches,
  options: ReferenceStreamOptions,
): AsyncGenerator<Buffer, Buffer, undefined> {
  const writer = new ReferenceWriter();
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  let count = 0;
  let lastSource: string | null = null;
  for await (const batches of all) {
    for (const { target, ids } of batches) {
      if (target.id !== lastSource) writer.startSource(target.id);
      lastSource = target.id;
      const end = Math.min(ids.length, left);
      left -= end;
      count += end;
      for (let next = 0; next < end; ) {
        next = writer.write(ids, next, end);
        if (!writer.isFull || writer.grow()) continue;
        yield writer.take();
        await turn();
        options.signal.throwIfAborted();
      }
    }
    if (left === 0) break;
  }
  options.onEnd?.(count);
  return writer.finish(options.members ?? {});
}
