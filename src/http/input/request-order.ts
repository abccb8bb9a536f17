/**
 * Requests that one connection sends without waiting for answers, taken one after the other. Node hands them all over at
 * once: a read could overtake the change before it, a hundred answers would be made for a client that takes none, and
 * those that are not first in line would never hear that the client has gone.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipelinedCountMax } from '../limits.ts';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** A connection with more requests waiting than `pipelinedCountMax` is cut off. */
export function inTurn(handle: RequestListener): RequestListener {
  /** What waits on a connection that has a request at work. */
  const waiting = new WeakMap<Socket, Exchange[]>();

  const begin = ([request, response]: Exchange, line: Exchange[]): void => {
    // Closed is what every answer is in the end: sent, cut off, or without its client.
    response.once('close', () => {
      // In a turn of its own: a hundred requests that are quickly answered do not hold up other connections.
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
    } else if (line.length >= pipelinedCountMax) request.socket.destroy();
    else line.push([request, response]);
  };
}
