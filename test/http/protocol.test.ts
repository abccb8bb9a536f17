import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { routeTable } from '../../src/http/route-table.ts';
import { Service } from '../support/http-service.ts';
import { pause, settled, until } from '../support/until.ts';

const service = Service.beforeTests({ cases: { a: [{ id: 1, text: 'alpha', content: 'c' }] } });

async function socketTo(server: Service): Promise<Socket> {
  const socket = connect(server.server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes unchanged, null as the end, and returns everything that comes back until the server closes. */
async function raw(...parts: (string | Buffer | null)[]): Promise<string> {
  const socket = await socketTo(service);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  for (const part of parts) {
    if (part === null) socket.end();
    else if (part !== '') socket.write(part);
  }
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

function parse(answer: string): { status: number; body: { error: string; status: number } } {
  const [head, body] = answer.split('\r\n\r\n');
  return { status: Number(head!.split(' ')[1]), body: JSON.parse(body!) };
}

describe('paths and methods', () => {
  test('a trailing slash is accepted everywhere', async () => {
    for (const path of ['/sources/', '/sources/a/', '/search/?q=x', '/sources/a/docs/1/', '/bookmarks/', '/status/']) {
      expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('OPTIONS names the methods, and 405 too', async () => {
    const options = await service.request('OPTIONS', '/bookmarks/x');
    expect(options.status).toBe(200);
    expect(options.headers.allow?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);
    for (const [method, path, allow] of [
      ['DELETE', '/sources', 'HEAD, GET, POST, OPTIONS'],
      ['PATCH', '/bookmarks', 'HEAD, GET, OPTIONS'],
      ['GET', '/bookmarks/x/add', 'PUT, OPTIONS'],
      ['POST', '/bookmarks', 'HEAD, GET, OPTIONS'],
      ['PROPFIND', '/status', 'HEAD, GET, OPTIONS'],
    ] as const) {
      const { status, headers, json } = await service.request(method, path);
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, allow]);
      expect(json).toEqual({ error: expect.stringContaining(method), status: 405 });
    }
  });

  test.each(['/nothing', '/Sources', '/sources/a/b', '/bookmarks/a/b/c', '/sources/a/docs', '/%', '/search//'])(
    '%s is 404 and named',
    async (path) => {
      const { status, json } = await service.get(path, { isDescribed: false });
      expect(status).toBe(404);
      expect(json).toEqual({ error: expect.any(String), status: 404 });
      expect((await service.request('OPTIONS', path, { isDescribed: false })).status).toBe(404);
    },
  );

  test('no path of a request is a path of a file of the host', async () => {
    const dots = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00'];
    const slashes = ['/', '%2f', '\\', '%5c'];
    const spelled = dots.flatMap((dot) =>
      slashes.map((slash) => `${`${dot}${slash}`.repeat(12)}etc${slash}passwd`.replaceAll('\\', '%5C')),
    );
    const ways = [...spelled, '/etc/passwd', '%2fetc%2fpasswd', 'file:%2f%2f%2fetc%2fpasswd'];
    const routes = routeTable.filter(({ method, path }) => method === 'get' && path.includes('{'));
    expect(routes.length).toBeGreaterThan(10);
    const places = ['/', ...routes.map(({ path }) => path.slice(0, path.lastIndexOf('{')).replaceAll(/\{\w+\}/g, 'a'))];
    for (const place of new Set(places)) {
      for (const way of ways) {
        const answer = await raw(`GET ${place}${way} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        const status = Number(answer.split(' ')[1]);
        // For a name that no file of the page has, the page itself is the answer.
        const isPage = place === '/app/' && status === 200 && /<!doctype html>/i.test(answer);
        // A viewer who has reviewed nothing has an empty list, whatever the name.
        const isEmptyList = place === '/reviewed/' && status === 200 && answer.includes('"docs":[]');
        const isRefused = isPage || isEmptyList || (status >= 400 && status < 500);
        expect([place, way, isRefused, answer.includes('root:')]).toEqual([place, way, true, false]);
      }
    }
  });

  test('an unknown query parameter is 400 on every route except the one whose query providers write', async () => {
    for (const { method, path } of routeTable) {
      if (path === '/session/oidc/callback') continue;
      const target = `${path.replace(/\{\w+\}/g, '1')}?q=a&nonsense=1`;
      const { status } = await service.request(method.toUpperCase(), target, {
        body: method === 'get' ? undefined : [],
      });
      expect([method, path, status]).toEqual([method, path, 400]);
    }
  });

  test('HEAD answers as GET without a body on every route', async () => {
    for (const path of [
      '/',
      '/sources',
      '/sources/a',
      '/search?q=alpha',
      '/sources/a/docs/1',
      '/sources/a/docs/1/content',
    ]) {
      const head = await service.request('HEAD', path);
      expect([path, head.status, head.bytes.length]).toEqual([path, (await service.get(path)).status, 0]);
    }
  });

  test('an absolute request target is its path', async () => {
    expect(await raw('GET http://localhost/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toContain(
      '200 OK',
    );
    expect(parse(await raw('GET http://a:b:c/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).status).toBe(
      400,
    );
    expect(parse(await raw('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).status).toBe(400);
  });
});

describe('headers', () => {
  test('every answer has nosniff and the id of the request, given or made', async () => {
    const made = await service.get('/health');
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.headers['x-content-type-options']).toBe('nosniff');
    const given = await service.get('/nothing', { headers: { 'X-Request-Id': 'abc-1' }, isDescribed: false });
    expect(given.headers['x-request-id']).toBe('abc-1');
    expect(given.headers['x-content-type-options']).toBe('nosniff');
    for (const bad of ['x'.repeat(200), 'a b', '\u00e9']) {
      const { headers } = await service.get('/health', { headers: { 'X-Request-Id': bad } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('each request has one line in the log', async () => {
    service.log.length = 0;
    await service.get('/search?q=alpha', { headers: { 'X-Request-Id': 'line-1' } });
    await until(() => service.log.length > 0);
    expect(service.log).toEqual([
      expect.objectContaining({ id: 'line-1', method: 'GET', target: '/search?q=alpha', status: 200, msg: 'answered' }),
    ]);
    expect(service.log[0]).toMatchObject({ ms: expect.any(Number), bytes: expect.any(Number) });
  });
});

describe('errors that Node detects itself', () => {
  test('have the error body', async () => {
    for (const request of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /a b HTTP/1.1\r\n\r\n',
      Buffer.from('GET /search?q=ação HTTP/1.1\r\nHost: localhost\r\n\r\n', 'utf8'),
      'GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n',
      'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
      'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ]) {
      const { status, body } = parse(await raw(request));
      expect([status, body.status, typeof body.error]).toEqual([400, 400, 'string']);
    }
  });

  test('for letters outside ASCII: the answer says how to send them', async () => {
    const { status, body } = parse(
      await raw(Buffer.from('GET /search?q=склад HTTP/1.1\r\nHost: localhost\r\n\r\n', 'utf8')),
    );
    expect([status, body.status]).toEqual([400, 400]);
    expect(body.error).toMatch(/percent-encoded.*--data-urlencode/);
    expect((await service.get(`/search?q=${encodeURIComponent('склад')}`)).status).toBe(200);
  });

  test('a request without Host is 400', async () => {
    const { status, body } = parse(await raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'));
    expect([status, body.status]).toEqual([400, 400]);
  });

  test('CONNECT is 405: this is not a proxy', async () => {
    const { status, body } = parse(await raw('CONNECT other:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    expect([status, body.status]).toEqual([405, 405]);
  });

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40'],
    ['two equal lengths', 'Content-Length: 2\r\nContent-Length: 2'],
    ['a length and chunks', 'Transfer-Encoding: chunked\r\nContent-Length: 2'],
    ['chunks that are none', 'Transfer-Encoding: xchunked'],
    ['chunks within another encoding', 'Transfer-Encoding: chunked, gzip'],
    ['a space before the colon', 'Transfer-Encoding : chunked'],
    ['a folded line', 'X-A: b\r\n Content-Length: 2'],
    ['a lone CR', 'X-A: b\rContent-Length: 2'],
    ['a NUL', 'X-A: b\0c'],
    ['a negative length', 'Content-Length: -1'],
    ['a length with a sign', 'Content-Length: +2'],
    ['a lone LF', 'X-A: b\nContent-Length: 2'],
  ])('%s: 400, and the following bytes are no request', async (_name, lines) => {
    const next = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const answer = await raw(
      `POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n\r\n{}${next}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  test('a request with two Host headers is 400', async () => {
    for (const second of ['x', 'y']) {
      const { status, body } = parse(
        await raw(`GET /health HTTP/1.1\r\nHost: localhost\r\nHost: ${second}\r\nConnection: close\r\n\r\n`),
      );
      expect([status, body.error]).toEqual([400, expect.stringContaining('more than one Host')]);
    }
  });

  test('only a route that reads the body sends 100 Continue', async () => {
    const head = (line: string, bytes: number) =>
      `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\nExpect: 100-continue\r\n\r\n`;
    // None of the bodies is ever sent.
    const refused: [string, number, number][] = [
      ['POST /nowhere', 100, 404],
      ['PATCH /search', 100, 405],
      ['POST /search?no=parameter', 100, 400],
      ['POST /search', 3 * 1024 * 1024, 413],
    ];
    for (const [line, bytes, expected] of refused) {
      const answer = await settled(raw(head(line, bytes)), line);
      expect([line, answer.startsWith(`HTTP/1.1 ${expected} `)]).toEqual([line, true]);
      expect(answer).toContain('Connection: close');
    }
    const socket = socketTo(service);
    const connected = await socket;
    const body = '{"q":"alpha"}';
    let received = '';
    connected.on('data', (bytes: Buffer) => {
      received += bytes.toString('utf8');
      if (received === 'HTTP/1.1 100 Continue\r\n\r\n') connected.write(body);
      if (received.includes('"docs"')) connected.destroy();
    });
    connected.write(head('POST /search', body.length));
    await new Promise((resolve) => connected.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test.each([
    ['POST', '/sources', 64 * 1024],
    ['POST', '/search', 2 * 1024 * 1024],
    ['POST', '/bookmarks/undo', 2 * 1024 * 1024],
    ['PUT', '/selection/add', 64 * 1024 * 1024],
  ])('a body of %s %s has its own limit of %i bytes', async (method, path, bytesMax) => {
    const padded = (bytes: number) => `[]${' '.repeat(bytes - 2)}`;
    for (const isChunked of [false, true]) {
      const over = await service.request(method, path, { body: padded(bytesMax + 1), isChunked });
      expect([path, isChunked, over.status, over.json.error]).toEqual([
        path,
        isChunked,
        413,
        expect.stringContaining(String(bytesMax)),
      ]);
    }
    const { status } = await service.request(method, path, { body: padded(bytesMax) });
    expect([path, status]).toEqual([path, path === '/selection/add' ? 200 : 400]);
  });

  test('an object in place of references has the limit of a query', async () => {
    const object = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
    expect((await service.put('/selection/add', object(2 * 1024 * 1024))).status).toBe(400);
    expect((await service.put('/selection/add', object(2 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test('headers over a mebibyte are 431, just under it are read', async () => {
    const { status, body } = parse(
      await raw(`GET /health?${'x'.repeat(1_100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    expect([status, body.status]).toEqual([431, 431]);
    const words = 'x'.repeat(1_000_000);
    const under = await service.get(`/search?q=${words}`);
    expect(under.status).toBe(200);
  });

  test('an expectation that cannot be met is 417 with the error body', async () => {
    const answer = await raw('GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 417');
    expect(answer).toContain('"status":417');
  });
});

describe('slow and half-open clients', () => {
  test('do not delay the others, however many', async () => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => socketTo(service)));
    for (const [i, socket] of sockets.entries()) {
      socket.on('error', () => undefined);
      if (i % 3 === 0) socket.write('GET /search?q=');
      else if (i % 3 === 1)
        socket.write(
          'PUT /selection/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[',
        );
      else socket.end();
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.get('/search?q=alpha')));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });
});

describe('stopping', () => {
  test('finishes running requests, refuses new ones with 503, and ends', async () => {
    const stopping = await Service.start({ cases: { a: [{ id: 1, text: 'alpha' }] } });
    let hasBegun = false;
    let finish: () => void = () => undefined;
    stopping.engine('a').beforeSearch = () =>
      new Promise<void>((resolve) => {
        hasBegun = true;
        finish = resolve;
      });
    const kept = await socketTo(stopping);
    kept.on('error', () => undefined);
    const received: Buffer[] = [];
    kept.on('data', (chunk: Buffer) => received.push(chunk));
    const underWay = stopping.get('/search?q=alpha');
    await until(() => hasBegun);
    // A request that has begun but is incomplete keeps its connection from being idle.
    kept.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
    await pause(50);
    const stopped = stopping.server.stop();
    kept.write('\r\n');
    await once(kept, 'close');
    const refusal = Buffer.concat(received).toString('utf8');
    expect(refusal).toContain('HTTP/1.1 503');
    expect(refusal.toLowerCase()).toContain('retry-after:');
    expect(refusal).toContain('"status":503');
    finish();
    expect((await underWay).json.docs).toHaveLength(1);
    await stopped;
    await expect(stopping.get('/health')).rejects.toThrow();
    await stopping.stop();
  });
});

describe('invalid bytes after requests in one packet', () => {
  const statusesOf = (answers: string): number[] =>
    // Status 102 shows whether a client that has closed its side still listens.
    [...answers.matchAll(/HTTP\/1\.1 (?!102)(\d+) /g)].map(([, status]) => Number(status));
  const change = (name: string): string => `POST /bookmarks/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  test.each([
    ['garbage', '\x00\x01 garbage\r\n\r\n'],
    ['half a request line, and the end', 'GET /search'],
    [
      'a request whose body is none',
      `PUT /selection HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    ],
  ])('%s: each request gets its own answer first', async (_, rest) => {
    const answers = await raw(change('piped1') + change('piped2') + rest, rest.startsWith('GET') ? null : '');
    expect(statusesOf(answers)).toEqual([200, 200, 400]);
    const names: string[] = (await service.get('/bookmarks')).json.data;
    expect(names).toEqual(expect.arrayContaining(['piped1', 'piped2']));
    for (const name of ['piped1', 'piped2']) await service.delete(`/bookmarks/${name}`);
  });

  test('a long search is answered first', async () => {
    service.engine('a').beforeSearch = () => pause(150);
    try {
      const answers = await raw(`GET /search?q=alpha HTTP/1.1\r\nHost: localhost\r\n\r\n%%%\r\n\r\n`);
      expect(statusesOf(answers)).toEqual([200, 400]);
      expect(answers).toMatch(/"docs":\[\{"source":"a","id":1\}\][\s\S]*Connection: close/);
    } finally {
      service.engine('a').beforeSearch = () => undefined;
    }
  });
});
