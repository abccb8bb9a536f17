/** Signing in at a real OpenID provider of another site, in a real browser, with cookies in both directions. */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { OidcUsers } from '../../src/access/oidc/oidc-users.ts';
import { Service } from '../support/http-service.ts';
import { TestProvider } from '../support/oidc-provider.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** A port that is free now. The provider must know it before the server does. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeInBrowser('signing in at a provider', () => {
  let provider: TestProvider;
  let service: Service;
  beforeAll(async () => {
    const port = await freePort();
    const redirectUri = `http://127.0.0.1:${port}/session/oidc/callback`;
    provider = await TestProvider.start({
      redirectUri,
      hasRefreshTokens: true,
      accessTokenSeconds: 3600,
      host: 'localhost',
    });
    const users = new OidcUsers({
      format: 'case-access-oidc',
      version: 1,
      issuer: provider.issuer,
      clientId: 'case-access',
      clientSecret: 'a secret of the test',
      redirectUri,
      scope: 'openid profile',
      name: 'preferred_username',
      roles: { claim: 'groups', values: { analysts: 'annotator' } },
      checkSeconds: 300,
    });
    service = await Service.start({
      cases: { one: [{ id: 1, properties: { name: ['heron.txt'] }, text: 'heron' }] },
      server: { port, access: new Access(null, null, undefined, users) },
    });
  });
  afterAll(async () => {
    await provider?.stop();
  });

  test('leads to the provider and back to the same search; a user without a role gets a message', async () => {
    const shown = await WatchedPage.open(service.server.url, '?q=heron');
    const { page } = shown;
    const signInThere = async (account: string): Promise<void> => {
      await page.getByRole('button', { name: /^Sign in with localhost:\d+$/ }).click();
      await page.locator('input[name=login]').fill(account);
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
    };
    provider.accounts.set('eve', { preferred_username: 'eve', groups: [] });
    provider.accounts.set('anna', { preferred_username: 'anna', groups: ['analysts'] });
    expect(await page.getByLabel('Token').count()).toBe(0);
    await signInThere('eve');
    await page.getByText('You are signed in there, but have no role here.').waitFor();
    await page.context().clearCookies();
    await page.goto(`${service.server.url}/app/?q=heron`);
    await signInThere('anna');
    await shown.row(1).getByText('heron.txt').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('heron');
    await page.getByText('anna').first().waitFor();
    // Signing out leads to the provider, whose session ends on confirmation. Then it asks for the user again.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByText('Sign-out Success').waitFor();
    await page.goto(`${service.server.url}/app/?q=heron`);
    await page.getByRole('button', { name: /^Sign in with localhost:\d+$/ }).click();
    await page.locator('input[name=login]').waitFor();
    await shown.close();
  });
});
