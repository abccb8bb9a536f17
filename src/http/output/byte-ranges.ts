/** Sends bytes, or the requested single range of them. */
import type { Context } from 'koa';
import type { ByteInput } from '../../cases/case-reader.ts';
import { HttpFault } from '../errors.ts';
import { byteRange } from '../input/byte-range.ts';
import { namesTag } from './content-headers.ts';
import { sendStream } from './item-parts.ts';

/** The caller sets the headers about the content. `tag` is the strong validator of the bytes, if any. */
export async function sendRanges(ctx: Context, bytes: Omit<ByteInput, 'read'>, tag: string | null): Promise<void> {
  ctx.set('Accept-Ranges', 'bytes');
  const condition = ctx.get('If-Range');
  const isCurrent = condition === '' || namesTag(condition, tag, 'strong');
  const range = byteRange(isCurrent && ctx.method === 'GET' ? ctx.get('Range') : '', bytes.bytes);
  if (range.kind === 'unsatisfiable') {
    await bytes.close();
    throw new HttpFault(416, `The content has ${bytes.bytes} bytes; none of them is in the range.`, {
      'Content-Range': `bytes */${bytes.bytes}`,
    });
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: bytes.bytes };
  if (range.kind === 'part') {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end - 1}/${bytes.bytes}`);
  }
  await sendStream(ctx, bytes, () => bytes.stream(start, end), end - start);
}
