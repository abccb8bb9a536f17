/**
 * The configuration for oauth2-proxy of docs/reverse-proxy: a real proxy, between a real OpenID provider and a real server. No
 * package of Debian or npm has the proxy, so `make test-sign-in-proxy` runs this, not `make test`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { ProxyUsers } from '../../src/access/proxy-users.ts';
import { printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { TrustedProxies } from '../../src/access/trusted-proxies.ts';
import { temporaryDir } from '../support/endings.ts';
import { EventStream } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { describeWith } from '../support/has-tool.ts';
import { refs, Service } from '../support/http-service.ts';
import { TestProvider } from '../support/oidc-provider.ts';

const HEADER = 'X-Forwarded-Preferred-Username';
const ACCESS_TOKEN_SECONDS = 3;

describeWith('oauth2-proxy')('behind oauth2-proxy', () => {
  let dir: string;
  let service: Service;
  let provider: TestProvider;
  let proxy: ChildProcess;
  let url: string;
  let tokens: string;

  const entries = [
    { name: 'anna', role: 'annotator', sources: ['seen'] },
    { name: 'ben', role: 'reader' },
  ] as const;

  beforeAll(async () => {
    dir = temporaryDir();
    tokens = join(dir, 'tokens');
    await writeFile(tokens, printTokenFile(entries.map((one) => ({ ...one }) as never)));
    const items = [{ id: 1, text: 'heron' }];
    service = await Service.start({
      cases: { seen: items, hidden: items },
      server: { access: new Access(new Tokens(tokens), new ProxyUsers(HEADER, new TrustedProxies(['127.0.0.1']))) },
    });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    provider = await TestProvider.start({
      redirectUri: `${url}/oauth2/callback`,
      hasRefreshTokens: true,
      accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    });
    for (const name of ['anna', 'ben', 'nobody']) provider.accounts.set(name, { preferred_username: name });
    const text = (await readFile('docs/reverse-proxy/oauth2-proxy.cfg', 'utf8'))
      .replace('127.0.0.1:4180', `127.0.0.1:${port}`)
      .replace('http://127.0.0.1:8080/', service.server.url)
      .replace('https://cases.example.org/oauth2/callback', `${url}/oauth2/callback`)
      .replace('https://login.example.org/realms/office', provider.issuer)
      .replace('put the secret of the client here', 'a secret of the test')
      .replace('put the secret of the cookies here', randomBytes(32).toString('base64url'))
      .replace('cookie_secure = true', 'cookie_secure = false')
      .replace('cookie_refresh = "1m"', 'cookie_refresh = "1s"');
    await writeFile(join(dir, 'oauth2-proxy.cfg'), text);
    proxy = spawn('oauth2-proxy', ['--config', join(dir, 'oauth2-proxy.cfg')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [proxy.stdout!, proxy.stderr!]) stream.on('data', (piece: Buffer) => (said += String(piece)));
    while ((await fetch(`${url}/ping`).catch(() => null))?.status !== 200) {
      if (proxy.exitCode !== null) throw new Error(`oauth2-proxy ended: ${said}`);
      await setTimeout(20);
    }
  });
  afterAll(async () => {
    if (proxy?.exitCode === null) {
      const ended = new Promise((resolve) => proxy.once('close', resolve));
      proxy.kill('SIGTERM');
      await ended;
    }
    await provider?.stop();
  });

  interface Answered {
    readonly status: number;
    readonly location: string | null;
    // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests are about
    readonly json: any;
  }

  /** Cookies of answers, as a browser keeps them. */
  class Jar {
    readonly #cookies = new Map<string, string>();

    async ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
      const own = { ...this.headers(), ...headers };
      const answer = await fetch(`${url}${path}`, { method, headers: own, redirect: 'manual' });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (value === '') this.#cookies.delete(name!);
        else this.#cookies.set(name!, value!);
      }
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      return {
        status: answer.status,
        location: answer.headers.get('location'),
        json: isJson ? JSON.parse(text) : null,
      };
    }

    headers(): Record<string, string> {
      return { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    }
  }

  async function signedIn(account: string): Promise<Jar> {
    const jar = new Jar();
    const { status, location } = await jar.ask('GET', '/app/');
    expect([status, location]).toEqual([302, expect.stringContaining(provider.issuer)]);
    expect(location).toContain('code_challenge_method=S256');
    const back = await provider.signIn(location!, account);
    const begun = await jar.ask('GET', back.slice(url.length));
    expect([begun.status, begun.location]).toEqual([302, '/app/']);
    return jar;
  }

  test('the page leads to the provider, everything else is 401, whatever headers are sent', async () => {
    const nobody = new Jar();
    for (const headers of [{}, { [HEADER]: 'ben' }, { 'X-Forwarded-User': 'ben' }] as Record<string, string>[]) {
      expect((await nobody.ask('GET', '/search?q=heron', headers)).status).toBe(401);
    }
    expect((await nobody.ask('GET', '/app/')).status).toBe(302);
  });

  test('the service gets the user, with role and sources', async () => {
    const [anna, ben] = [await signedIn('anna'), await signedIn('ben')];
    expect((await anna.ask('GET', '/search?q=heron')).json.docs).toEqual(refs('seen', 1));
    expect((await ben.ask('GET', '/search?q=heron')).json.docs).toEqual([...refs('seen', 1), ...refs('hidden', 1)]);
    // A header makes nobody another person.
    expect((await anna.ask('GET', '/sources/hidden', { [HEADER]: 'ben' })).status).toBe(404);
    expect((await ben.ask('POST', '/bookmarks/own')).status).toBe(403);
    const page = { Origin: url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await anna.ask('POST', '/bookmarks/own', page)).status).toBe(200);
    expect((await anna.ask('POST', '/bookmarks/evil', { Origin: 'https://evil.example' })).status).toBe(403);
    const { changes } = (await ben.ask('GET', '/log')).json;
    expect(changes.map(({ who, bookmark }: Record<string, string>) => [who, bookmark])).toEqual([['anna', 'own']]);
  });

  test('a person without an entry is 401 at the service, and so is one whose entry was removed', async () => {
    expect((await (await signedIn('nobody')).ask('GET', '/sources')).status).toBe(401);
    const ben = await signedIn('ben');
    expect((await ben.ask('GET', '/sources')).status).toBe(200);
    await writeFile(tokens, printTokenFile([{ ...entries[0] } as never]));
    while ((await ben.ask('GET', '/sources')).status !== 401) await setTimeout(50);
    await writeFile(tokens, printTokenFile(entries.map((one) => ({ ...one }) as never)));
    while ((await ben.ask('GET', '/sources')).status !== 200) await setTimeout(50);
  });

  test('changes pass event by event', async () => {
    const anna = await signedIn('anna');
    const stream = await EventStream.open(url, '/changes', anna.headers());
    expect((await stream.next()).name).toBe('ready');
    const nobody = { remoteAddress: null, requestId: null };
    await service.bookmarks.selectAdd(new Map([['seen', Uint32Array.of(1)]]), nobody);
    expect(await stream.next()).toMatchObject({ name: 'change', data: { what: 'select' } });
    stream.close();
  });

  test('a session continues beyond its access token, and ends with it once the person is revoked at the provider', async () => {
    const ben = await signedIn('ben');
    const end = Date.now() + 2 * ACCESS_TOKEN_SECONDS * 1000;
    while (Date.now() < end) {
      expect((await ben.ask('GET', '/sources')).status).toBe(200);
      await setTimeout(300);
    }
    provider.accounts.delete('ben');
    const revoked = Date.now();
    while ((await ben.ask('GET', '/sources')).status !== 401) await setTimeout(100);
    expect(Date.now() - revoked).toBeLessThan((ACCESS_TOKEN_SECONDS + 5) * 1000);
    expect((await ben.ask('GET', '/app/')).location).toContain(provider.issuer);
  });

  test('signing out at the proxy ends the session', async () => {
    const anna = await signedIn('anna');
    expect((await anna.ask('GET', '/sources')).status).toBe(200);
    await anna.ask('GET', '/oauth2/sign_out');
    expect((await anna.ask('GET', '/sources')).status).toBe(401);
  });
});
