/**
 * Streams a long answer piece by piece, each in its own turn, as fast as the client reads. Its iterators are objects, not
 * generators, because an iterator that is abandoned before its first step must still close its source.
 */
import { Readable } from 'node:stream';
import { WAITING_BYTES_MAX } from '../limits.ts';
import { turn } from './turns.ts';

export interface ByteIterator extends AsyncIterableIterator<Uint8Array> {
  return(): Promise<IteratorResult<Uint8Array, void>>;
}

export function byteStream(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  waitingBytesMax = WAITING_BYTES_MAX,
): Readable {
  return Readable.from(inTurns(pieces[Symbol.asyncIterator](), signal), {
    objectMode: false,
    highWaterMark: waitingBytesMax,
  });
}

/** Returns the same pieces after making the first one. Throws its errors, so that they can still become a status. */
export async function begun(pieces: AsyncIterable<Uint8Array>): Promise<ByteIterator> {
  const source = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array, void> | null = await source.next();
  return iterator(source, async () => {
    if (first === null) return source.next();
    const made = first;
    first = null;
    return made;
  });
}

/** Pieces of complete JSON lines. An error becomes the last line. */
export function endedByLine(pieces: ByteIterator, lineOf: (fault: unknown) => object): ByteIterator {
  return iterator(pieces, async () => {
    try {
      return await pieces.next();
    } catch (fault) {
      return { done: false, value: Buffer.from(`${JSON.stringify(lineOf(fault))}\n`) };
    }
  });
}

function inTurns(pieces: AsyncIterator<Uint8Array, void>, signal: AbortSignal): ByteIterator {
  let isFirst = true;
  return iterator(pieces, async () => {
    for (;;) {
      if (!isFirst) await turn();
      if (!isFirst) signal.throwIfAborted();
      isFirst = false;
      const made = await pieces.next();
      if (made.done === true || made.value.length > 0) return made;
    }
  });
}

/** Closes `source` when abandoned, at any step. */
function iterator(source: AsyncIterator<Uint8Array, void>, next: ByteIterator['next']): ByteIterator {
  return {
    next,
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
