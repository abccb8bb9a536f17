/** Sends the parts of an item: opened by its case, streamed, and labelled so that a browser does not interpret them. */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { ReadySource } from '../../sources/source.ts';

/** Content from a suspect must not run in a browser, whatever its type. */
export function guardEvidence(ctx: Context): void {
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', 'sandbox');
  ctx.set('Cache-Control', 'private, no-cache');
}

export async function openPart(what: string, ref: PartRef, source: ReadySource, item: IndexedItem): Promise<ByteInput> {
  try {
    return await source.caseReader.openPart(ref);
  } catch (fault) {
    throw withReason(fault, `The ${what} of item ${item.id} in source ${JSON.stringify(source.id)} cannot be read`);
  }
}

/** `bytes` are closed with the stream, however that ends. `length` is null if unknown. */
export async function sendStream(
  ctx: Context,
  bytes: Pick<ByteInput, 'close'>,
  open: () => Readable,
  length: number | null,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    await bytes.close();
    if (ctx.status === 404) ctx.status = 200;
    if (length !== null) ctx.length = length;
    return;
  }
  const stream = open();
  stream.once('close', () => void bytes.close());
  setStream(ctx, stream, length);
}

export function setStream(ctx: Context, stream: Readable, length: number | null): void {
  ctx.body = stream;
  if (length !== null) ctx.length = length;
}

export function noPart(what: string, source: ReadySource, item: IndexedItem): AppError {
  return new AppError('NOT_FOUND', `Item ${item.id} in source ${JSON.stringify(source.id)} has no ${what}.`);
}

export function withReason(fault: unknown, context: string): unknown {
  if (!(fault instanceof AppError)) return fault;
  return new AppError(fault.code, `${context}: ${fault.message}`, { cause: fault });
}
