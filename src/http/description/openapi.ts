/** The OpenAPI 3.1 document of the route table. */
import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import type { z as Zod } from 'zod';
import type { BodyKind, Route } from '../route.ts';
import { errorSchema } from '../schemas.ts';
import { headersOf, rangeHeaders } from './headers.ts';
import { operationId } from './operation-ids.ts';

/** Version of the interface, not of the program. */
const interfaceVersion = '4.1';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** Errors of every route, besides its own. */
const commonErrors: Readonly<Record<number, string>> = {
  400: 'A malformed or unknown parameter.',
  500: 'An internal error of the server.',
  421: 'The request is for a host that is not this server.',
  503: 'The server is stopping, or something required is unavailable; the message names it.',
};

/** Further errors of every route with restricted access. */
const accessErrors: Readonly<Record<number, string>> = {
  401: 'Not authenticated: the token is missing or unknown.',
  403: 'The viewer lacks the permission.',
};

/** Further errors of every route that changes or computes something. */
const actionErrors: Readonly<Record<number, string>> = {
  403: 'The viewer lacks the permission, or the request comes from a page of another origin.',
  415: 'The body is that of a form.',
};

/** Further errors of every route with a body. */
const bodyErrors: Readonly<Record<number, string>> = {
  408: 'The body did not arrive in time.',
  413: 'The body is too large.',
  503: 'The server is stopping, or too many large bodies are waiting.',
};

const CONFIG = {
  openapi: '3.1.0',
  info: {
    title: 'Case Access Web Service',
    version: interfaceVersion,
    description: 'Search, items and bookmarks of already processed forensic cases.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{}, { token: [] }],
};

/** Takes a third of a second, so a build writes it and the server reads it. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'If the server was started with `--tokens`.',
  });
  for (const route of routes) registerRoute(registry, route);
  const tags = [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name }));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({ ...CONFIG, tags });
}

function registerRoute(registry: OpenAPIRegistry, route: Route): void {
  registry.registerPath({
    method: route.method,
    path: route.path,
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.role === 'none' ? { security: [] } : {}),
    'x-role': route.role,
    request: requestOf(route),
    responses: responsesOf(route),
  });
}

/** Whether the answer supports byte ranges. */
function isRanged({ others }: Route['ok']): boolean {
  return others?.[206] !== undefined;
}

function requestOf({ params, query, body, ok }: Route) {
  return {
    ...(params === null ? {} : { params: params as Zod.ZodObject }),
    ...(query === null ? {} : { query: query as Zod.ZodObject }),
    ...(isRanged(ok) ? { headers: rangeHeaders } : {}),
    ...(body === null
      ? {}
      : {
          body: {
            required: !isOptional(body),
            content: {
              'application/json': { schema: body.schema },
              ...(body.kind === 'keywords' ? { 'text/plain': { schema: { type: 'string' as const } } } : {}),
            },
          },
        }),
  };
}

function isOptional(body: BodyKind<unknown>): boolean {
  return body.kind === 'json' && body.isOptional === true;
}

function responsesOf({ method, role, ok, errors, errorForm, body }: Route) {
  const schema = errorForm === undefined ? errorSchema : errorSchema.or(errorForm);
  const content = Object.fromEntries(
    Object.entries(ok.mediaTypes).map(([mediaType, schema]) => [
      mediaType,
      { schema: schema ?? bytesSchema(mediaType) },
    ]),
  );
  const others = Object.entries(ok.others ?? {}).map(([status, description]) => [
    status,
    { description, headers: headersOf(status, true, {}), ...(status === '206' ? { content } : {}) },
  ]);
  const described = {
    ...commonErrors,
    ...(role === 'none' ? {} : accessErrors),
    ...(method === 'get' ? {} : actionErrors),
    ...(body === null ? {} : bodyErrors),
    ...errors,
  };
  const failures = Object.entries(described).map(([status, description]) => [
    status,
    { description, headers: headersOf(status, false, {}), content: { 'application/json': { schema } } },
  ]);
  const headers = headersOf('200', isRanged(ok), ok.headers ?? {});
  return { 200: { description: ok.description, headers, content }, ...Object.fromEntries([...others, ...failures]) };
}

function bytesSchema(mediaType: string): { type: 'string'; contentMediaType?: string } {
  return mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', contentMediaType: mediaType };
}
