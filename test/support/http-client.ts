/**
 * Plain requests of node:http, because `fetch` normalizes paths and headers before they are sent. Every answer is checked
 * against the published OpenAPI document.
 */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { assertDescribed } from './openapi-check.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests are about
  readonly json: any;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON, unless it is already text or bytes. */
  readonly body?: unknown;
  /** Sent without announcing its length. */
  readonly isChunked?: boolean;
  /** False for a path without a route. */
  readonly isDescribed?: boolean;
}

export async function send(url: string, method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  const answer = await sendRaw(url, method, path, options);
  if (options.isDescribed !== false) assertDescribed(method, path, answer);
  return answer;
}

function sendRaw(
  url: string,
  method: string,
  path: string,
  { headers = {}, body, isChunked = false }: RequestOptions,
): Promise<Answer> {
  const payload =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method,
      hostname,
      port,
      path,
      agent: false,
      maxHeaderSize: 4 * 1024 * 1024,
      headers: {
        ...(payload === undefined
          ? {}
          : {
              'Content-Type': 'application/json',
              ...(isChunked
                ? { 'Transfer-Encoding': 'chunked' }
                : { 'Content-Length': String(Buffer.byteLength(payload)) }),
            }),
        ...headers,
      },
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
    });
    request.on('error', reject);
    request.end(payload);
  });
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const isCompressed = headers['content-encoding'] !== undefined;
  const isJson = headers['content-type']?.startsWith('application/json') === true && bytes.length > 0 && !isCompressed;
  return { status, headers, bytes, text, json: isJson ? JSON.parse(text) : undefined };
}
