/** The router of the route table, and what a path answers to a method that it does not have. */
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { AppError } from '../shared/errors.ts';
import type { Dependencies } from './dependencies.ts';
import { HttpFault } from './errors.ts';
import { readInput } from './input/request-input.ts';
import { stalledClientMsMax } from './limits.ts';
import { requestId } from './request-log.ts';
import type { Route } from './route.ts';

export function buildRouter(routes: readonly Route[], dependencies: Dependencies): Router {
  const router = new Router({ sensitive: true });
  for (const route of routes) {
    router[route.method](routerPath(route.path), (ctx) => answer(ctx as unknown as Context, route, dependencies));
  }
  return router;
}

/** Answers OPTIONS, 405 with `Allow`, 404, and 400 for an empty name of a bookmark: whatever no route has taken. */
export function unrouted(routes: readonly Route[]): Middleware {
  const namePatterns = routes.filter(({ tag, params }) => tag === 'Bookmarks' && params !== null).map(patternWithEmpty);
  return (ctx) => {
    if (namePatterns.some(({ method, pattern }) => method === ctx.method && pattern.test(ctx.path))) {
      throw new AppError('INVALID_REQUEST', 'The name of a bookmark is empty.');
    }
    const matched = (ctx as unknown as RouterContext).matched ?? [];
    const methods = [...new Set(matched.flatMap((layer) => layer.methods))];
    if (methods.length === 0) throw new HttpFault(404, `There is no ${JSON.stringify(ctx.path.slice(0, 200))} here.`);
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (ctx.method !== 'OPTIONS') {
      throw new HttpFault(405, `${ctx.method} is not allowed here; ${allow} are.`, { Allow: allow });
    }
    ctx.set('Allow', allow);
    ctx.body = '';
    ctx.remove('Content-Type');
  };
}

/** A router takes no empty segment for a parameter; this takes them besides. */
function patternWithEmpty({ method, path }: Route): { readonly method: string; readonly pattern: RegExp } {
  return { method: method.toUpperCase(), pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]*')}/?$`) };
}

/** `/sources/{sourceID}` → `/sources/:sourceID`; a trailing slash is optional everywhere. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

async function answer(ctx: Context, route: Route, dependencies: Dependencies): Promise<void> {
  ctx.state.route = route.path;
  const client = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) client.abort();
  });
  const segments = (ctx as unknown as { captures?: readonly string[] }).captures ?? [];
  const input = await readInput(ctx, { route, segments, signal: client.signal }, dependencies);
  const origin = { remoteAddress: ctx.req.socket.remoteAddress ?? null, requestId: requestId(ctx) };
  const json = await route.handle({ ...input, ctx, signal: client.signal, origin }, dependencies);
  if (json !== undefined) {
    ctx.type = 'application/json';
    ctx.body = JSON.stringify(json);
  }
  // From here on the client has to take its answer: one that takes nothing of it does not keep the connection.
  ctx.res.setTimeout(stalledClientMsMax, () => ctx.req.socket.destroy());
}
