/** The text of a large body as a stream: decompressed and decoded, never in memory as a whole. */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { Utf8Decoder } from '../../shared/utf8-texts.ts';
import { HttpFault } from '../errors.ts';
import { sentPieces } from './sent-pieces.ts';

/** Subject of a message about a body that is not UTF-8. */
export const BODY = 'The body';

/**
 * Ends with AppError TOO_LARGE over the limit, INVALID_REQUEST for invalid UTF-8, CANCELLED if the client disconnects, HttpFault
 * if the body contradicts its headers or comes in very small chunks. Removes a byte order mark, as for smaller bodies.
 */
export async function* bodyTexts(request: IncomingMessage, bytesMax: number): AsyncGenerator<string, void, undefined> {
  const decoder = new Utf8Decoder(BODY);
  let bytes = 0;
  let isFirst = true;
  try {
    for await (const piece of decompressed(request)) {
      bytes += piece.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      for (const text of decoder.write(piece)) {
        yield isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
        isFirst &&= text === '';
      }
    }
    decoder.end();
  } finally {
    request.pause();
  }
}

async function* decompressed(request: IncomingMessage): AsyncGenerator<Buffer> {
  const decompression = decompressionOf(request);
  try {
    if (decompression === null) yield* sentPieces(request);
    else yield* pipeline(sentPieces(request), decompression, () => undefined) as AsyncIterable<Buffer>;
  } catch (fault) {
    if (fault instanceof HttpFault) throw fault;
    throw request.destroyed && !request.complete ? clientGone() : unreadableBody();
  }
}

function decompressionOf(request: IncomingMessage): BrotliDecompress | Unzip | null {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return null;
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'gzip' || encoding === 'deflate') return createUnzip();
  throw unknownEncoding();
}

export function tooLarge(bytesMax: number): AppError {
  return new AppError('TOO_LARGE', `The body is larger than ${bytesMax} bytes.`);
}

export function clientGone(): AppError {
  return new AppError('CANCELLED', 'The client disconnected.');
}

export function unknownEncoding(): HttpFault {
  return new HttpFault(400, 'The Content-Encoding of the body is not known here.');
}

export function unreadableBody(): HttpFault {
  return new HttpFault(400, 'The body cannot be read: it does not match its headers.');
}
