/** A request for each route of the table, and the parts of answers that must be equal between two servers. */
import type { Route } from '../../src/http/route.ts';
import type { Answer } from './http-client.ts';
import { refs } from './http-service.ts';

/** A request that the route accepts, as far as its schemas show. Routes that need more are listed. */
export function sampleOf(route: Route, source: string): { path: string; body: unknown } {
  const values: Record<string, string> = {
    sourceID: source,
    id: '1',
    bookmark: 'mixed',
    old: 'mixed',
    new: 'renamed',
    file: 'swagger-ui.css',
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'x');
  const set = { q: 'heron' };
  // An answer that ends by itself.
  const ending = { follow: 'false' };
  const candidates: Record<string, unknown>[] = [
    {},
    set,
    { token: 'x' },
    { ...set, facet: ['category', 'source'] },
    { ...set, facets: [{ field: 'category' }, { field: 'source' }] },
    { queries: ['heron', 'zebra'] },
    { ...set, format: 'ndjson' },
    { docs: refs(source, 1) },
    { id: 'later', path: '/nowhere' },
    { seq: 1 },
  ];
  const fitting = (schema: Route['query']): Record<string, unknown> =>
    [set, ending, ...candidates].find((one) => schema?.safeParse(one).success) ?? {};
  const query = route.query === null ? {} : fitting(route.query);
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  const body =
    route.body === null ? undefined : route.body.kind === 'json' ? fitting(route.body.schema) : refs(source, 1);
  return { path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`, body };
}

/** Replaces everything that depends on time. The rest must be equal byte for byte. */
export function comparable({ status, headers, text }: Answer): unknown {
  const moments =
    /"(tookMs|uptimeSeconds|microseconds|pid|memory|requestId|time|changedAt|luceneId|indexIdentity)":("[^"]*"|[\d.]+|null)/g;
  const told = text
    .replace(moments, '"$1":0')
    .replace(/"remote":"[^"]*"|"who":("[^"]*"|null)|"path":"[^"]*"/g, '""')
    // Only a server with authentication returns it.
    .replace('"viewer":{"name":"half-reader","role":"reader"},', '');
  return {
    status,
    type: headers['content-type'],
    text: told,
  };
}
