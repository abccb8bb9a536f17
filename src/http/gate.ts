/**
 * Checks before routing: the server accepts requests, the request is well-formed, and it does not come from a foreign web page.
 */
import type { Context, Middleware } from 'koa';
import type { AllowedHosts } from '../access/allowed-hosts.ts';
import { isForeign } from '../access/foreign-origin.ts';
import { HttpFault } from './errors.ts';
import { authorityOf, originForm } from './input/request-target.ts';
import type { Lifecycle } from './lifecycle.ts';
import { HEADERS_MAX, RETRY_AFTER_SECONDS } from './limits.ts';

export function gate(lifecycle: Lifecycle, hosts: AllowedHosts): Middleware {
  return async (ctx, next) => {
    if (lifecycle.isDraining) {
      throw new HttpFault(503, 'The server is stopping.', {
        'Retry-After': String(RETRY_AFTER_SECONDS),
        Connection: 'close',
      });
    }
    if (ctx.req.rawHeaders.length > 2 * HEADERS_MAX) {
      throw new HttpFault(431, `The request has more than ${HEADERS_MAX} headers. Remove some.`);
    }
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      throw new HttpFault(400, 'The request has no Host header.');
    }
    if ((ctx.req.headersDistinct.host?.length ?? 0) > 1) {
      throw new HttpFault(400, 'The request has more than one Host header.');
    }
    const target = originForm(ctx.req.url ?? '');
    if (target === null) throw new HttpFault(400, 'The request target is not a path.');
    requireOwnHost(ctx, hosts);
    requireOwnOrigin(ctx);
    ctx.req.url = target;
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    await next();
  };
}

/** A request of HTTP/1.0 may lack the header; browsers never send one. */
function requireOwnHost(ctx: Context, hosts: AllowedHosts): void {
  const named = [ctx.req.headers.host, authorityOf(ctx.req.url ?? '')];
  const other = named.find((name) => name !== undefined && name !== null && !hosts.includes(name));
  if (other === undefined || other === null) return;
  const shown = JSON.stringify(other.slice(0, SHOWN_UNITS));
  throw new HttpFault(
    421,
    `This server does not answer under the name ${shown}. Use its own, or start it with --allowed-host NAME.`,
  );
}

const SHOWN_UNITS = 255;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

function requireOwnOrigin(ctx: Context): void {
  if (READING.has(ctx.method)) return;
  const { origin, host, 'sec-fetch-site': site } = ctx.req.headers;
  const secFetchSite = Array.isArray(site) ? site.join() : site;
  if (!isForeign({ origin, secFetchSite, host })) return;
  throw new HttpFault(403, 'This request was made by a page of another origin. Only pages of this server may do that.');
}
