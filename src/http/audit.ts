/** Extracts the data of a request for the audit. */
import type { Context, Middleware } from 'koa';
import type { AuditEvent } from '../audit/audit-line.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { SearchHistory } from '../audit/search-history.ts';
import { viewerOf } from './authentication.ts';
import { HttpFault } from './errors.ts';
import { RETRY_AFTER_SECONDS } from './limits.ts';
import type { Route } from './route.ts';

/** Longer parameters are replaced by their size. */
const PARAMETER_BYTES_MAX = 16 * 1024;
const PATH_UNITS_MAX = 4096;
const QUERY_UNITS_MAX = 64 * 1024;

/** Adds a line for a finished answer, except for public data. */
export function auditEnd({ log }: Audit, ctx: Context): void {
  if (!isOpenRead(ctx)) log.add(eventOf(ctx));
}

/** Stores a script's search in the history after its answer, without delaying anything. */
export function historyEnd(history: SearchHistory, ctx: Context, onFault: (fault: unknown) => void): void {
  const { name } = viewerOf(ctx);
  const isOfScript = ctx.state.route === '/search' && ctx.res.statusCode === 200;
  if (isOfScript && name !== null) history.add(name, eventOf(ctx)).catch(onFault);
}

/** Stores the search of a request. Resolves to whether it is on disk. */
export function noteHistory(ctx: Context, viewer: string, history: SearchHistory, items: number): Promise<boolean> {
  return history.add(viewer, { ...eventOf(ctx), items, status: 200 });
}

/** If configured, refuses requests whose audit lines could not be written. */
export function auditGate(audit: Audit): Middleware {
  return async (ctx, next) => {
    if (audit.isRequired && audit.log.isBehind && ctx.path !== '/health') {
      throw new HttpFault(
        503,
        'The audit cannot be written, and this server answers nothing without it (--audit-required).',
        {
          'Retry-After': String(RETRY_AFTER_SECONDS),
        },
      );
    }
    await next();
  };
}

/** Stores the input of a request for its audit line. */
export function noteInput(
  ctx: Context,
  route: Route,
  { query, body }: { readonly query: unknown; readonly body: unknown },
): void {
  // Tokens and presence are never recorded.
  if (route.tag === 'Session' || route.path === '/presence') return;
  const { q, ...parameters } = { ...asObject(query), ...(route.body?.kind === 'json' ? asObject(body) : {}) };
  if (typeof q === 'string') ctx.state.asked = q;
  if (Object.keys(parameters).length > 0) ctx.state.parameters = parametersOf(ctx, parameters);
}

/** Stores the number of items in an answer. */
export function noteItems(ctx: Context, items: number): void {
  ctx.state.items = items;
}

/** Stores the number of items that an answer reports. */
export function noteAnswer(ctx: Context, answer: unknown): void {
  const { total, changed } = asObject(answer);
  const items = total ?? changed;
  if (typeof items === 'number') noteItems(ctx, items);
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Large bodies are not serialized again. */
function parametersOf(ctx: Context, parameters: Record<string, unknown>): object {
  const isCounted = ctx.get('Transfer-Encoding') === '' && ctx.get('Content-Encoding') === '';
  const bytes = (ctx.req.url ?? '').length + Number(ctx.get('Content-Length'));
  if (!isCounted || bytes > PARAMETER_BYTES_MAX) return { large: true };
  // An integer beyond 2^53 is a bigint.
  const text = JSON.stringify(parameters, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return JSON.parse(text.toWellFormed()) as object;
}

function isOpenRead({ state, method, res }: Context): boolean {
  return state.required === 'none' && (method === 'GET' || method === 'HEAD') && res.statusCode < 400;
}

function eventOf(ctx: Context): AuditEvent {
  const { route, asked, parameters, items } = ctx.state as {
    route?: string;
    asked?: string;
    parameters?: object;
    items?: number;
  };
  const total = Number(ctx.res.getHeader('X-Total-Count') ?? Number.NaN);
  const count = items ?? (Number.isInteger(total) ? total : undefined);
  return {
    time: new Date().toISOString(),
    who: viewerOf(ctx).name,
    remote: ctx.req.socket.remoteAddress ?? null,
    what: route === undefined ? ctx.method : `${ctx.method} ${route}`,
    path: ctx.path.slice(0, PATH_UNITS_MAX),
    ...(asked !== undefined && { query: asked.slice(0, QUERY_UNITS_MAX) }),
    ...(parameters !== undefined && { parameters }),
    ...(count !== undefined && { items: count }),
    status: ctx.res.statusCode,
  };
}
