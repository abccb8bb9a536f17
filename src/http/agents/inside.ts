/**
 * Requests of a route to its own server, within this process. Each passes the complete request pipeline, with the host,
 * credentials and address of the original client.
 */
import { type IncomingMessage, request as send } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';

/** Receives the server's end of a connection. */
export type Connect = (socket: Duplex) => void;

/** Headers about the message itself, or the form of its answer. The inner request has its own ones. */
const OWN_HEADERS =
  /^(accept.*|connection|content-.*|expect|if-.*|keep-alive|last-event-id|mcp-.*|range|te|trailer|transfer-encoding|upgrade)$/;
const WITHOUT_BODY: readonly (number | undefined)[] = [204, 205, 304];

/** `fetch` for addresses that are paths. */
export function insideFetch(connect: Connect, asked: IncomingMessage, requestId: string): typeof fetch {
  const passed = Object.entries(asked.headersDistinct).filter(([name]) => !OWN_HEADERS.test(name));
  const headers = { ...Object.fromEntries(passed), 'x-request-id': requestId };
  return (input, { method = 'GET', headers: own, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      const options = {
        path: String(input),
        method,
        headers: { ...headers, ...(own as Record<string, string>) },
        createConnection: () => near,
        ...(signal ? { signal } : {}),
      };
      const request = send(options, (response) => {
        const stream = WITHOUT_BODY.includes(response.statusCode) ? null : Readable.toWeb(response);
        const { statusCode: status = 500, headers: given } = response;
        resolve(new Response(stream as ReadableStream | null, { status, headers: given as Record<string, string> }));
      });
      request.once('error', reject);
      request.end(body as string | undefined);
      connect(asSocket(far, asked));
    });
}

/** Adds to a stream the members of a socket that this server uses. */
function asSocket(far: Duplex, { socket: { remoteAddress } }: IncomingMessage): Duplex {
  return Object.assign(far, { remoteAddress, bytesWritten: 0, setTimeout: () => far });
}
