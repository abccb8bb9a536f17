/**
 * Compresses answers for clients that accept it, with zstd or gzip. Contents, archives and pictures stay as they are. So do
 * answers with byte ranges or a validator, which describe bytes. A stream is flushed after each piece, so rows arrive as they
 * are written. An open stream of changes is not compressed: it is small, and stays for hours.
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, gzipSync, zstdCompress, zstdCompressSync } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import {
  ACCEPTED_UNITS_MAX,
  COMPRESSED_AT_ONCE_BYTES_MAX,
  COMPRESSED_BYTES_MIN,
  COMPRESSED_STREAMS_MAX,
} from '../limits.ts';

const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|x-ndjson|[\w.+-]+\+(?:json|xml))\b)/;
/** Headers about bytes, which compression would invalidate. */
const OF_BYTES = ['Content-Encoding', 'Content-Range', 'Accept-Ranges', 'ETag'];

interface Coding {
  readonly now: (bytes: string | Uint8Array) => Buffer;
  readonly later: (bytes: string | Uint8Array) => Promise<Buffer>;
  readonly pieces: () => Transform;
}

/** The lowest levels: higher ones save up to a tenth of the bytes, for up to three times the processor time. */
const GZIP = { level: 1 };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 } };

const codings: Readonly<Record<'gzip' | 'zstd', Coding>> = {
  gzip: {
    now: (bytes) => gzipSync(bytes, GZIP),
    later: (bytes) => promisify(gzip)(bytes, GZIP),
    pieces: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
  zstd: {
    now: (bytes) => zstdCompressSync(bytes, ZSTD),
    later: (bytes) => promisify(zstdCompress)(bytes, ZSTD),
    pieces: () => createZstdCompress({ ...ZSTD, flush: constants.ZSTD_e_flush }),
  },
};

export function compression(): Middleware {
  let streams = 0;
  return async (ctx, next) => {
    await next();
    if (!isCompressible(ctx)) return;
    ctx.vary('Accept-Encoding');
    const name = codingOf(ctx);
    if (name === null) return;
    const body = ctx.body as string | Uint8Array | Readable | null | undefined;
    if (typeof body === 'string' || body instanceof Uint8Array) {
      const bytes = ctx.length!;
      if (bytes < COMPRESSED_BYTES_MIN && ctx.acceptsEncodings('identity') !== false) return;
      const { now, later } = codings[name];
      ctx.body = bytes <= COMPRESSED_AT_ONCE_BYTES_MAX ? now(body) : await later(body);
      ctx.set('Content-Encoding', name);
      return;
    }
    if (streams >= COMPRESSED_STREAMS_MAX) return;
    ctx.set('Content-Encoding', name);
    ctx.remove('Content-Length');
    if (ctx.method === 'HEAD' || body === null || body === undefined) return;
    streams++;
    const coder = codings[name].pieces();
    coder.once('close', () => streams--);
    // When one of the two ends, the other is closed. Koa reports the error.
    ctx.body = pipeline(body, coder, () => undefined);
  };
}

function isCompressible(ctx: Context): boolean {
  const isAnswer = ctx.body !== null && ctx.body !== undefined;
  // The answer to HEAD has no body if it would be a stream.
  if (!isAnswer && !(ctx.method === 'HEAD' && ctx.status === 200 && ctx.length === undefined)) return false;
  if (ctx.res.headersSent || !ctx.writable) return false;
  return COMPRESSIBLE.test(ctx.response.get('Content-Type')) && !OF_BYTES.some((name) => ctx.res.hasHeader(name));
}

/** Returns null if the client accepts no encoding, or prefers none. */
function codingOf(ctx: Context): keyof typeof codings | null {
  const accepted = ctx.get('Accept-Encoding');
  if (accepted === '' || accepted.length > ACCEPTED_UNITS_MAX) return null;
  const first = ctx.acceptsEncodings('gzip', 'zstd', 'identity');
  if (first !== 'gzip' && first !== 'zstd') return null;
  // The server chooses among the accepted ones. `*` means gzip, which every client reads.
  return /zstd/i.test(accepted) && ctx.acceptsEncodings('zstd') !== false ? 'zstd' : first;
}
