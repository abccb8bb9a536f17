/** The configuration for nginx of docs/reverse-proxy, in a real nginx in front of a real server. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { ProxyUsers } from '../../src/access/proxy-users.ts';
import { printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { TrustedProxies } from '../../src/access/trusted-proxies.ts';
import { temporaryDir } from '../support/endings.ts';
import { freePort } from '../support/free-port.ts';
import { describeWith } from '../support/has-tool.ts';
import { Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';

const TOKEN = '0'.repeat(64);
/** This replaces the 64 of the configuration, so that few connections reach the limit. */
const REQUESTS_OF_USER = 8;

describeWith('nginx', 'openssl')('behind nginx', () => {
  let dir: string;
  let service: Service;
  let nginx: ChildProcess;
  let port: number;

  beforeAll(async () => {
    dir = temporaryDir();
    const tokens = join(dir, 'tokens');
    const sources = ['seen'];
    await writeFile(
      tokens,
      printTokenFile([
        { name: 'script', role: 'annotator', sources },
        { name: 'ana', role: 'reader' },
      ]),
    );
    const items = [{ id: 1, text: 'heron' }];
    service = await Service.start({
      cases: { seen: items, hidden: items },
      server: {
        allowedHosts: ['cases.example.org'],
        access: new Access(new Tokens(tokens), new ProxyUsers('X-Case-User', new TrustedProxies(['127.0.0.1']))),
      },
    });
    port = await freePort();
    const cert = join(dir, 'case-access.crt');
    const key = join(dir, 'case-access.key');
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=cases.example.org',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const password = execFileSync('openssl', ['passwd', '-apr1', 'secret'], { encoding: 'utf8' }).trim();
    await writeFile(join(dir, 'case-access.passwords'), `ana:${password}\n`, { mode: 0o644 });
    const text = (await readFile('docs/reverse-proxy/nginx.conf', 'utf8'))
      .replace('limit_conn users 64;', `limit_conn users ${REQUESTS_OF_USER};`)
      .replaceAll('/etc/nginx/', `${dir}/`)
      .replaceAll('/var/log/nginx/', `${dir}/`)
      .replace('/run/nginx.pid', join(dir, 'pid'))
      .replace('127.0.0.1:8080', `127.0.0.1:${service.server.port}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replace('worker_processes auto;', 'worker_processes 1;\ndaemon off;');
    await writeFile(join(dir, 'nginx.conf'), process.getuid?.() === 0 ? `user root;\n${text}` : text);
    nginx = spawn('nginx', ['-p', dir, '-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')], {
      stdio: 'ignore',
    });
    await until(async () => (await ask('GET', '/health').catch(() => 0)) !== 0);
  });
  afterAll(async () => {
    nginx?.kill('SIGQUIT');
    if (nginx !== undefined) await new Promise((resolve) => nginx.once('close', resolve));
  });

  const bearer = { Authorization: `Bearer ${TOKEN}` };
  const basic = { Authorization: `Basic ${Buffer.from('ana:secret').toString('base64')}` };
  const own = (): string => `cases.example.org:${port}`;

  /** The status. */
  function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { Host: own(), ...headers },
          rejectUnauthorized: false,
          servername: 'cases.example.org',
          agent: false,
        },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        },
      );
      asked.once('error', reject);
      asked.end();
    });
  }

  test('nobody passes without a password or a token', async () => {
    expect(await ask('GET', '/sources')).toBe(401);
    expect(await ask('GET', '/sources', { Authorization: 'Bearer x' })).toBe(401);
    expect(await ask('GET', '/sources', { 'X-Case-User': 'script' })).toBe(401);
    expect([await ask('GET', '/sources', bearer), await ask('GET', '/sources', basic)]).toEqual([200, 200]);
  });

  test('a user has a limited number of concurrent requests, and so have others', async () => {
    const held = new Set<ClientRequest>();
    let isHolding = true;
    /** Sends a head without its body. The service refuses that after a while, so it is sent again. */
    const hold = (): void => {
      const options = { host: '127.0.0.1', port, method: 'PUT', path: '/selection/add', agent: false };
      const headers = { Host: own(), ...bearer, 'Content-Length': 100 };
      const asked = request({ ...options, headers, rejectUnauthorized: false, servername: 'cases.example.org' });
      held.add(asked);
      asked.on('error', () => undefined);
      asked.once('close', () => held.delete(asked) && isHolding && hold());
      asked.flushHeaders();
    };
    for (let i = 0; i < REQUESTS_OF_USER; i++) hold();
    try {
      await until(async () => (await ask('GET', '/sources', bearer)) === 503);
      expect(await ask('GET', '/sources', basic)).toBe(200);
    } finally {
      isHolding = false;
      for (const asked of held) asked.destroy();
    }
    await until(async () => (await ask('GET', '/sources', bearer)) === 200);
  });

  test('another host name is not answered', async () => {
    await expect(ask('GET', '/sources', { ...bearer, Host: 'evil.example' })).rejects.toThrow();
  });

  test("the service's own page may change, with its port in Origin; a foreign one may not", async () => {
    const page = { Origin: `https://${own()}`, 'Sec-Fetch-Site': 'same-origin' };
    expect(await ask('POST', '/bookmarks/own', { ...bearer, ...page })).toBe(200);
    expect(await ask('POST', '/bookmarks/evil', { ...bearer, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await ask('POST', '/bookmarks/evil', { ...bearer, Origin: 'https://evil.example' })).toBe(403);
    expect(await ask('POST', '/sources', bearer)).toBe(403);
  });

  test('the service gets the name, with role and sources, whatever the client sends', async () => {
    expect(await ask('POST', '/bookmarks/ana', basic)).toBe(403);
    expect(await ask('GET', '/sources/hidden', { ...basic, 'X-Case-User': 'script' })).toBe(200);
    expect(await ask('GET', '/sources/hidden', bearer)).toBe(404);
    expect(await ask('GET', '/sources/seen', bearer)).toBe(200);
    const { changes } = (await service.get('/log', { headers: { 'X-Case-User': 'ana' } })).json;
    expect(changes.map(({ who, bookmark }: { who: string; bookmark: string }) => [who, bookmark])).toEqual([
      ['script', 'own'],
    ]);
  });

  test('a stream of changes passes event by event, with the visible events of each user, and ends with its client', async () => {
    const streams = new Map<string, { text: string; close: () => void }>();
    for (const [name, headers] of [
      ['script', bearer],
      ['ana', basic],
    ] as const) {
      const stream = { text: '', close: (): void => undefined };
      streams.set(name, stream);
      const asked = request(
        {
          ...{ host: '127.0.0.1', port, path: '/changes', agent: false, rejectUnauthorized: false },
          ...{ headers: { Host: own(), ...headers }, servername: 'cases.example.org' },
        },
        (response) => response.setEncoding('utf8').on('data', (piece: string) => (stream.text += piece)),
      );
      asked.on('error', () => undefined);
      asked.end();
      stream.close = () => asked.destroy();
    }
    const eventually = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
      await until(() => isTrue());
    };
    const textOf = (name: string): string => streams.get(name)!.text;
    await eventually(() => ['script', 'ana'].every((name) => textOf(name).includes('event: ready')));
    // This is far less than a buffer of nginx. If nginx buffered the answer, it would wait for more.
    const nobody = { remoteAddress: null, requestId: null };
    await service.bookmarks.selectAdd(new Map([['hidden', Uint32Array.of(1)]]), nobody);
    await eventually(() => textOf('ana').includes('"what":"select"'));
    await service.bookmarks.selectAdd(new Map([['seen', Uint32Array.of(1)]]), nobody);
    await eventually(() => textOf('script').includes('"what":"select"'));
    expect([textOf('ana'), textOf('script')].map((text) => text.split('event: change').length - 1)).toEqual([2, 1]);
    for (const { close } of streams.values()) close();
    const open = async (): Promise<string> =>
      (await service.get('/metrics', { headers: { 'X-Case-User': 'ana' } })).text;
    await eventually(async () => /^case_access_change_streams 0$/m.test(await open()));
  });
});
