import { describe, expect, test } from '@jest/globals';
import { validate } from '@readme/openapi-parser';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { endpointTable } from '../../src/http/endpoint-table.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';

const service = Service.beforeTests({
  cases: { one: [{ id: 1, properties: { name: 'n' }, text: 't', content: 'c' }] },
});

const routed = routeTable.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort();

/** Every row of the tables of the specification. */
const specified = [
  'GET /sources',
  'GET /sources/{sourceID}',
  'POST /sources',
  'GET /search',
  'GET /sources/{sourceID}/docs/{id}',
  'GET /sources/{sourceID}/docs/{id}/content',
  'GET /sources/{sourceID}/docs/{id}/text',
  'GET /sources/{sourceID}/docs/{id}/thumb',
  'GET /bookmarks',
  'GET /bookmarks/{bookmark}',
  'POST /bookmarks/{bookmark}',
  'PUT /bookmarks/{bookmark}/add',
  'PUT /bookmarks/{bookmark}/remove',
  'DELETE /bookmarks/{bookmark}',
  'PUT /bookmarks/{old}/rename/{new}',
  'GET /categories',
  'GET /application.wadl',
  'GET /swagger-ui/',
];

describe('the description of the interface', () => {
  test('has every specified endpoint', () => {
    for (const endpoint of specified) expect(routed).toContain(endpoint);
    expect(new Set(routed).size).toBe(routed.length);
  });

  test('OpenAPI, WADL and the table of endpoints have exactly the routes', async () => {
    const { json: openApi } = await service.get('/openapi.json');
    const described = Object.entries<object>(openApi.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(routed);
    const { text: wadl } = await service.get('/application.wadl');
    const resources = [...wadl.matchAll(/<resource path="([^"]*)">([\s\S]*?)<\/resource>/g)];
    const inWadl = resources.flatMap(([, path, body]) =>
      [...body!.matchAll(/<method name="(\w+)">/g)].map(([, method]) => `${method} /${path}`),
    );
    expect(inWadl.sort()).toEqual(routed);
    const rows = [...endpointTable(routeTable).matchAll(/^\| (\w+) \| `([^`]+)`/gm)];
    expect(rows.map(([, method, path]) => `${method} ${path}`).sort()).toEqual(routed);
  });

  test('OpenAPI as built equals that of the routes', async () => {
    const { json } = await service.get('/openapi.json');
    expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument(routeTable))));
  });

  test('every route is routed: with values that match nothing, it answers as itself', async () => {
    for (const { method, path } of routeTable) {
      const target = path.replace(/\{\w+\}/g, '1').replace(/^\/$/, '');
      const { headers } = await service.request('OPTIONS', target === '' ? '/' : target);
      expect([path, headers.allow?.split(', ')]).toEqual([path, expect.arrayContaining([method.toUpperCase()])]);
    }
  });

  test('the OpenAPI document is valid, and names its version', async () => {
    const { json, headers } = await service.get('/openapi.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.openapi).toBe('3.1.0');
    expect(json.info.version).toBe('4.1');
    const result = await validate(structuredClone(json));
    expect(result).toMatchObject({ valid: true });
    for (const schema of Object.values<{ type?: string }>(json.components.schemas)) expect(schema).toBeDefined();
    for (const item of Object.values<Record<string, { parameters?: { name: string; in: string }[] }>>(json.paths)) {
      for (const { parameters = [] } of Object.values(item))
        expect(parameters.filter((one) => one.name === '')).toEqual([]);
    }
  });

  test('parameters have their location and whether they are required', async () => {
    const { json } = await service.get('/openapi.json');
    const search = json.paths['/search'].get.parameters;
    expect(search.map((one: { name: string; required?: boolean }) => [one.name, one.required === true])).toEqual([
      ['q', true],
      ['sourceID', false],
      ['defaultOperator', false],
      ['syntax', false],
      ['timeZone', false],
      ['literal', false],
      ['fields', false],
      ['sort', false],
      ['limit', false],
    ]);
    const item = json.paths['/sources/{sourceID}/docs/{id}'].get.parameters;
    expect(item).toEqual([
      expect.objectContaining({ name: 'sourceID', in: 'path', required: true }),
      expect.objectContaining({
        name: 'id',
        in: 'path',
        required: true,
        schema: expect.objectContaining({ type: 'integer' }),
      }),
    ]);
    const { text: wadl } = await service.get('/application.wadl');
    expect(wadl).toContain('<param name="q" style="query" type="xs:string" required="true"/>');
    expect(wadl).toContain('<param name="id" style="template" type="xs:int" required="true"/>');
  });

  test('names headers, including those of ranges, and operations as clients call them', async () => {
    const { json } = await service.get('/openapi.json');
    const content = json.paths['/sources/{sourceID}/docs/{id}/content'].get;
    const inHeaders = content.parameters.filter((one: { in: string }) => one.in === 'header');
    expect(inHeaders.map(({ name }: { name: string }) => name)).toEqual(['Range', 'If-None-Match', 'If-Range']);
    expect(Object.keys(content.responses[206].headers)).toEqual(
      expect.arrayContaining(['X-Request-Id', 'Accept-Ranges', 'ETag', 'Content-Range']),
    );
    expect(Object.keys(json.paths['/export'].get.responses[200].headers)).toContain('X-Total-Count');
    const operations = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap(Object.values);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['searchItems', 'addToBookmark', 'findHits', 'exportItems']));
    // An answer matches its description.
    const answer = await service.get('/sources/one/docs/1/content', { headers: { Range: 'bytes=0-0' } });
    expect(answer.status).toBe(206);
    // The item has no hash, so its bytes have no ETag.
    const named = ['x-request-id', 'accept-ranges', 'content-range'];
    expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(named));
  });

  test('WADL is served as such, and is well-formed', async () => {
    const { headers, text } = await service.get('/application.wadl');
    expect(headers['content-type']).toBe('application/vnd.sun.wadl+xml; charset=utf-8');
    const opened: string[] = [];
    for (const [, close, name, , selfClosed] of text.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
      if (close === '/') expect(opened.pop()).toBe(name);
      else if (selfClosed !== '/') opened.push(name!);
    }
    expect(opened).toEqual([]);
    expect(text.replace(/<\?[^>]*\?>|<\/?[\w:]+(?:\s+[\w:]+="[^"<]*")*\s*\/?>/g, '').trim()).toBe('');
  });

  test('Swagger UI is served whole, with a policy that forbids inline scripts', async () => {
    const root = await service.get('/');
    expect([root.status, root.headers.location]).toEqual([302, 'swagger-ui/']);
    expect((await service.get('/swagger-ui')).headers.location).toBe('swagger-ui/');
    const { status, headers, text } = await service.get('/swagger-ui/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(text).not.toMatch(/<script(?![^>]*src=)|\son\w+=/);
    expect(text).toContain('<a href="../docs/">');
    const parts = [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const part of parts) {
      expect(part).not.toMatch(/^(\/|https?:)/);
      const asset = await service.get(`/swagger-ui/${part}`);
      expect([part, asset.status, asset.bytes.length > 100]).toEqual([part, 200, true]);
    }
    for (const part of ['package.json', '..%2Fpackage.json', '__proto__', 'constructor', 'swagger-ui-bundle.js.map']) {
      expect((await service.get(`/swagger-ui/${part}`)).status).toBe(404);
    }
  });
});
