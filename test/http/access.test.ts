/**
 * Tokens, roles, sessions, users of a proxy. Every route of the table is tried by every role and without a token. For a viewer
 * who may see one of two sources, it must answer like a server that has only that one.
 */
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { ProxyUsers } from '../../src/access/proxy-users.ts';
import { SecureCookies } from '../../src/access/secure-cookies.ts';
import { SESSION_MS_MAX, type SessionHolder, Sessions, TOKEN_SESSION_COUNT_MAX } from '../../src/access/sessions.ts';
import { hashOfToken, printTokenFile, type TokenEntry } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { TrustedProxies } from '../../src/access/trusted-proxies.ts';
import { mayAs, ROLES } from '../../src/access/viewer.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import type { Route } from '../../src/http/route.ts';
import { routeTable } from '../../src/http/route-table.ts';
import type { Answer, RequestOptions } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { runCli } from '../support/run-cli.ts';
import { comparable, sampleOf } from '../support/sampled-routes.ts';
import { unzipped } from '../support/unzipped.ts';

const seen = [1, 2, 3].map((id) => ({
  id,
  text: `heron number ${id}`,
  properties: { name: [`s${id}.txt`], category: ['Documents'], length: [String(id)], hash: [`h${id}`] },
}));
const hidden = [1, 2, 3, 4].map((id) => ({
  id,
  text: `heron zebra ${id}`,
  properties: { name: [`x${id}.txt`], category: ['Secrets'], length: ['9'], hash: [`h${id}`], zebraField: ['zebra'] },
}));

const users: (TokenEntry & { token: string })[] = [
  ...ROLES.map((role) => ({ name: role, role, token: `token-of-${role}` })),
  { name: 'half', role: 'administrator' as const, token: 'token-of-half', sources: ['seen', 'later'] },
  { name: 'half-reader', role: 'reader' as const, token: 'token-of-half-reader', sources: ['seen'] },
];
const entriesOf = (): TokenEntry[] =>
  users.map(({ token, ...entry }): TokenEntry => ({ ...entry, hash: hashOfToken(token) }));
const proxied: TokenEntry = { name: 'zoë', role: 'reader', sources: ['seen'] };

let file: string;
let service: Service;
const alone = Service.beforeTests({ cases: { seen }, server: () => ({ certificates: certificatesOf() }) });
/** A service behind a proxy that it trusts. */
let proxyTold: Service;

const holder = (owner: string): SessionHolder => ({ owner, viewer: async () => null });
const bearer = (name: string): Record<string, string> => ({ Authorization: `Bearer token-of-${name}` });
const as = (name: string, method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
  service.request(method, path, { ...options, headers: { ...bearer(name), ...options.headers } });

const certificatesOf = () => ({ caseFacts: new CaseFactsReader(), key: null, analysis: 'one' });

beforeAll(async () => {
  file = join(alone.dir, 'tokens.json');
  await writeFile(file, printTokenFile([...entriesOf(), proxied]));
  const access = new Access(new Tokens(file), new ProxyUsers('X-User', new TrustedProxies(['127.0.0.0/8'])));
  service = await Service.start({
    cases: { hidden, seen },
    server: () => ({ access, certificates: certificatesOf() }),
  });
  const behind = new Access(new Tokens(file), null, new SecureCookies(new TrustedProxies(['127.0.0.1'])));
  proxyTold = await Service.start({ server: { access: behind } });
  for (const one of [service, alone]) {
    const headers = one === service ? bearer('administrator') : {};
    await one.post('/bookmarks/mixed', undefined, { headers });
    await one.put('/bookmarks/mixed/add', refs('seen', 1, 2), { headers });
    await one.put('/selection/add', refs('seen', 2), { headers });
  }
  await as('administrator', 'PUT', '/bookmarks/mixed/add', { body: refs('hidden', 1, 2, 3) });
  await as('administrator', 'PUT', '/selection/add', { body: refs('hidden', 4) });
});

/**
 * Routes whose answers also depend on other viewers: their changes to bookmarks, and metrics, of which limited viewers get only
 * a part.
 */
const tellsOfOthers = (route: Route): boolean => /^\/(metrics|changes)$|\/log$/.test(route.path);

describe('every route of the table', () => {
  test.each(routeTable.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    '%s: nobody, an unknown token, each role',
    async (_name, route) => {
      const method = route.method.toUpperCase();
      const { path } = sampleOf(route, 'nowhere');
      // The body of an unauthorized request is not examined, so its faults do not show.
      const body = route.body === null ? undefined : '{';
      const send = (headers: Record<string, string>): Promise<Answer> =>
        service.request(method, path, { headers: { ...headers, Origin: service.server.url }, body });
      for (const headers of [
        {},
        { Authorization: 'Bearer nobody' },
        { Authorization: 'Basic eDp5' },
        { Cookie: 'case-access-session=x' },
      ]) {
        const answer = await send(headers as Record<string, string>);
        if (route.role === 'none') expect([headers, answer.status]).not.toEqual([headers, 401]);
        else {
          expect([headers, answer.status]).toEqual([headers, 401]);
          expect(answer.headers['www-authenticate']).toContain('Bearer');
        }
      }
      for (const role of ROLES) {
        if (mayAs(role, route.role)) continue;
        const { status, json } = await send(bearer(role));
        expect([role, status, json?.error]).toEqual([
          role,
          403,
          expect.stringContaining(`needs the role ${route.role}`),
        ]);
      }
      if (route.role === 'none') return;
      const least = ROLES.find((role) => mayAs(role, route.role))!;
      expect([401, 403]).not.toContain(
        (await as(least, 'GET' === method ? 'GET' : method, path.replaceAll('mixed', 'none'), { body })).status,
      );
    },
  );

  test.each(
    routeTable
      .filter(
        ({ role, method, path }) => role === 'reader' && path !== '/session' && (method === 'get' || method === 'post'),
      )
      .map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const),
  )('%s: a source that may not be seen does not exist', async (_name, route) => {
    const method = route.method.toUpperCase();
    const { path, body } = sampleOf(route, 'seen');
    const [own, only] = [
      await service.request(method, path, { body, headers: bearer('half-reader') }),
      await alone.request(method, path, { body }),
    ];
    expect(own.status).toBeLessThan(500);
    if (route.path === '/report') {
      // A report contains its author and time, and its pages are compressed.
      const files = [...(await unzipped(own.bytes))].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
      expect(files).not.toMatch(/hidden|zebra|Secrets/);
      return;
    }
    if (!tellsOfOthers(route)) expect(comparable(own)).toEqual(comparable(only));
    expect(own.text).not.toMatch(/hidden|zebra|Secrets/);
    // A request for it by name gets the same answer as a request for a nonexistent one.
    const parts: [string, unknown][] = [];
    if (route.path.includes('{sourceID}')) parts.push([sampleOf(route, 'hidden').path, sampleOf(route, 'hidden').body]);
    else if (body !== undefined) parts.push([path, { ...(body as object), sourceID: 'hidden' }]);
    else parts.push([`${path}${path.includes('?') ? '&' : '?'}sourceID=hidden`, undefined]);
    for (const [named, sent] of parts) {
      const [a, b] = [
        await service.request(method, named, { body: sent, headers: bearer('half-reader') }),
        await alone.request(method, named, { body: sent }),
      ];
      expect(a.status).toBeGreaterThanOrEqual(400);
      expect(comparable(a)).toEqual(comparable(b));
    }
  });
});

describe('sources that are not visible', () => {
  test('are in no search, suggestion, bookmark or selection', async () => {
    expect((await as('half', 'GET', '/search?q=heron')).json).toEqual({ docs: refs('seen', 1, 2, 3) });
    expect((await as('half', 'GET', '/search?q=bookmark:mixed')).json).toEqual({ docs: refs('seen', 1, 2) });
    expect((await as('half', 'GET', '/search?q=source:hidden')).json).toEqual({ docs: [] });
    expect((await as('half', 'GET', '/bookmarks/mixed')).json).toEqual({ docs: refs('seen', 1, 2) });
    expect((await as('half', 'GET', '/selection')).json).toEqual({ docs: refs('seen', 2) });
    expect((await as('half', 'GET', '/suggest?field=bookmark')).json.data).toEqual([{ value: 'mixed', items: 2 }]);
    expect((await as('reader', 'GET', '/suggest?field=bookmark')).json.data).toEqual([{ value: 'mixed', items: 5 }]);
    const changes = (await as('half', 'GET', '/bookmarks/mixed/log')).json.changes;
    expect(changes.map(({ items }: { items: number }) => items)).toEqual([2, 0]);
    expect((await as('half', 'GET', '/metrics')).text).toContain('case_access_sources{state="ready"} 1');
    expect((await as('reader', 'GET', '/metrics')).text).toContain('case_access_sources{state="ready"} 2');
    expect((await as('reader', 'GET', '/bookmarks/mixed/log')).json.changes[0]).toMatchObject({
      items: 3,
      who: 'administrator',
    });
  });

  test('a failed one makes nothing incomplete, and a cursor of another viewer is invalid', async () => {
    const page = (await as('reader', 'GET', '/hits?q=heron&limit=2')).json.next;
    expect((await as('half', 'GET', `/hits?q=heron&limit=2&after=${page}`)).status).toBe(409);
    service.sources.takeOut('hidden', new Error('broken'));
    for (const path of ['/search?q=heron', '/hits?q=heron', '/categories', '/status', '/suggest', '/fields']) {
      expect((await as('half', 'GET', path)).text).not.toMatch(/hidden|incomplete|failed/);
      expect((await as('reader', 'GET', path)).text).toContain('hidden');
    }
  });

  test('add and remove affect only visible members; rename, delete and undo of the rest are 403', async () => {
    await as('administrator', 'POST', '/bookmarks/shared');
    // The source is out of service, but its members were added before.
    await service.bookmarks.add('shared', new Map([['hidden', Uint32Array.of(1)]]), {
      remoteAddress: null,
      requestId: null,
    });
    expect((await as('half', 'PUT', '/bookmarks/shared/add', { body: refs('hidden', 1) })).status).toBe(404);
    expect((await as('half', 'PUT', '/bookmarks/shared/remove', { body: refs('hidden', 1) })).status).toBe(404);
    expect((await as('half', 'PUT', '/bookmarks/shared/add', { body: refs('seen', 1) })).json).toEqual({
      name: 'shared',
      changed: 1,
      size: 1,
    });
    const [added, , created] = (await as('reader', 'GET', '/bookmarks/shared/log')).json.changes;
    for (const [method, path, body] of [
      ['PUT', '/bookmarks/shared/rename/mine', undefined],
      ['DELETE', '/bookmarks/shared', undefined],
      ['POST', '/bookmarks/undo', { seq: added.seq - 1 }],
      ['POST', '/bookmarks/undo', { seq: created.seq }],
    ] as const) {
      const { status, json } = await as('half', method, path, { body });
      expect([method, path, body, status, json.error]).toEqual([
        method,
        path,
        body,
        403,
        expect.stringContaining('may not see'),
      ]);
    }
    expect((await as('half', 'POST', '/bookmarks/undo', { body: { seq: added.seq } })).json).toMatchObject({
      changed: 1,
      size: 0,
    });
    expect((await as('administrator', 'PUT', '/bookmarks/shared/rename/whole')).status).toBe(200);
    expect((await as('administrator', 'DELETE', '/bookmarks/whole')).json.changed).toBe(1);
    await as('half', 'POST', '/bookmarks/mine');
    await as('half', 'PUT', '/bookmarks/mine/add', { body: refs('seen', 1) });
    expect((await as('half', 'PUT', '/bookmarks/mine/rename/own')).json).toEqual({ name: 'own', changed: 0, size: 1 });
    expect((await as('half', 'DELETE', '/bookmarks/own')).status).toBe(200);
  });

  test('whether a name is taken by one of them is not revealed', async () => {
    const answers = [];
    for (const id of ['hidden', 'nothing']) {
      const { status, json } = await as('half', 'POST', '/sources', { body: { id, path: '/nowhere' } });
      answers.push([status, json.error.replaceAll(id, 'X')]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]![0]).toBe(403);
    expect((await as('half', 'POST', '/sources', { body: { id: 'later', path: '/nowhere' } })).status).toBe(400);
  });
});

describe('authentication', () => {
  test('comes before the path is examined', async () => {
    for (const path of ['/nowhere', '/search?q=(', '/bookmarks/', '/', '/documents', '/health/x']) {
      for (const method of ['GET', 'OPTIONS', 'PATCH']) {
        expect([path, method, (await service.request(method, path, { isDescribed: false })).status]).toEqual([
          path,
          method,
          401,
        ]);
      }
    }
    for (const path of [
      '/health',
      '/swagger-ui/',
      '/swagger-ui/swagger-ui.css',
      '/docs/',
      '/docs/site.css',
      '/openapi.json',
      '/application.wadl',
    ]) {
      expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    }
    expect((await as('reader', 'GET', '/nowhere', { isDescribed: false })).status).toBe(404);
  });

  test('a session counts as its token, until the session or the token ends', async () => {
    const begun = await service.post('/session', { token: 'token-of-annotator' });
    expect([begun.status, begun.json]).toEqual([200, { name: 'annotator', role: 'annotator' }]);
    const [cookie = ''] = begun.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^case-access-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const headers = { Cookie: `a=b; ${cookie.split(';')[0]}` };
    expect((await service.get('/sources', { headers })).status).toBe(200);
    expect((await service.post('/bookmarks/session', undefined, { headers })).status).toBe(200);
    expect((await service.delete('/bookmarks/session', { headers })).status).toBe(200);
    expect((await service.post('/sources', { id: 'x', path: '/x' }, { headers })).status).toBe(403);
    expect((await service.get('/log', { headers })).json.changes[0]).toMatchObject({
      who: 'annotator',
      what: 'delete',
    });
    const ended = await service.delete('/session', { headers });
    expect(ended.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await service.get('/sources', { headers })).status).toBe(401);
    expect((await service.post('/session', { token: 'nobody' })).status).toBe(401);
    expect((await alone.post('/session', { token: 'token-of-annotator' })).status).toBe(404);
  });

  test.each([
    ['plain', {}, false],
    ['https, says a trusted proxy', { 'X-Forwarded-Proto': 'https' }, true],
    ['https, then http between proxies', { 'X-Forwarded-Proto': 'HTTPS, http' }, true],
    ['http, then https between proxies', { 'X-Forwarded-Proto': 'http, https' }, false],
    ['a page of https', { Origin: 'https://127.0.0.1', Host: '127.0.0.1' }, true],
    ['a page of http', { Origin: 'http://127.0.0.1', Host: '127.0.0.1' }, false],
  ])('the session cookie is for TLS if the request came by it: %s', async (_, headers, isSecure) => {
    const begun = await proxyTold.post('/session', { token: 'token-of-reader' }, { headers });
    const [cookie = ''] = begun.headers['set-cookie'] ?? [];
    const Cookie = cookie.split(';')[0]!;
    const ended = await proxyTold.delete('/session', { headers: { ...headers, Cookie } });
    expect([begun.status, ended.status]).toEqual([200, 200]);
    for (const { headers: sent } of [begun, ended]) {
      expect(/; Secure(;|$)/.test(sent['set-cookie']?.[0] ?? '')).toBe(isSecure);
    }
  });

  test('X-Forwarded-Proto counts from trusted proxies only, and an option forces Secure', () => {
    const told = { headers: { 'x-forwarded-proto': ['https'] }, remoteAddress: '10.1.1.1' };
    const proxies = new TrustedProxies(['10.0.0.0/8']);
    expect(new SecureCookies(proxies).isMeant(told)).toBe(true);
    expect(new SecureCookies(proxies).isMeant({ ...told, remoteAddress: '11.1.1.1' })).toBe(false);
    expect(new SecureCookies().isMeant(told)).toBe(false);
    expect(new SecureCookies(null, true).isMeant({ headers: {}, remoteAddress: null })).toBe(true);
  });

  test('a session has a limited lifetime', () => {
    let now = 0;
    const sessions = new Sessions(() => now);
    const secret = sessions.begin(holder('ab'));
    now = SESSION_MS_MAX - 1;
    expect(sessions.holderOf(secret)?.owner).toBe('ab');
    now++;
    expect(sessions.holderOf(secret)).toBeNull();
  });

  test('with many sessions, one token ends its own oldest, never those of others', () => {
    const sessions = new Sessions();
    const other = sessions.begin(holder('other'));
    const own = Array.from({ length: TOKEN_SESSION_COUNT_MAX + 2 }, () => sessions.begin(holder('own')));
    expect(sessions.holderOf(other)?.owner).toBe('other');
    expect(own.map((secret) => sessions.holderOf(secret)?.owner)).toEqual([
      undefined,
      undefined,
      ...own.slice(2).map(() => 'own'),
    ]);
  });

  test('a proxy supplies names without a token; the header from any other peer is ignored', async () => {
    const name = Buffer.from('zoë').toString('latin1');
    expect((await service.get('/search?q=heron', { headers: { 'X-User': name } })).json).toEqual({
      docs: refs('seen', 1, 2, 3),
    });
    for (const value of ['administrator', 'nobody', '', `${name}, ${name}`]) {
      expect([value, (await service.get('/sources', { headers: { 'X-User': value } })).status]).toEqual([value, 401]);
    }
    const users = new ProxyUsers('X-User', new TrustedProxies(['10.0.0.0/8', '::1', '192.168.1.7']));
    expect(['10.255.0.1', '::ffff:10.1.1.1', '::1', '192.168.1.7'].map((from) => users.nameOf(['a'], from))).toEqual(
      Array(4).fill('a'),
    );
    expect(
      ['11.0.0.1', '::ffff:11.1.1.1', '::2', '192.168.1.8', null].map((from) => users.nameOf(['a'], from)),
    ).toEqual(Array(5).fill(null));
    expect(users.nameOf(['a', 'b'], '10.0.0.1')).toBeNull();
    for (const network of ['x', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/-1']) {
      expect(() => new ProxyUsers('x', new TrustedProxies([network]))).toThrow(RangeError);
    }
  });

  test('without tokens everyone may do everything, and the proxy only supplies the name', async () => {
    const open = await Service.start({
      server: { access: new Access(null, new ProxyUsers('X-User', new TrustedProxies(['127.0.0.1']))) },
    });
    expect((await open.post('/bookmarks/a', undefined, { headers: { 'X-User': 'ana' } })).status).toBe(200);
    expect((await open.post('/bookmarks/b')).status).toBe(200);
    expect((await open.get('/log')).json.changes.map(({ who }: { who: unknown }) => who)).toEqual([null, 'ana']);
  });

  test('the file is read again when it changes; while it is unusable, nobody has access', async () => {
    const replace = async (text: string): Promise<void> => {
      await writeFile(`${file}.next`, text);
      await rename(`${file}.next`, file);
    };
    const status = async (): Promise<number> => (await as('reader', 'GET', '/sources')).status;
    const begun = await service.post('/session', { token: 'token-of-reader' });
    const headers = { Cookie: String(begun.headers['set-cookie']?.[0]).split(';')[0]! };
    await replace(printTokenFile(entriesOf().filter(({ name }) => name !== 'reader')));
    expect([await status(), (await service.get('/sources', { headers })).status]).toEqual([401, 401]);
    await replace('{');
    expect([await status(), (await service.get('/health')).status]).toEqual([503, 200]);
    await rm(file);
    expect(await status()).toBe(503);
    await replace(printTokenFile(entriesOf()));
    expect([await status(), (await service.get('/sources', { headers })).status]).toEqual([200, 200]);
  });
});

test('token new writes a hash, for the owner only, and prints the token only', async () => {
  const tokens = join(alone.dir, 'new.json');
  const made = await runCli([
    'token',
    'new',
    '--tokens',
    tokens,
    '--name',
    'ana',
    '--role',
    'reader',
    '--source',
    'a',
    '--source',
    'b',
  ]);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/)]);
  expect((await stat(tokens)).mode & 0o777).toBe(0o600);
  const known = new Tokens(tokens);
  const token = made.stdout.trim();
  expect(await known.ofToken(token)).toMatchObject({ name: 'ana', role: 'reader', sources: new Set(['a', 'b']) });
  expect(await known.ofToken(`${token}x`)).toBeNull();
  expect((await runCli(['token', 'new', '--tokens', tokens, '--name', 'ana', '--role', 'reader'])).code).toBe(1);
  expect((await runCli(['token', 'new', '--tokens', tokens, '--name', 'b', '--role', 'king'])).code).toBe(2);
  const proxyName = await runCli([
    'token',
    'new',
    '--tokens',
    tokens,
    '--name',
    'bob',
    '--role',
    'administrator',
    '--no-token',
  ]);
  expect([proxyName.code, proxyName.stdout]).toEqual([0, '']);
  expect([(await known.ofName('bob'))?.role, await known.ofName('ana')]).toEqual(['administrator', null]);
});
