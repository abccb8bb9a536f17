/** Reads a JSON body within its limit. A small body is read as one text, a large one as a stream. */
import type { Context, Middleware } from 'koa';
import { koaBody } from 'koa-body';
import { AppError } from '../../shared/errors.ts';
import { requireUtf8 } from '../../shared/utf8-texts.ts';
import type { Admission, Release } from '../admission/admission-queue.ts';
import { deferCleanup } from '../cleanup-queue.ts';
import { HttpFault } from '../errors.ts';
import {
  SMALL_BODIES_BYTES_MAX,
  SMALL_BODY_BYTES_MAX,
  STALLED_BODY_BYTES_MAX,
  STALLED_BODY_MS_MAX,
  STALLED_SMALL_BODY_MS_MAX,
} from '../limits.ts';
import { BODY, bodyTexts, clientGone, tooLarge, unknownEncoding, unreadableBody } from './body-texts.ts';

const jsonTypes = ['json', '+json'];
/** Content types that a form on a foreign page can send without a preflight request. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Keyed by limit, of which there are few. */
const readers = new Map<number, Middleware>();

function readerFor(bytesMax: number): Middleware {
  let reader = readers.get(bytesMax);
  if (reader === undefined) {
    reader = koaBody({
      json: false,
      urlencoded: false,
      multipart: false,
      text: true,
      textTypes: jsonTypes,
      textLimit: bytesMax,
      // Keeps the bytes unchanged, so that invalid UTF-8 is refused and not replaced.
      encoding: 'latin1',
      patchKoa: true,
      onError: (error) => {
        throw bodyFault(error, bytesMax);
      },
    });
    readers.set(bytesMax, reader);
  }
  return reader;
}

export interface BodyLimits {
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
  readonly bytesMax: number;
  /** Admission queue for large bodies. */
  readonly largeBodies: Admission;
  /** Whether plain text is accepted, too. */
  readonly takesText?: boolean;
}

/**
 * Passes the result of `read` to `use`, and returns its result. A large body keeps its permit until `use` ends, because its
 * data stays in memory. A small body counts as large if no memory for small ones is left. Throws INVALID_REQUEST without a JSON
 * body, TOO_LARGE over the limit, OVERLOADED if too many wait, CANCELLED if `signal` fires first, and HttpFault 408 if the body
 * does not arrive in time.
 */
export async function withBody<B, T>(
  ctx: Context,
  { signal, bytesMax, largeBodies, takesText = false }: BodyLimits,
  read: () => Promise<B>,
  use: (body: B) => Promise<T> | T,
): Promise<T> {
  checkHeaders(ctx, bytesMax, takesText ? [...jsonTypes, 'text/plain'] : jsonTypes);
  const leave = roomForSmall(bytesAtMost(ctx, bytesMax));
  if (leave !== null) {
    askForBody(ctx);
    return use(await unlessStalled(ctx, read(), STALLED_SMALL_BODY_MS_MAX).finally(leave));
  }
  const release = await largeBodies.enter(signal).catch((fault: unknown) => {
    throw signal.aborted ? clientGone() : fault;
  });
  try {
    askForBody(ctx);
    return await use(await unlessStalled(ctx, read(), STALLED_BODY_MS_MAX));
  } finally {
    release();
  }
}

/**
 * Returns the complete text. A body without a length is chunked, and only the reader of large bodies counts the bytes of chunk
 * framing.
 */
export async function readBodyText(ctx: Context, bytesMax: number): Promise<string> {
  if (ctx.get('Content-Length') === '') {
    const texts: string[] = [];
    for await (const text of bodyTexts(ctx.req, bytesMax)) texts.push(text);
    return texts.join('');
  }
  try {
    await readerFor(bytesMax)(ctx, () => Promise.resolve());
  } catch (fault) {
    // Thousands of clients may disconnect at once, and answering each error costs more than all other cleanup.
    if (ctx.req.destroyed && !ctx.req.complete) await new Promise<void>(deferCleanup);
    throw fault;
  }
  const bytes = Buffer.from(typeof ctx.request.body === 'string' ? ctx.request.body : '', 'latin1');
  return requireUtf8(bytes, BODY).replace(/^\ufeff/, '');
}

function checkHeaders(ctx: Context, bytesMax: number, types: string[]): void {
  if (Number(ctx.get('Content-Length')) > bytesMax) throw tooLarge(bytesMax);
  const type = ctx.is(types);
  if (type === null) throw new AppError('INVALID_REQUEST', 'This request needs a JSON body.');
  if (type === false) {
    refuseForm(ctx);
    throw new AppError('INVALID_REQUEST', 'The body must be JSON, sent with "Content-Type: application/json".');
  }
}

/** Throws HttpFault 415. An empty body is ignored, whatever its type: curl sends one. */
export function refuseForm(ctx: Context): void {
  if (!hasBody(ctx) || !ctx.is(formTypes)) return;
  throw new HttpFault(415, 'Form bodies are not accepted. Send JSON, with "Content-Type: application/json".');
}

export function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;
}

/** A client with `Expect: 100-continue` sends its body only now. */
function askForBody(ctx: Context): void {
  const { httpVersion, headers } = ctx.req;
  if (httpVersion !== '1.1' || headers.expect === undefined) return;
  ctx.res.writeContinue();
  ctx.res.shouldKeepAlive = headers.connection?.toLowerCase() !== 'close';
}

/** The announced length, or the limit if the length is unknown or decompression changes it. */
function bytesAtMost(ctx: Context, bytesMax: number): number {
  const announced = ctx.get('Content-Length');
  return announced === '' || ctx.get('Content-Encoding') !== '' ? bytesMax : Number(announced);
}

let bytesOfSmall = 0;

/**
 * Returns a function that releases the memory; null if the body is large, or no memory is left. The smallest bodies need none.
 */
function roomForSmall(bytes: number): Release | null {
  if (bytes <= STALLED_BODY_BYTES_MAX) return () => undefined;
  if (bytes > SMALL_BODY_BYTES_MAX || bytesOfSmall + bytes > SMALL_BODIES_BYTES_MAX) return null;
  bytesOfSmall += bytes;
  return () => {
    bytesOfSmall -= bytes;
  };
}

/** Fails if the body stops arriving, because other requests wait for its permit or memory. */
async function unlessStalled<T>(ctx: Context, reading: Promise<T>, msMax: number): Promise<T> {
  const { socket } = ctx.req;
  let bytes = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (socket.bytesRead - bytes < STALLED_BODY_BYTES_MAX)
        reject(new HttpFault(408, 'The body did not arrive in time.', { Connection: 'close' }));
      bytes = socket.bytesRead;
    }, msMax);
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearInterval(timer);
  }
}

function bodyFault(error: Error & { type?: string; status?: number }, bytesMax: number): Error {
  if (error.type === 'entity.too.large') return tooLarge(bytesMax);
  if (error.type === 'request.aborted') return clientGone();
  return error.status === 415 ? unknownEncoding() : unreadableBody();
}
