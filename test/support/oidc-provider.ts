/** A real OpenID provider on the loopback address, and a user who signs in there form by form. */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderOptions {
  readonly redirectUri: string;
  readonly signedOutUri?: string;
  readonly hasRefreshTokens: boolean;
  readonly accessTokenSeconds: number;
  /** Its host name. For a browser, `localhost` and an address are different sites. */
  readonly host?: string;
}

export class TestProvider {
  /** Keyed by account: its claims. An account without an entry does not exist, or no longer exists. */
  readonly accounts = new Map<string, Record<string, unknown>>();
  readonly issuer: string;
  /** Cookies of the browser of each account. */
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #server: Server;

  private constructor(server: Server, host: string) {
    this.#server = server;
    this.issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  }

  static async start({
    redirectUri,
    signedOutUri,
    hasRefreshTokens,
    accessTokenSeconds,
    host = '127.0.0.1',
  }: ProviderOptions): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new TestProvider(server, host);
    const { accounts } = provider;
    const oidc = new Provider(provider.issuer, {
      clients: [
        {
          client_id: 'case-access',
          client_secret: 'a secret of the test',
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: signedOutUri === undefined ? [] : [signedOutUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
      ],
      cookies: { keys: ['of a test'] },
      // Tokens expire exactly.
      clockTolerance: 0,
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
      findAccount: (_ctx, id) =>
        accounts.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) } : undefined,
      issueRefreshToken: async () => hasRefreshTokens,
      ttl: {
        AccessToken: accessTokenSeconds,
        RefreshToken: 3600,
        IdToken: 3600,
        Session: 3600,
        Grant: 3600,
        Interaction: 600,
      },
    });
    server.on('request', oidc.callback());
    return provider;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Signs in, starting from a URL of the provider, in a new browser. Returns the final redirect. */
  async signIn(address: string, account: string): Promise<string> {
    const jar = new Map<string, string>();
    this.#jars.set(account, jar);
    return this.#follow(address, jar, (page) => {
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) return null;
      return new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: account, password: 'any' } : {}) });
    });
  }

  /** Whether the provider asks for a sign-in, in the browser in which the account last signed in. */
  async asksWho(address: string, account: string): Promise<boolean> {
    let hasAsked = false;
    const fill = (page: string): null => {
      hasAsked = page.includes('name="login"');
      return null;
    };
    await this.#follow(address, this.#jars.get(account)!, fill).catch(() => undefined);
    return hasAsked;
  }

  /** Signs out in that browser, and confirms in the form. Returns the final redirect. */
  signOut(address: string, account: string): Promise<string> {
    return this.#follow(address, this.#jars.get(account)!, (page) => {
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
      return xsrf === undefined ? null : new URLSearchParams({ xsrf, logout: 'yes' });
    });
  }

  /**
   * Continues from a URL of the provider, form by form, until it redirects elsewhere. A form that `fill` does not know ends it.
   */
  async #follow(
    address: string,
    jar: Map<string, string>,
    fill: (page: string) => URLSearchParams | null,
  ): Promise<string> {
    let at = new URL(address);
    let form: URLSearchParams | null = null;
    for (let step = 0; step < 20; step++) {
      const response: Response = await fetch(at, {
        redirect: 'manual',
        headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form === null ? {} : { method: 'POST', body: form }),
      });
      form = null;
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (value === '') jar.delete(name!);
        else jar.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (location !== null) {
        at = new URL(location, at);
        if (at.origin !== new URL(this.issuer).origin) return at.href;
        await response.body?.cancel();
        continue;
      }
      const page = await response.text();
      form = fill(page);
      if (form === null) throw new Error(`no form in ${response.status} ${page.slice(0, 500)}`);
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (action !== undefined) at = new URL(action.replaceAll('&amp;', '&'), at);
    }
    throw new Error('the provider leads nowhere');
  }
}
