/** The first middleware: gives a request its id, and writes one line when its answer ends, however it ends. */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

const TARGET_UNITS_MAX = 2048;

/** The id of this request in the log and in the bookmark log. */
export function requestId(ctx: Context): string {
  return String(ctx.state.requestId);
}

/** `onEnd` is told of each, too. */
export function requestLog(log: Logger, metrics: Metrics, onEnd: (ctx: Context) => void = () => undefined): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    metrics.begin();
    const given = ctx.get('X-Request-Id');
    const id = /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const { socket } = ctx.req;
    const bytesBefore = socket.bytesWritten;
    ctx.res.once('close', () => {
      onEnd(ctx);
      const ms = performance.now() - startedAt;
      const isWhole = ctx.res.writableFinished;
      metrics.observe(ctx.method, String(ctx.state.route ?? 'none'), ctx.res.statusCode, ms / 1000);
      log.info(
        {
          id,
          method: ctx.method,
          target: ctx.req.url?.slice(0, TARGET_UNITS_MAX),
          status: ctx.res.statusCode,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
          remote: socket.remoteAddress,
          ...(isWhole ? {} : { cut: true }),
        },
        isWhole ? 'answered' : 'cut off',
      );
    });
    await next();
  };
}
