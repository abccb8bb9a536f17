/** Routes over sets come in pairs: `GET` with parameters, and `POST` with the same names in a JSON body. */
import type { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { QUERY_BODY_BYTES_MAX } from '../limits.ts';
import { type Route, type RouteRequest, route } from '../route.ts';
import { repeatedSetParameters } from './set-parameters.ts';

interface Question<Asked, Posted> extends Pick<Route, 'path' | 'role' | 'tag' | 'description' | 'ok' | 'errors'> {
  readonly get: { readonly summary: string; readonly query: z.ZodType<Asked>; readonly repeated?: readonly string[] };
  readonly post: { readonly summary: string; readonly body: z.ZodType<Posted> };
  handle(
    parameters: Asked | Posted,
    request: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal' | 'viewer'>,
    dependencies: Dependencies,
  ): unknown;
}

export function setRoutes<Asked, Posted = Asked>({ get, post, handle, ...shared }: Question<Asked, Posted>): Route[] {
  return [
    route<Record<string, never>, Asked>({
      ...shared,
      method: 'get',
      repeated: repeatedSetParameters,
      ...get,
      handle: ({ query, ...request }, dependencies) => handle(query, request, dependencies),
    }),
    route<Record<string, never>, Record<string, never>, Posted>({
      ...shared,
      method: 'post',
      summary: post.summary,
      body: { kind: 'json', schema: post.body, bytesMax: QUERY_BODY_BYTES_MAX },
      errors: { ...shared.errors, 413: 'The body is too large.' },
      handle: ({ body, ...request }, dependencies) => handle(body, request, dependencies),
    }),
  ];
}
