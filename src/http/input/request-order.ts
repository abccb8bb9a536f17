/**
 * Processes the requests that one connection sends without waiting for answers (pipelining) one after the other. Node
 * delivers them all at once: a read could overtake the change before it, a hundred answers would be made for a client
 * that reads none, and those that are not first in line would never learn that the client has disconnected.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_COUNT_MAX } from '../limits.ts';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** A connection with more requests waiting than `PIPELINED_COUNT_MAX` is cut off. */
export function inTurn(handle: RequestListener): RequestListener {
  /** Requests that wait on a connection while one of its requests is being processed. */
  const waiting = new WeakMap<Socket, Exchange[]>();

  const begin = ([request, response]: Exchange, line: Exchange[]): void => {
    // Every answer is closed in the end: sent, cut off, or without its client.
    response.once('close', () => {
      // In a turn of its own, so that a hundred quick requests do not block other connections.
      setImmediate(() => {
        const next = line.shift();
        if (next === undefined || request.socket.destroyed) waiting.delete(request.socket);
        else begin(next, line);
      });
    });
    handle(request, response);
  };

  return (request, response) => {
    const line = waiting.get(request.socket);
    if (line === undefined) {
      const own: Exchange[] = [];
      waiting.set(request.socket, own);
      begin([request, response], own);
    } else if (line.length >= PIPELINED_COUNT_MAX) request.socket.destroy();
    else line.push([request, response]);
  };
}
