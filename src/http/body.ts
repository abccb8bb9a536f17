/**
 * The text of a JSON body, within its limit. It is read as text and parsed later, because some bodies are too large to
 * be parsed at once.
 */
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { AppError } from '../shared/errors.ts';
import { HttpFault } from './errors.ts';
import { bodyBytesMax } from './limits.ts';

const jsonTypes = ['json', '+json'];

const readText = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: jsonTypes,
  textLimit: bodyBytesMax,
  encoding: 'utf-8',
  patchKoa: true,
  onError: (error) => {
    throw bodyFault(error);
  },
});

/** Throws AppError INVALID_REQUEST where there is no JSON body, TOO_LARGE over the limit. */
export async function readBodyText(ctx: Context): Promise<string> {
  const declaredBytes = Number(ctx.get('Content-Length'));
  if (declaredBytes > bodyBytesMax) throw tooLarge();
  const type = ctx.is(jsonTypes);
  if (type === null) throw new AppError('INVALID_REQUEST', 'A JSON body is needed here, and there is none.');
  if (type === false) {
    throw new AppError('INVALID_REQUEST', 'The body must be JSON, sent with "Content-Type: application/json".');
  }
  await readText(ctx, () => Promise.resolve());
  return typeof ctx.request.body === 'string' ? ctx.request.body : '';
}

function bodyFault(error: Error & { type?: string; status?: number }): Error {
  if (error.type === 'entity.too.large') return tooLarge();
  if (error.type === 'request.aborted') return new AppError('CANCELLED', 'The client went away.');
  if (error.status === 415) return new HttpFault(400, 'The Content-Encoding of the body is not known here.');
  return new HttpFault(400, 'The body cannot be read: it does not match its headers.');
}

function tooLarge(): AppError {
  return new AppError('TOO_LARGE', `The body is larger than ${bodyBytesMax} bytes.`);
}
