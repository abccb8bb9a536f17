/** Converts everything thrown to the error body. Bugs in this program are logged with all details. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../shared/errors.ts';
import { type ErrorAnswer, errorAnswer, HttpFault } from './errors.ts';
import { requestId } from './request-log.ts';

export function errorAnswers(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (fault) {
      answerFault(ctx, fault, log);
    }
  };
}

/** Koa's error handler for stream errors after the middleware. The answer is cut off, never completed. */
export function cutOff(log: Logger): (this: Context, fault: unknown) => void {
  return function (this: Context, fault: unknown): void {
    if (fault === null || fault === undefined) return;
    const isClientGone = this.res.closed || isPrematureClose(fault);
    if (!isClientGone) log.error({ id: requestId(this), err: fault }, 'answer cut off');
    if (!this.res.destroyed) this.res.destroy();
  };
}

/** Returns the last line of a line-based answer that failed after its first line. */
export function faultLine(ctx: Context, fault: unknown, log: Logger): object {
  return { done: false, complete: false, ...loggedAnswer(ctx, fault, log).body };
}

function loggedAnswer(ctx: Context, fault: unknown, log: Logger): ErrorAnswer {
  const answer = errorAnswer(fault);
  if (answer.status >= 500 && !isExpected(fault)) log.error({ id: requestId(ctx), err: fault }, 'request failed');
  return answer;
}

function answerFault(ctx: Context, fault: unknown, log: Logger): void {
  const { status, headers, body } = loggedAnswer(ctx, fault, log);
  for (const name of ctx.res.getHeaderNames()) {
    if (name !== 'x-request-id') ctx.remove(name);
  }
  ctx.status = status;
  ctx.set({ ...headers, 'X-Content-Type-Options': 'nosniff' });
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(body);
}

const expectedCodes: ReadonlySet<ErrorCode> = new Set([
  'SOURCE_BUILDING',
  'OVERLOADED',
  'CANCELLED',
  'DEADLINE',
  'ENGINE_LOST',
  'UNSUPPORTED',
]);

/**
 * 5xx answers that are not faults: the server is stopping, the source is not ready, the client disconnected. Also answers whose
 * fault is already in the log, such as a process that ended.
 */
function isExpected(fault: unknown): boolean {
  if (fault instanceof HttpFault) return true;
  return fault instanceof AppError && expectedCodes.has(fault.code);
}

function isPrematureClose(fault: unknown): boolean {
  const code = (fault as NodeJS.ErrnoException).code;
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    (fault as Error).name === 'AbortError' ||
    (fault instanceof AppError && fault.code === 'CANCELLED')
  );
}
