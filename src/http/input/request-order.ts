/**
 * Processes pipelined requests of a connection in sequence. Node delivers them all at once. Without this, a read could overtake
 * an earlier change, and later requests would not notice a disconnect: a hundred answers would be computed for a client that
 * reads none. Invalid bytes are also refused in their turn, because changes before them are made and the client must get their
 * results.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_COUNT_MAX } from '../limits.ts';
import { onClosed } from '../response-end.ts';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** Answers invalid bytes. Receives the answer that they interrupt, if any. */
type Refuse = (current: ServerResponse | null) => void;

interface Line {
  /** Requests waiting for the one before them. */
  readonly waiting: Exchange[];
  current: Exchange;
  /** The last request: invalid bytes are part of it, or follow it. */
  last: Exchange;
  /** Refuses the invalid bytes, after all earlier requests are answered. */
  refuse: Refuse | null;
}

export class RequestOrder {
  readonly #handle: RequestListener;
  readonly #lines = new WeakMap<Socket, Line>();

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** A connection with more waiting requests than `PIPELINED_COUNT_MAX` is closed. */
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

  /** Called for invalid bytes: `refuse` answers them after the earlier requests. */
  refuse(socket: Socket, refuse: Refuse): void {
    const line = this.#lines.get(socket);
    if (line === undefined) {
      refuse(null);
      return;
    }
    const isPart = !line.last[0].complete;
    if (isPart && line.last === line.current) refuse(line.current[1]);
    else {
      if (isPart && line.waiting.at(-1) === line.last) line.waiting.pop();
      line.refuse ??= refuse;
    }
  }

  #begin(exchange: Exchange, line: Line): void {
    const [request, response] = exchange;
    line.current = exchange;
    // Every answer is closed in the end: sent, cut off, or abandoned.
    onClosed(response, () => {
      // Runs in its own turn, so that a hundred quick requests do not block other connections.
      setImmediate(() => {
        const next = request.socket.destroyed ? undefined : line.waiting.shift();
        if (next !== undefined) {
          this.#begin(next, line);
          return;
        }
        this.#lines.delete(request.socket);
        line.refuse?.(null);
      });
    });
    this.#handle(request, response);
  }
}
