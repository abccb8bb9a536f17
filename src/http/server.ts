/**
 * The listening server. Sets Node's limits, and replaces Node's empty error answers with the error body. On a stop, running
 * requests finish.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AllowedHosts } from '../access/allowed-hosts.ts';
import type { Connect } from './agents/inside.ts';
import { createApp } from './app.ts';
import { cleanupsDone, deferCleanup } from './cleanup-queue.ts';
import type { AppOptions } from './dependencies.ts';
import { RequestOrder } from './input/request-order.ts';
import { Lifecycle } from './lifecycle.ts';
import {
  BUFFERED_BODY_BYTES_MAX,
  CONNECTION_COUNT_MAX,
  DRAIN_MS_MAX,
  HEADER_BYTES_MAX,
  HEADERS_MAX,
  HEADERS_MS_MAX,
  KEEP_ALIVE_MS_MAX,
  REQUEST_MS_MAX,
} from './limits.ts';

export interface ServerOptions extends Omit<AppOptions, 'hosts' | 'connect'> {
  readonly host: string;
  /** Further accepted host names. */
  readonly allowedHosts?: readonly string[];
  /** 0 picks any free port. */
  readonly port: number;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** Base URL, with an address that clients can connect to. */
  readonly url: string;
  /** Refuses new requests, waits for running ones, and closes those that take too long. May be called twice. */
  stop(): Promise<void>;
}

/** Resolves when the server listens; rejects with Node's error if the address cannot be used. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Koa checks each answer for this class. Node loads its implementation on first use, which takes 20 ms and more.
  Reflect.get(globalThis, 'Response');
  const lifecycle = new Lifecycle();
  const hosts = new AllowedHosts({ bound: options.host, allowed: options.allowedHosts ?? [] });
  const server = createServer({
    highWaterMark: BUFFERED_BODY_BYTES_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: KEEP_ALIVE_MS_MAX,
    // The app itself answers this, with a body.
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTION_COUNT_MAX;
  // Node silently drops further headers: one more than allowed is kept, and the request refused.
  server.maxHeadersCount = HEADERS_MAX + 1;
  const connect: Connect = (socket) => void server.emit('connection', socket);
  const order = new RequestOrder(createApp({ ...options, hosts, connect }, lifecycle).callback());
  server.on('request', order.take);
  // The body is requested when it is read. If the request is refused before, the connection ends.
  server.on('checkContinue', (request, response) => {
    response.shouldKeepAlive = false;
    order.take(request, response);
  });
  // The client took this server for a proxy.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(rawAnswer(405, 'CONNECT is not allowed: this server is not a proxy.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    deferCleanup(() => {
      if (error.code === 'ECONNRESET') socket.destroy();
      else order.refuse(socket as Socket, (begun) => answerClientError(error, socket as Socket, begun));
    }),
  );
  server.on('checkExpectation', refuseExpectation);
  await listen(server, options.host, options.port);
  const { address, port } = server.address() as AddressInfo;
  hosts.add(address);
  let stopping: Promise<void> | null = null;
  return {
    host: address,
    port,
    url: `http://${shownHost(address)}:${port}`,
    stop() {
      stopping ??= stop(server, lifecycle);
      return stopping;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function stop(server: Server, lifecycle: Lifecycle): Promise<void> {
  lifecycle.drain();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // A keep-alive connection becomes idle only after its answer was sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX);
  await closed;
  await cleanupsDone();
  clearInterval(sweep);
  clearTimeout(cut);
}

const statusOfParserError: Readonly<Record<string, readonly [status: number, error: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The request line and headers are larger than ${HEADER_BYTES_MAX} bytes.`],
  HPE_INVALID_URL: [
    400,
    'The request target holds characters that must be percent-encoded, as curl -G --data-urlencode does.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

function answerClientError(error: NodeJS.ErrnoException, socket: Socket, begun: ServerResponse | null): void {
  // If an answer has begun, anything written here would become part of it.
  if (!socket.writable || begun?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, message] = statusOfParserError[error.code ?? ''] ?? [400, 'This is not a well-formed HTTP request.'];
  socket.end(rawAnswer(status, message));
  // Do not wait for a client that keeps sending and never reads.
  socket.setTimeout(1000, () => socket.destroy());
}

function rawAnswer(status: number, message: string): string {
  const body = JSON.stringify({ error: message, status });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
  response.end(JSON.stringify({ error: 'The expectation of the request cannot be met.', status: 417 }));
}

function shownHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
}
