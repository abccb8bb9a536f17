/** Users signed in by a real OpenID provider: roles and sources by claims, and the ends of a session. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { readOidcFile } from '../../src/access/oidc/oidc-file.ts';
import { OidcUsers } from '../../src/access/oidc/oidc-users.ts';
import { PendingSignIns, SIGN_IN_COUNT_MAX, SIGN_IN_MS_MAX } from '../../src/access/oidc/pending-sign-ins.ts';
import { viewerOfClaims } from '../../src/access/oidc/viewer-of-claims.ts';
import { temporaryDir } from '../support/endings.ts';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { TestProvider } from '../support/oidc-provider.ts';
import { runCli } from '../support/run-cli.ts';

const REDIRECT = 'http://127.0.0.1:1/session/oidc/callback';
const SIGNED_OUT = 'http://127.0.0.1:1/app/';
const items = [{ id: 1, text: 'heron', properties: { name: ['a.txt'] } }];
const fileOf = (issuer: string, more: object = {}): string =>
  JSON.stringify({
    format: 'case-access-oidc',
    version: 1,
    issuer,
    clientId: 'case-access',
    clientSecret: 'a secret of the test',
    redirectUri: REDIRECT,
    signedOutUri: SIGNED_OUT,
    roles: { claim: 'groups', values: { analysts: 'annotator', guests: 'reader' } },
    sources: { claim: 'groups', values: { analysts: ['one', 'two'], guests: ['two'] } },
    ...more,
  });

let scratch: string;
beforeAll(async () => {
  scratch = temporaryDir();
});

/** A cookie of an answer, as a browser returns it. */
const cookieOf = (answer: Answer, name: string): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

describe.each([
  ['with tokens to refresh', true],
  ['without tokens to refresh', false],
])('a provider %s', (_, hasRefreshTokens) => {
  let provider: TestProvider;
  let service: Service;
  /** The users' clock, in milliseconds. */
  let now = 0;
  const faults: string[] = [];

  beforeAll(async () => {
    provider = await TestProvider.start({
      redirectUri: REDIRECT,
      signedOutUri: SIGNED_OUT,
      hasRefreshTokens,
      accessTokenSeconds: 3600,
    });
    const file = join(scratch, 'oidc.json');
    await writeFile(file, fileOf(provider.issuer));
    const tell = (fault: Error): unknown => faults.push(fault.message);
    const users = new OidcUsers(await readOidcFile(file), tell, () => now);
    service = await Service.start({
      cases: { one: items, two: items },
      server: { access: new Access(null, null, undefined, users) },
    });
  });
  afterAll(async () => {
    await provider.stop();
  });
  beforeEach(() => {
    provider.accounts.clear();
    provider.accounts.set('anna', { preferred_username: 'anna', groups: ['guests', 'analysts'] });
    provider.accounts.set('guest', { preferred_username: 'guest', groups: 'guests' });
    provider.accounts.set('stranger', { preferred_username: 'stranger', groups: ['others'] });
  });

  const begin = async (page = ''): Promise<{ address: string; cookie: string }> => {
    const answer = await service.get(`/session/oidc/begin${page}`);
    expect(answer.status).toBe(302);
    return { address: answer.headers.location as string, cookie: cookieOf(answer, 'case-access-sign-in') };
  };
  const finish = (back: string, cookie: string): Promise<Answer> =>
    service.get(`/session/oidc/callback${new URL(back).search}`, { headers: { Cookie: cookie } });
  /** The cookie of a session. */
  const signedIn = async (account: string): Promise<string> => {
    const { address, cookie } = await begin();
    return cookieOf(await finish(await provider.signIn(address, account), cookie), 'case-access-session');
  };
  const as = (cookie: string, method: string, path: string): Promise<Answer> =>
    service.request(method, path, { headers: { Cookie: cookie } });

  test('nobody has access before signing in', async () => {
    expect((await service.get('/sources')).status).toBe(401);
    expect((await service.get('/search?q=heron', { headers: { Authorization: 'Bearer x' } })).status).toBe(401);
    expect((await service.post('/session', { token: 'x' })).status).toBe(404);
  });

  test('there and back: PKCE, a bound cookie, a page that leads on', async () => {
    const { address, cookie } = await begin(`?page=${encodeURIComponent('?q="a"<b>')}`);
    const query = new URL(address).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('state')).not.toBe(query.get('nonce'));
    const back = await provider.signIn(address, 'anna');
    const answer = await finish(back, cookie);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('url=../../app/?q=&#34;a&#34;&#60;b&#62;"');
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'");
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict');
    // A code is valid once.
    expect((await finish(back, cookie)).headers.location).toBe('../../app/?signin=forgotten');
  });

  test('claims give roles and sources, the greatest role of several', async () => {
    const [anna, guest] = [await signedIn('anna'), await signedIn('guest')];
    expect((await as(anna, 'GET', '/search?q=heron')).json).toEqual({ docs: [...refs('one', 1), ...refs('two', 1)] });
    expect((await as(guest, 'GET', '/search?q=heron')).json).toEqual({ docs: refs('two', 1) });
    expect((await as(anna, 'POST', '/bookmarks/marked')).status).toBe(200);
    expect((await as(guest, 'POST', '/bookmarks/other')).status).toBe(403);
    expect((await as(anna, 'GET', '/bookmarks/marked/log')).text).toContain('"anna"');
  });

  test('a user without a role gets a message', async () => {
    const { address, cookie } = await begin();
    const answer = await finish(await provider.signIn(address, 'stranger'), cookie);
    expect([answer.status, answer.headers.location]).toEqual([302, '../../app/?signin=no-role']);
    expect(cookieOf(answer, 'case-access-session')).toBe('');
  });

  test('a sign-in of another browser, a refusal and a forged code begin no session', async () => {
    const { address } = await begin();
    const other = await begin();
    const back = await provider.signIn(address, 'anna');
    expect((await finish(back, other.cookie)).headers.location).toBe('../../app/?signin=forgotten');
    expect((await finish(back, '')).headers.location).toBe('../../app/?signin=forgotten');
    const state = new URL(other.address).searchParams.get('state')!;
    const iss = encodeURIComponent(provider.issuer);
    const refused = `${REDIRECT}?error=access_denied&state=${state}&iss=${iss}`;
    expect((await finish(refused, other.cookie)).headers.location).toBe('../../app/?signin=refused');
    const third = await begin();
    const forged = `${REDIRECT}?code=guessed&state=${new URL(third.address).searchParams.get('state')}&iss=${iss}`;
    expect((await finish(forged, third.cookie)).headers.location).toBe('../../app/?signin=refused');
  });

  test('a user who is revoked at the provider loses access at the next check, and not before', async () => {
    const session = await signedIn('anna');
    provider.accounts.delete('anna');
    expect((await as(session, 'GET', '/sources')).status).toBe(200);
    now += 300_000;
    expect((await as(session, 'GET', '/sources')).status).toBe(401);
    provider.accounts.set('anna', { preferred_username: 'anna', groups: ['analysts'] });
    expect((await as(session, 'GET', '/sources')).status).toBe(401);
  });

  test('a role that changes there changes here', async () => {
    const session = await signedIn('anna');
    provider.accounts.set('anna', { preferred_username: 'anna', groups: ['guests'] });
    now += 300_000;
    expect((await as(session, 'GET', '/search?q=heron')).json).toEqual({ docs: refs('two', 1) });
    provider.accounts.set('anna', { preferred_username: 'anna', groups: [] });
    now += 300_000;
    expect((await as(session, 'GET', '/search?q=heron')).status).toBe(401);
  });

  test('a session ends when the user signs out', async () => {
    const session = await signedIn('anna');
    expect((await as(session, 'DELETE', '/session')).json).toMatchObject({ ended: true });
    expect((await as(session, 'GET', '/sources')).status).toBe(401);
  });

  test('signing out ends the session at the provider, too', async () => {
    const session = await signedIn('anna');
    // The browser still has a session there, so nobody is asked for credentials.
    expect(await provider.asksWho((await begin()).address, 'anna')).toBe(false);
    now += 300_000;
    expect((await as(session, 'GET', '/sources')).status).toBe(200);
    const { signOutAt } = (await as(session, 'DELETE', '/session')).json;
    const address = new URL(signOutAt);
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('client_id')).toBe('case-access');
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(SIGNED_OUT);
    expect(await provider.signOut(signOutAt, 'anna')).toBe(SIGNED_OUT);
    expect(await provider.asksWho((await begin()).address, 'anna')).toBe(true);
    expect((await as(session, 'DELETE', '/session')).status).toBe(401);
  });

  test('while the provider is unreachable, unconfirmed users have no access', async () => {
    const session = await signedIn('anna');
    const { address, cookie } = await begin();
    const back = await provider.signIn(address, 'anna');
    await provider.stop();
    expect((await as(session, 'GET', '/sources')).status).toBe(200);
    now += 300_000;
    const answer = await as(session, 'GET', '/sources');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('The sign-in provider gave no usable answer');
    expect((await finish(back, cookie)).headers.location).toBe('../../app/?signin=unavailable');
    expect(faults.length).toBe(1);
  });
});

describe('a token that ends', () => {
  // The provider runs in this process and uses its clock, which differs from that of the users.
  const { now: dateNow } = Date;
  afterEach(() => {
    Date.now = dateNow;
  });

  test.each([
    ['an access token ends the session', false, 601, null],
    ['an access token with one to refresh does not', true, 601, 'anna'],
    ['a token to refresh ends the session', true, 3601, null],
  ])('%s', async (_, hasRefreshTokens, secondsLater, name) => {
    const provider = await TestProvider.start({ redirectUri: REDIRECT, hasRefreshTokens, accessTokenSeconds: 600 });
    provider.accounts.set('anna', { preferred_username: 'anna', groups: ['analysts'] });
    const file = join(scratch, 'oidc.json');
    await writeFile(file, fileOf(provider.issuer));
    let now = 0;
    const users = new OidcUsers(await readOidcFile(file), undefined, () => now);
    const { address, secret } = await users.begin('');
    const back = new URL(await provider.signIn(address.href, 'anna'));
    const signIn = await users.finish(back.search, secret);
    if ('fault' in signIn) throw new Error(signIn.fault);
    now += 300_000;
    expect((await signIn.holder.viewer())?.name).toBe('anna');
    Date.now = () => dateNow() + secondsLater * 1000;
    now += 300_000;
    expect((await signIn.holder.viewer())?.name ?? null).toBe(name);
    await provider.stop();
  });
});

describe('the file', () => {
  test.each([
    ['no JSON', '{', 'JSON'],
    ['http of another machine', fileOf('http://login.example.org'), 'issuer: is not https'],
    ['another callback', fileOf('https://a.example', { redirectUri: 'https://b.example/elsewhere' }), 'redirectUri'],
    [
      'a role that there is not',
      fileOf('https://a.example', { roles: { claim: 'g', values: { x: 'king' } } }),
      'roles',
    ],
    ['a member that there is not', fileOf('https://a.example', { nonsense: 1 }), 'nonsense'],
  ])('%s stops the start', async (_, text, finding) => {
    const file = join(scratch, 'oidc.json');
    await writeFile(file, text);
    const result = await runCli(['serve', '--sources', 'data-samples/sources.json', '--oidc', file]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(finding);
  });
});

describe('pending sign-ins', () => {
  const pending = { verifier: 'v', nonce: 'n', returnQuery: '' };

  test('are forgotten after their time, and the oldest of too many', () => {
    let now = 0;
    const signIns = new PendingSignIns(() => now);
    const late = signIns.begin('late', pending);
    now = SIGN_IN_MS_MAX;
    expect(signIns.take('late', late)).toBeNull();
    const first = signIns.begin('first', pending);
    for (let n = 0; n < SIGN_IN_COUNT_MAX; n++) signIns.begin(`s${n}`, pending);
    expect(signIns.take('first', first)).toBeNull();
  });
});

describe('claims', () => {
  const settings = JSON.parse(fileOf('https://a.example', { name: 'name' }));

  test.each([
    ['no name', { groups: ['guests'] }],
    ['a name that is a number', { name: 7, groups: ['guests'] }],
    ['a name with a line end', { name: 'a\nb', groups: ['guests'] }],
    ['a name of 256 bytes', { name: 'é'.repeat(128), groups: ['guests'] }],
    ['groups of no text', { name: 'a', groups: [7, null, {}] }],
    ['a group that objects have of themselves', { name: 'a', groups: ['constructor', '__proto__'] }],
    ['no groups', { name: 'a' }],
  ])('%s: nobody', (_, claims) => {
    expect(viewerOfClaims(claims, settings)).toBeNull();
  });

  test('without sources in the file, all of them', () => {
    const { sources: _, ...all } = settings;
    expect(viewerOfClaims({ name: 'a', groups: 'guests' }, all)?.sources).toBeNull();
    expect(viewerOfClaims({ name: 'a', groups: 'guests' }, settings)?.sources).toEqual(new Set(['two']));
  });
});
