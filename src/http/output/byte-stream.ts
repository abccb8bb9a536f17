/** A long answer that is made piece by piece, each in a turn of its own, as fast as the client reads. */
import { Readable } from 'node:stream';
import { WAITING_BYTES_MAX } from '../limits.ts';
import { turn } from './turns.ts';

export function byteStream(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Readable {
  return Readable.from(inTurns(pieces, signal), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

async function* inTurns(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (piece.length > 0) yield piece;
    await turn();
    signal.throwIfAborted();
  }
}
