/** The first middleware: assigns the request id, and writes one line when the answer ends, however it ends. */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { deferCleanup } from './cleanup-queue.ts';
import type { Metrics } from './metrics.ts';
import { onClosed } from './response-end.ts';

const TARGET_UNITS_MAX = 2048;

/** The request id in the log and in the bookmark log. */
export function requestId(ctx: Context): string {
  return String(ctx.state.requestId);
}

/** `onEnd` is also called for each request. */
export function requestLog(log: Logger, metrics: Metrics, onEnd: (ctx: Context) => void = () => undefined): Middleware {
  const note = (ctx: Context, ms: number): void => {
    const isWhole = ctx.res.writableFinished;
    onEnd(ctx);
    metrics.observe(ctx.method, String(ctx.state.route ?? 'none'), ctx.res.statusCode, ms / 1000);
    const { socket } = ctx.req;
    log.info(
      {
        id: requestId(ctx),
        method: ctx.method,
        target: ctx.req.url?.slice(0, TARGET_UNITS_MAX),
        status: ctx.res.statusCode,
        ms: Math.round(ms * 10) / 10,
        bytes: socket.bytesWritten - (ctx.state.bytesBefore as number),
        remote: socket.remoteAddress,
        ...(isWhole ? {} : { cut: true }),
      },
      isWhole ? 'answered' : 'cut off',
    );
  };
  return async (ctx, next) => {
    const startedAt = performance.now();
    metrics.begin();
    const given = ctx.get('X-Request-Id');
    const id = /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    ctx.state.bytesBefore = ctx.req.socket.bytesWritten;
    onClosed(ctx.res, () => {
      const ms = performance.now() - startedAt;
      if (ctx.res.writableFinished) note(ctx, ms);
      else deferCleanup(() => note(ctx, ms));
    });
    await next();
  };
}
