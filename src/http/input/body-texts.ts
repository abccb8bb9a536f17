/** The text of a large body as a stream: decompressed and decoded, never in memory as a whole. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { Utf8Decoder } from '../../shared/utf8-texts.ts';
import { HttpFault } from '../errors.ts';
import { FRAMING_BYTES_MAX } from '../limits.ts';
import type { CountedRequest } from './counted-request.ts';

/** Subject of a message about a body that is not UTF-8. */
export const BODY = 'The body';

/**
 * Ends with AppError TOO_LARGE over the limit, INVALID_REQUEST for invalid UTF-8, CANCELLED if the client disconnects, HttpFault
 * if the body contradicts its headers or comes in very small chunks. Removes a byte order mark, as for smaller bodies.
 */
export async function* bodyTexts(request: IncomingMessage, bytesMax: number): AsyncGenerator<string, void, undefined> {
  const decompression = decompressionOf(request);
  const decoder = new Utf8Decoder(BODY);
  const { socket } = request;
  const readBefore = socket.bytesRead;
  let bytes = 0;
  let isFirst = true;
  try {
    for await (const piece of piecesOf(request, decompression)) {
      bytes += piece.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      const sent = decompression?.bytesWritten ?? bytes;
      const isMostlyFrames = socket.bytesRead - readBefore > FRAMING_BYTES_MAX + 2 * sent;
      if (isMostlyFrames || (request as Partial<CountedRequest>).isInSmallChunks === true) throw smallChunks();
      for (const text of decoder.write(piece)) {
        yield isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
        isFirst &&= text === '';
      }
    }
    decoder.end();
  } finally {
    if (decompression !== null) {
      request.unpipe(decompression);
      decompression.destroy();
    }
    request.pause();
  }
}

type Decompression = BrotliDecompress | Unzip;

async function* piecesOf(request: IncomingMessage, decompression: Decompression | null): AsyncGenerator<Buffer> {
  const stream: Readable = decompression ?? request;
  try {
    // Destroying the stream would prevent an answer.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw request.destroyed && !request.complete ? clientGone() : unreadableBody();
  }
}

function decompressionOf(request: IncomingMessage): Decompression | null {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return null;
  if (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br') throw unknownEncoding();
  const decompression = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  request.once('close', () => {
    if (!request.complete) decompression.destroy(clientGone());
  });
  return request.pipe(decompression);
}

function smallChunks(): HttpFault {
  const message = 'The chunks of the body are too small: they consist mostly of framing. Send larger chunks.';
  return new HttpFault(400, message, { Connection: 'close' });
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
