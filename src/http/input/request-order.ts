/**
 * Processes the requests that one connection sends without waiting for answers (pipelining) one after the other. Node
 * delivers them all at once: a read could overtake the change before it, a hundred answers would be made for a client
 * that reads none, and those that are not first in line would never learn that the client has disconnected. Bytes that are no request
 * are refused in their turn, too: the changes before them are made, and their client must learn so.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_COUNT_MAX } from '../limits.ts';
import { onClosed } from '../response-end.ts';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

interface Line {
  /** Requests that wait while the one before them is processed. */
  readonly waiting: Exchange[];
  current: Exchange;
  /** The last that came: what cannot be parsed is part of it, or follows it. */
  last: Exchange;
  /** Refuses what followed; done once all before it are answered. */
  refuse: (() => void) | null;
}

export class RequestOrder {
  readonly #handle: RequestListener;
  readonly #lines = new WeakMap<Socket, Line>();

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** A connection with more requests waiting than `PIPELINED_COUNT_MAX` is cut off. */
  readonly take: RequestListener = (request, response) => {
    const exchange = [request, response] as const;
    const line = this.#lines.get(request.socket);
    if (line === undefined) {
      const own: Line = { waiting: [], current: exchange, last: exchange, refuse: null };
      this.#lines.set(request.socket, own);
      this.#begin(exchange, own);
    } else if (line.waiting.length >= PIPELINED_COUNT_MAX) request.socket.destroy();
    else {
      line.last = exchange;
      line.waiting.push(exchange);
    }
  };

  /** What came last cannot be parsed: `refuse` answers it, once the requests before it have their own answers. */
  refuse(socket: Socket, refuse: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined) {
      refuse();
      return;
    }
    const isPart = !line.last[0].complete;
    if (isPart && line.last === line.current) refuse();
    else {
      if (isPart && line.waiting.at(-1) === line.last) line.waiting.pop();
      line.refuse ??= refuse;
    }
  }

  #begin(exchange: Exchange, line: Line): void {
    const [request, response] = exchange;
    line.current = exchange;
    // Every answer is closed in the end: sent, cut off, or without its client.
    onClosed(response, () => {
      // In a turn of its own, so that a hundred quick requests do not block other connections.
      setImmediate(() => {
        const next = request.socket.destroyed ? undefined : line.waiting.shift();
        if (next !== undefined) {
          this.#begin(next, line);
          return;
        }
        this.#lines.delete(request.socket);
        line.refuse?.();
      });
    });
    this.#handle(request, response);
  }
}
