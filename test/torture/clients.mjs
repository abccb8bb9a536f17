/** Actions of clients of a server, well-behaved and otherwise, with their durations. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** One client with persistent connections. */
export class Client {
  #agent;
  #hostname;
  #port;

  constructor(url, { connections = 1 } = {}) {
    ({ hostname: this.#hostname, port: this.#port } = new URL(url));
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Resolves with `{status, headers, bytes, ms}`. Rejects if the connection fails or the answer is cut. */
  ask(method, path, body, { msMax = 60_000, headers = {} } = {}) {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const given =
      payload === undefined
        ? headers
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload), ...headers };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { method, hostname: this.#hostname, port: this.#port, path, agent: this.#agent, headers: given },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('the answer was cut off')));
          response.on('end', () => {
            const { statusCode: status, headers: received } = response;
            resolve({ status, headers: received, bytes: Buffer.concat(chunks), ms: performance.now() - started });
          });
        },
      );
      request.setTimeout(msMax, () => request.destroy(new Error(`no answer within ${msMax} ms`)));
      request.on('error', reject);
      request.end(payload);
    });
  }

  get(path, options) {
    return this.ask('GET', path, undefined, options);
  }

  /** Sends a request and disconnects after `ms`, whatever has arrived by then. */
  leave(path, ms) {
    return new Promise((resolve) => {
      const request = httpRequest({ hostname: this.#hostname, port: this.#port, path, agent: false });
      request.on('response', (response) => response.on('error', () => undefined));
      request.on('error', () => undefined);
      request.on('close', resolve);
      request.end();
      setTimeout(() => request.destroy(), ms);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

export function searchPath(query, parameters = {}) {
  return `/search?${new URLSearchParams({ q: query, ...parameters })}`;
}

/** A connection that sends bytes unchanged. `received` has at least the beginning of everything that arrived. */
export class RawConnection {
  received = '';
  #socket;

  /** If `isReading` is false, the answers are never read. */
  static open(url, { isReading = true } = {}) {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new RawConnection(socket, isReading)));
    });
  }

  constructor(socket, isReading) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    if (!isReading) return;
    socket.setEncoding('latin1').on('data', (text) => {
      if (this.received.length < 1_000_000) this.received += text;
    });
    // The other side has finished, so this side ends, too.
    socket.on('end', () => socket.end());
  }

  get isClosed() {
    return this.#socket.destroyed;
  }

  /** Resolves when the system has taken the bytes, or with false after `msMax` or if the connection is gone. */
  write(text, msMax = 5000) {
    if (this.#socket.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), msMax);
      this.#socket.write(text, 'latin1', (error) => {
        clearTimeout(timer);
        resolve(!error);
      });
    });
  }

  /** Closes the sending side, as if the client had left. */
  halfClose() {
    this.#socket.end();
  }

  destroy() {
    this.#socket.destroy();
  }
}

/** Times in milliseconds, and statistics of them. */
export class Times {
  #all = [];

  add(ms) {
    this.#all.push(ms);
  }

  get count() {
    return this.#all.length;
  }

  /** Returns the time that the fraction `share` of all times does not exceed, with one decimal; 0 if there are none. */
  quantile(share) {
    const sorted = Float64Array.from(this.#all).sort();
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.round(ms * 10) / 10;
  }
}
