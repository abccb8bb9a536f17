/** The router of the route table, and the answers for unsupported methods. */
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { mayAs } from '../access/viewer.ts';
import { NOBODY_KNOWN } from '../bookmarks/reviewed/reviewed.ts';
import { AppError } from '../shared/errors.ts';
import { noteAnswer, noteInput } from './audit.ts';
import { ownDependencies, viewerName, viewerOf } from './authentication.ts';
import { deferCleanup } from './cleanup-queue.ts';
import { handledInTime } from './deadline.ts';
import type { SharedDependencies } from './dependencies.ts';
import { HttpFault } from './errors.ts';
import { parameterNames, readInput } from './input/request-input.ts';
import { HeldRecords } from './output/held-records.ts';
import { jsonBody } from './output/json-body.ts';
import { requestId } from './request-log.ts';
import { onClosed } from './response-end.ts';
import type { Route } from './route.ts';
import { cutOffWhenStalled } from './stalled-client.ts';

/**
 * Builds one router for each first path segment, which is never a parameter, because a router tries all of its paths in turn.
 */
export function buildRouter(routes: readonly Route[], dependencies: SharedDependencies): Middleware {
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const first = firstSegment(route.path);
    const router = routers.get(first) ?? new Router({ sensitive: true });
    routers.set(first, router);
    const names = parameterNames(route.path);
    router[route.method](routerPath(route.path), (ctx) =>
      answer(ctx as unknown as Context, route, names, dependencies),
    );
  }
  const handlers = new Map([...routers].map(([first, router]) => [first, router.routes() as unknown as Middleware]));
  return (ctx, next) => handlers.get(firstSegment(ctx.path))?.(ctx, next) ?? next();
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end);
}

/** Answers requests without a route: OPTIONS, 405 with `Allow`, 404, and 400 for an empty bookmark name. */
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

/** Returns a pattern whose parameters also match empty segments. The router's do not. */
function patternWithEmpty({ method, path }: Route): { readonly method: string; readonly pattern: RegExp } {
  return { method: method.toUpperCase(), pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]*')}/?$`) };
}

/** `/sources/{sourceID}` → `/sources/:sourceID`; a trailing slash is optional everywhere. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

/**
 * Whether a handler only reads. A change has a deadline only for its searches, because its answer must report whether it was
 * made.
 */
function isTimed({ role, timesItself }: Route): boolean {
  return (role === 'reader' || role === 'none') && timesItself !== true;
}

async function answer(
  ctx: Context,
  route: Route,
  names: readonly string[],
  dependencies: SharedDependencies,
): Promise<void> {
  ctx.state.route = route.path;
  ctx.state.required = route.role;
  const client = new AbortController();
  const viewer = viewerOf(ctx);
  const held = new HeldRecords(viewer.name, dependencies.heldWeightMax);
  let stopLooking = (): void => undefined;
  const onClose = (): void => {
    stopLooking();
    held.release();
    if (!ctx.res.writableFinished) deferCleanup(() => client.abort());
  };
  if (ctx.res.closed) onClose();
  else onClosed(ctx.res, onClose);
  if (!mayAs(viewer.role, route.role)) {
    throw new AppError(
      'FORBIDDEN',
      `This needs the role ${route.role}; ${viewerName(viewer)} has the role ${viewer.role}.`,
    );
  }
  const own = {
    ...ownDependencies(dependencies, viewer),
    me: viewer.name ?? NOBODY_KNOWN,
    held,
    lanes: dependencies.lanes.of(viewer.name),
    largeBodies: dependencies.largeBodies.of(viewer.name),
  };
  const segments = (ctx as unknown as { captures?: readonly string[] }).captures ?? [];
  const input = await readInput(ctx, { route, names, segments, signal: client.signal }, own);
  if (dependencies.audit !== undefined || dependencies.history !== undefined) noteInput(ctx, route, input);
  const origin = {
    who: viewer.name,
    remoteAddress: ctx.req.socket.remoteAddress ?? null,
    requestId: requestId(ctx),
  };
  const handle = async (): Promise<unknown> =>
    route.handle({ ...input, ctx, signal: client.signal, origin, viewer }, own);
  const json = await (isTimed(route) ? handledInTime(handle, client, own.searchMsMax) : handle());
  noteAnswer(ctx, json);
  if (json !== undefined) {
    ctx.type = 'application/json';
    ctx.body = jsonBody(json);
  }
  // From here on, a client that does not read its answer loses the connection.
  if (!ctx.res.closed) stopLooking = cutOffWhenStalled(ctx);
}
