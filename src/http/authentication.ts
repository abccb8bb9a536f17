/** Identifies the viewer of a request before routing, so that an unauthenticated client learns nothing about existing routes. */
import type { Context, Middleware } from 'koa';
import type { Access } from '../access/access.ts';
import type { ConnectionFacts } from '../access/secure-cookies.ts';
import { EVERYONE, type Viewer } from '../access/viewer.ts';
import { VisibleBookmarks } from '../bookmarks/visible/visible-bookmarks.ts';
import { namedHashSets } from '../search/sets/hashed-items.ts';
import type { ReadySource } from '../sources/source.ts';
import { VisibleSources } from '../sources/source-list.ts';
import type { Dependencies, SharedDependencies } from './dependencies.ts';
import { HttpFault } from './errors.ts';
import type { Route } from './route.ts';

export function authentication(routes: readonly Route[], access: Access): Middleware {
  const open = routes.filter(({ role }) => role === 'none').map(patternOf);
  return async (ctx, next) => {
    const { authorization, cookie } = ctx.req.headers;
    const isOpen = (): boolean =>
      open.some(({ methods, pattern }) => methods.includes(ctx.method) && pattern.test(ctx.path));
    // Public routes do not depend on a file that may be damaged.
    const viewer =
      access.isDemanded && isOpen() ? EVERYONE : await access.viewerOf({ authorization, cookie, ...connectionOf(ctx) });
    if (viewer === null) throw unknown(authorization);
    ctx.state.viewer = viewer;
    await next();
  };
}

export function connectionOf({ req }: Context): ConnectionFacts {
  return { headers: req.headersDistinct, remoteAddress: req.socket.remoteAddress ?? null };
}

/** `EVERYONE` before authentication. */
export function viewerOf(ctx: Context): Viewer {
  return (ctx.state.viewer as Viewer | undefined) ?? EVERYONE;
}

export function viewerName({ name }: Viewer): string {
  return name === null ? 'the request' : JSON.stringify(name);
}

/** The dependencies for one viewer: hidden sources, bookmark members in them, and private data of others do not exist. */
export function ownDependencies(dependencies: SharedDependencies, { name, role, sources: seen }: Viewer): Dependencies {
  const asker = { name, isAdministrator: role === 'administrator' };
  const sources = seen === null ? dependencies.sources : new VisibleSources(dependencies.sources, seen);
  const bookmarks = new VisibleBookmarks(dependencies.bookmarks, seen, asker);
  const { hashSets } = dependencies;
  if (hashSets === undefined) return { ...dependencies, sources, bookmarks };
  const ready = (): readonly ReadySource[] =>
    sources.list().flatMap(({ id, state }) => (state.kind === 'ready' ? [sources.getReady(id)] : []));
  return {
    ...dependencies,
    sources,
    bookmarks: Object.assign(bookmarks, { hashSets: namedHashSets(hashSets, ready) }),
  };
}

export function unknown(authorization: string | undefined): HttpFault {
  const finding = authorization === undefined ? 'This needs a token' : 'The token is not known';
  return new HttpFault(401, `${finding}. Send one with "Authorization: Bearer …", or begin a session.`, {
    'WWW-Authenticate': 'Bearer realm="case-access"',
  });
}

function patternOf({ method, path }: Route): { readonly methods: readonly string[]; readonly pattern: RegExp } {
  const own = method.toUpperCase();
  return {
    methods: method === 'get' ? [own, 'HEAD', 'OPTIONS'] : [own, 'OPTIONS'],
    pattern: new RegExp(
      `^${path
        .replace(/[.]/g, '\\.')
        .replace(/\{\w+\}/g, '[^/]+')
        .replace(/\/$/, '')}/?$`,
    ),
  };
}
