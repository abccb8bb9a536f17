/** The checks before routing: the server accepts requests, and this one is well-formed. */
import type { Middleware } from 'koa';
import { HttpFault } from './errors.ts';
import { originForm } from './input/request-target.ts';
import type { Lifecycle } from './lifecycle.ts';
import { RETRY_AFTER_SECONDS } from './limits.ts';

export function gate(lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    if (lifecycle.isDraining) {
      throw new HttpFault(503, 'The server is stopping.', {
        'Retry-After': String(RETRY_AFTER_SECONDS),
        Connection: 'close',
      });
    }
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      throw new HttpFault(400, 'The request has no Host header.');
    }
    if ((ctx.req.headersDistinct.host?.length ?? 0) > 1) {
      throw new HttpFault(400, 'The request has more than one Host header.');
    }
    const target = originForm(ctx.req.url ?? '');
    if (target === null) throw new HttpFault(400, 'The request target is not a path.');
    ctx.req.url = target;
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    await next();
  };
}
