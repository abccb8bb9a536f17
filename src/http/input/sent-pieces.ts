/**
 * The bytes of a body as they were sent, before decompression. Each chunk of a chunked body costs Node a call, however small it
 * is. Node reads a socket up to 32 times before other connections get their turn. So the reader takes one piece per turn.
 * Meanwhile the buffer of the request fills up, and Node pauses the connection. A body that consists mostly of framing is
 * refused.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferCleanup } from '../cleanup-queue.ts';
import { HttpFault } from '../errors.ts';
import { FRAMING_BYTES_MAX } from '../limits.ts';

export function isChunked(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined;
}

/** Ends with the error of the request if the client disconnects, and with HttpFault 400 for very small chunks. */
export async function* sentPieces(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const { socket } = request;
  const readBefore = socket.bytesRead;
  let bytes = 0;
  for await (const piece of piecesOf(request)) {
    bytes += piece.length;
    if (isChunked(request)) {
      await nextTurn();
      const sent = bytes + request.readableLength;
      if (socket.bytesRead - readBefore > FRAMING_BYTES_MAX + 2 * sent) throw smallChunks();
    }
    yield piece;
  }
}

async function* piecesOf(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  try {
    // Destroying the request would prevent an answer.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (fault) {
    // Thousands of clients may disconnect at once, and answering each error costs more than all other cleanup.
    await new Promise<void>(deferCleanup);
    throw fault;
  }
}

function smallChunks(): HttpFault {
  const message = 'The chunks of the body are too small: they consist mostly of framing. Send larger chunks.';
  return new HttpFault(400, message, { Connection: 'close' });
}
