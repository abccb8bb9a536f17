/**
 * `{"docs":[{"source","id"},…]}` of any length as a stream. Digits and names are written straight into buffers, ten times
 * faster than by way of objects and strings; a buffer is handed on when it is full, so memory stays flat, a slow client
 * slows the writer down, and a client that goes away ends it.
 */
import { Readable } from 'node:stream';
import { waitingBytesMax } from '../limits.ts';
import { ReferenceWriter } from './reference-writer.ts';
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
