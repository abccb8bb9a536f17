/**
 * Keeps open sources open until the end of each request. A source that is refreshed meanwhile is replaced for later requests
 * only.
 */
import type { Middleware } from 'koa';
import type { SourceList } from '../../sources/source-list.ts';
import { onClosed } from '../response-end.ts';

/** A stream of changes lasts as long as the page is open, and reads no index. */
const READS_NONE = '/changes';

export function heldOpenings(sources: Pick<SourceList, 'hold'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path === READS_NONE || ctx.res.destroyed) return next();
    const release = sources.hold();
    onClosed(ctx.res, release);
    await next();
  };
}
