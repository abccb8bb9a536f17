/** Whatever a client sends, it gets an answer below 500 with the error body, and the server keeps running. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';

const service = Service.beforeTests({
  cases: {
    a: [{ id: 1, properties: { name: 'n.pdf', modified: '2021-03-04' }, text: 'alpha beta', content: 'bytes' }],
  },
});
beforeAll(async () => {
  await service.post('/bookmarks/x');
});

const runs = { numRuns: 100 };

/** Lone halves of surrogate pairs cannot be percent-encoded. Through UTF-8 they become U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...'ab:*?~"/()[]{}\\^@+-!&|<>=. TO'.split(''), 'AND', 'OR', 'NOT'),
    maxLength: 30,
  }),
  fc.constantFrom(
    '..',
    '.',
    '%00',
    '\0',
    '__proto__',
    'constructor',
    'a',
    'x',
    '1',
    '-1',
    '2147483648',
    '1e9',
    '∞',
    ' ',
  ),
);
/** Percent-encoded, or unchanged if a request line can contain it. */
const segment = fc.oneof(
  hostile.map((text) => encoded(text)),
  fc.string({ unit: fc.constantFrom(...'ab1%2fFzZ.-_~;,=+$@&'.split('')), maxLength: 12 }),
);
const target = fc.oneof(
  fc.constantFrom(...routeTable.map(({ path }) => path)).chain((path) =>
    fc.array(segment, { minLength: 4, maxLength: 4 }).map((values) => {
      let next = 0;
      return path.replace(/\{\w+\}/g, () => values[next++]!);
    }),
  ),
  fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
);
const queryString = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('q', 'sourceID', 'limit', 'sort', 'field', 'prefix', 'fields'), segment),
      segment,
    ),
    {
      maxLength: 3,
    },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
const reference = fc.oneof(
  fc.record({ source: fc.constantFrom('a', 'b', ''), id: fc.oneof(fc.constantFrom(1, 0, -1, 2 ** 31), fc.double()) }),
  fc.jsonValue(),
);
const body = fc.oneof(
  fc.constant(undefined),
  fc.array(reference, { maxLength: 5 }),
  fc.jsonValue(),
  fc.record({ q: hostile, limit: fc.oneof(fc.integer(), fc.string()) }),
  fc.string({ unit: fc.constantFrom(...'[]{},:"\\ a1e-.'.split('')), maxLength: 20 }),
);

const query = fc.constantFrom(
  ...[
    'alpha',
    'a*',
    '*:*',
    'text:/(a|a)*b/',
    'text:/((a+)+)+$/',
    'text:/[',
    'a NEAR/999999999 b',
    '(* NEAR/5 *) NEAR/5 a',
  ],
  ...[
    'digits:*1*2*',
    'hex:zz',
    'note:*',
    'coding:x',
    'decided:"x/ /y"',
    'search:x',
    'alpha w/5 beta',
    'a w/0 b',
    'a:=',
  ],
);
/** Some of the names, each with a value. */
const ofNames = <T>(names: readonly string[], value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }) as fc.Arbitrary<
    Record<string, T>
  >;

// A source with a path of this machine would be built, and a stream of changes does not end. Both have tests of their own.
const isHarmless = (verb: string, path: string): boolean =>
  !(verb === 'POST' && /^\/sources\/?$/.test(path)) && !/^\/changes\/?$/.test(path);

describe('whatever is sent', () => {
  test('paths, queries and bodies', async () => {
    await fc.assert(
      fc.asyncProperty(method, target, queryString, body, async (verb, path, query, sent) => {
        fc.pre(isHarmless(verb, path));
        const takesBody = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
        const answer = await service.request(verb, path + query, {
          isDescribed: false,
          ...(takesBody && sent !== undefined ? { body: sent } : {}),
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400 && verb !== 'HEAD') {
          expect(answer.json).toMatchObject({ status: answer.status, error: expect.stringMatching(/./) });
          expect(answer.text).not.toContain(service.dir);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('parameters and members of each route', async () => {
    const namesOf = (schema: unknown): readonly string[] =>
      Object.keys((schema as { shape?: object } | null)?.shape ?? {});
    const routes = routeTable.filter(({ path, method }) => isHarmless(method.toUpperCase(), path));
    const asked = fc.constantFrom(...routes).chain((route) => {
      const member = fc.oneof(hostile, query, reference, fc.array(hostile, { maxLength: 3 }));
      return fc.record({
        route: fc.constant(route),
        parameters: ofNames(namesOf(route.query), fc.oneof(hostile, query)),
        members: ofNames(namesOf(route.body?.kind === 'json' ? route.body.schema : null), member),
      });
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ route, parameters, members }) => {
        const path = route.path
          .replace('{sourceID}', 'a')
          .replace('{id}', '1')
          .replace(/\{\w+\}/g, 'x');
        const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encoded(value)}`);
        const sent = route.body === null ? {} : { body: members };
        const target = `${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
        const { status, text } = await service.request(route.method.toUpperCase(), target, {
          isDescribed: false,
          ...sent,
        });
        expect([target, status < 500]).toEqual([target, true]);
        if (status >= 400) expect(text).not.toContain(service.dir);
      }),
      { numRuns: 150 },
    );
  });

  test('queries', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (q, isPosted) => {
        const answer = isPosted ? await service.post('/search', { q }) : await service.get(`/search?q=${encoded(q)}`);
        expect([200, 400]).toContain(answer.status);
        if (answer.json.position !== undefined) expect(answer.json.position).toBeLessThanOrEqual(q.length);
        const explained = await service.get(`/explain?q=${encoded(q)}`);
        expect([200, 400]).toContain(explained.status);
      }),
      runs,
    );
  });

  test('headers', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'bytes=0-19,;"W/*:q \t'.split('')), maxLength: 20 });
    const name = fc.constantFrom(
      'Range',
      'If-Range',
      'If-None-Match',
      'Accept',
      'X-Request-Id',
      'Accept-Encoding',
      'Cookie',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async (headers) => {
        const { status, bytes } = await service.get('/sources/a/docs/1/content', { headers });
        expect([200, 206, 304, 416]).toContain(status);
        if (status === 200) expect(bytes.toString()).toBe('bytes');
      }),
      runs,
    );
  });

  test('bytes that are not a request', async () => {
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.constantFrom('GET', 'PUT', 'X'), segment, fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2', ''))
        .map(([verb, path, version]) =>
          Buffer.from(`${verb} /${path} ${version}\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n[1`),
        ),
    );
    await fc.assert(
      fc.asyncProperty(line, async (bytes) => {
        const socket = connect(service.server.port, '127.0.0.1');
        const received: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => received.push(chunk));
        socket.on('error', () => undefined);
        socket.end(bytes);
        await once(socket, 'close');
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(received).toString('latin1')) ?? [];
        if (status !== undefined) expect(Number(status)).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
    expect((await service.get('/health')).status).toBe(200);
  });
});
