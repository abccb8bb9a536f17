/** Reads, in turns, the rest of a chunked body that no route has read. Node itself would read it without a limit on chunks. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { onClosed } from '../response-end.ts';
import { isChunked, sentPieces } from './sent-pieces.ts';

export const unreadBodies: Middleware = async ({ req, res }, next) => {
  await next();
  if (isChunked(req) && !req.readableDidRead && !req.destroyed) void drop(req, res);
};

/** If the chunks are too small, closes the connection after the answer. */
async function drop(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces = sentPieces(request);
  try {
    while ((await pieces.next()).done !== true);
  } catch {
    if (response.closed) request.socket.destroy();
    else onClosed(response, () => request.socket.destroy());
  }
}
