/**
 * The OpenAPI document refuses what the server refuses. Its examples are accepted, and a body or parameter that it forbids is
 * 400, never anything else. RUNS=5000 for a longer run.
 */
import { expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';

const RUNS = Number(process.env['RUNS'] ?? 60);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly example?: unknown;
    readonly enum?: readonly unknown[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
}

const document = openApiDocument(routeTable);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(document, 'openapi');
const RANK = ['post', 'get', 'put', 'delete'];
const operations = Object.entries(document.paths as unknown as Readonly<Record<string, Record<string, Operation>>>)
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
  // Things that are deleted or renamed must exist before.
  .sort((a, b) => RANK.indexOf(a.method) - RANK.indexOf(b.method));

const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, { readonly example?: unknown }>>;
const properties = { name: 'a.pdf', category: 'Mail', modified: '2021-03-04', path: 'a', hash: 'ab' };
const items = [{ id: 24, properties, text: 'heron invoice', content: 'x' }];
const service = Service.beforeTests({ cases: { 'seized-laptop': items } });

function bodyName({ requestBody }: Operation): string | null {
  return requestBody?.content['application/json']?.schema.$ref.split('/').at(-1) ?? null;
}

function target(path: string, { parameters = [] }: Operation): string {
  const required = parameters.filter((one) => one.required === true);
  const exampleOf = ({ name, schema }: Parameter): string => {
    const example = schema.example ?? schema.enum?.[0];
    if (example === undefined) throw new Error(`${path}: the parameter ${name} has no example`);
    return encodeURIComponent(String(Array.isArray(example) ? example[0] : example));
  };
  const query = required.filter((one) => one.in === 'query').map((one) => `${one.name}=${exampleOf(one)}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => exampleOf(required.find((one) => one.name === name)!));
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** Answers to an example by a server without tokens, certificates and this particular state. */
const EXPECTED = {
  'post /sources': '400 There is already a source "seized-laptop".',
  'post /certificates': '501 This server makes no certificates.',
};

test('every operation has an example that is accepted, or answered with a described error', async () => {
  const refused: Record<string, string> = {};
  for (const { path, method, operation } of operations) {
    const name = bodyName(operation);
    const example = name === null ? undefined : schemas[name]?.example;
    if (name !== null) {
      expect([name, example]).toEqual([name, expect.anything()]);
      expect([name, ajv.compile({ $ref: `openapi#/components/schemas/${name}` })(example)]).toEqual([name, true]);
    }
    // A stream that follows changes does not end.
    const ending = path === '/changes' ? '?follow=false' : '';
    const answer = await service.request(method.toUpperCase(), target(path, operation) + ending, { body: example });
    // The service of the tests checks that status and answer are described.
    if (answer.status === 400 || answer.status >= 500)
      refused[`${method} ${path}`] = `${answer.status} ${answer.json.error}`;
  }
  expect(refused).toEqual(EXPECTED);
});

/** A value of a wrong kind, or out of bounds, for most members. */
const WRONG: readonly unknown[] = [null, true, -1, 0.5, 3, 1e11, {}, [], [[]], [3], { unknown: 1 }];

/** Makes one change in a body: a member is missing, there is one too many, or a value has a wrong kind. */
function changed(body: unknown, places: readonly number[], wrong: unknown): unknown {
  const [first = 0, ...rest] = places;
  if (rest.length === 0 || typeof body !== 'object' || body === null) return wrong;
  const entries = Object.entries(body);
  const at = first % (entries.length + 2);
  if (at === entries.length + 1) return Array.isArray(body) ? [...body, wrong] : { ...body, unknown: wrong };
  if (at === entries.length) return Array.isArray(body) ? body.slice(1) : Object.fromEntries(entries.slice(1));
  const [key, value] = entries[at]!;
  const inner = changed(value, rest, wrong);
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...body, [key]: inner };
}

/** Bodies with every member that may occur together. */
const set = { q: 'heron', defaultOperator: 'AND', fields: ['content'], sourceID: ['seized-laptop'], filter: ['heron'] };
const more = { ...set, expand: ['family'], collapse: 'hash', bbox: '-180,-90,180,90' };
const BODIES: readonly (readonly [string, string, string, unknown])[] = [
  ['post', '/search', 'SearchRequest', { q: 'heron', sourceID: 'seized-laptop', defaultOperator: 'OR', limit: 3 }],
  ['post', '/hits', 'HitsRequest', { ...more, limit: 1, offset: 0, sort: ['name'], properties: ['*'], snippets: 1 }],
  ['post', '/facets', 'FacetsRequest', { q: 'heron', facets: [{ field: 'category', limit: 3, order: 'count' }] }],
  ['post', '/events', 'EventsRequest', { ...set, from: '2020', to: '2022', order: 'asc', limit: 1, offset: 0 }],
  ['post', '/findings', 'FindingsRequest', { ...set, context: 10, sort: ['name'] }],
  ['post', '/export', 'ExportRequest', { ...set, format: 'ndjson', properties: ['name'], allowIncomplete: true }],
  ['post', '/keywords', 'KeywordsRequest', { queries: ['heron'], within: 'heron', format: 'ndjson', filter: [] }],
  ['post', '/records', 'RecordsRequest', { docs: [{ source: 'seized-laptop', id: 24 }], properties: ['name'] }],
  ['post', '/bookmarks/undo', 'UndoRequest', { seq: 17 }],
  ['put', '/bookmarks/x', 'BookmarkDescription', { comment: 'a', color: '#00c8ff', inReport: true }],
  ['post', '/session', 'SessionRequest', { token: 'a' }],
  ['put', '/selection/add', 'Change', { hashes: ['ab'], sourceID: 'seized-laptop' }],
  ['put', '/selection/add', 'Change', [{ source: 'seized-laptop', id: 24 }]],
  ['put', '/selection/remove', 'Change', { ...set }],
];
const validators = new Map<string, ValidateFunction>();
function isDescribed(name: string, body: unknown): boolean {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  validators.set(name, validate);
  return validate(body);
}

test(`${RUNS} mutated bodies: those that the schema refuses are 400, and no others`, async () => {
  const place = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BODIES), place, fc.constantFrom(...WRONG), async (one, places, wrong) => {
      const [method, path, name, body] = one;
      const sent = changed(body, [...places, 0], wrong);
      const answer = await service.request(method.toUpperCase(), path, { body: JSON.stringify(sent) });
      const found = [JSON.stringify(sent), answer.status === 400 ? 'refused' : 'taken'];
      expect([path, ...found]).toEqual([path, found[0], isDescribed(name, sent) ? 'taken' : 'refused']);
    }),
    { numRuns: RUNS, seed: 13 },
  );
});

/** Texts for parameters that are numbers or one of a few. */
const TEXTS = ['', '0', '3', '-1', '0.5', '1e3', '99999999999', 'x', 'AND', 'and', 'OR', 'iped', 'asc', 'true', 'null'];

function takes({ type, enum: words, minimum = 0, maximum = Infinity }: Parameter['schema'], text: string): boolean {
  if (words !== undefined) return words.includes(text);
  if (type === 'boolean') return text === 'true' || text === 'false';
  return /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

test('a text for a query parameter that the schema refuses is 400, and no other', async () => {
  const asked = operations
    .filter(({ method }) => method === 'get')
    .flatMap(({ path, operation }) =>
      (operation.parameters ?? [])
        .filter((one) => one.in === 'query' && (one.schema.type !== 'string' || one.schema.enum !== undefined))
        .filter((one) => one.schema.type !== 'array' && one.required !== true)
        .map((parameter) => ({ path, target: target(path, operation), parameter })),
    );
  expect(asked.length).toBeGreaterThan(30);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...asked), fc.constantFrom(...TEXTS), async (one, text) => {
      const sent = `${one.target}${one.target.includes('?') ? '&' : '?'}${one.parameter.name}=${text}`;
      const { status } = await service.get(sent);
      expect([sent, status === 400]).toEqual([sent, !takes(one.parameter.schema, text)]);
    }),
    { numRuns: RUNS, seed: 13 },
  );
});
