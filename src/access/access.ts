/**
 * Authentication of requests: tokens, browser sessions, users signed in by an OpenID provider, users named by a trusted proxy.
 */
import { AppError } from '../shared/errors.ts';
import type { OidcUsers } from './oidc/oidc-users.ts';
import { SIGN_IN_MS_MAX } from './oidc/pending-sign-ins.ts';
import type { ProxyUsers } from './proxy-users.ts';
import { type ConnectionFacts, SecureCookies } from './secure-cookies.ts';
import { type SessionHolder, Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import { EVERYONE, type Viewer } from './viewer.ts';

export interface Credentials extends ConnectionFacts {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

const COOKIE = 'case-access-session';
/**
 * Cookie of a browser that was sent to the provider. It returns from another site, where `SameSite=Strict` would withhold the
 * cookie.
 */
const SIGN_IN_COOKIE = 'case-access-sign-in';
const SIGN_IN_COOKIE_SECONDS = SIGN_IN_MS_MAX / 1000;

/** Result of a sign-in: the query of the page that asked, with the new session or the reason for a refusal. */
export type FinishedSignIn = {
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
} & (
  | { readonly viewer: Viewer; readonly returnQuery: string }
  | { readonly fault: 'forgotten' | 'refused' | 'no-role' | 'unavailable' }
);

export class Access {
  readonly #tokens: Tokens | null;
  readonly #proxyUsers: ProxyUsers | null;
  readonly #secure: SecureCookies;
  readonly #oidc: OidcUsers | null;
  readonly #sessions = new Sessions();

  /** Without tokens and a provider, everyone may do everything, and a proxy only supplies the name. */
  constructor(
    tokens: Tokens | null = null,
    proxyUsers: ProxyUsers | null = null,
    secure = new SecureCookies(),
    oidc: OidcUsers | null = null,
  ) {
    this.#oidc = oidc;
    this.#tokens = tokens;
    this.#proxyUsers = proxyUsers;
    this.#secure = secure;
  }

  /** Whether requests must be authenticated. */
  get isDemanded(): boolean {
    return this.#tokens !== null || this.#oidc !== null;
  }

  /** Returns the available sign-in methods: by token, and through which provider. */
  get ways(): { readonly token: boolean; readonly provider: string | null } {
    return { token: this.#tokens !== null, provider: this.#oidc?.providerName ?? null };
  }

  /**
   * Returns the viewer of a request, or null if unknown. A token takes precedence over a session, a session over the proxy's
   * name. Throws AppError ACCESS_UNKNOWN.
   */
  async viewerOf({ authorization, cookie, headers, remoteAddress }: Credentials): Promise<Viewer | null> {
    const users = this.#proxyUsers;
    const name = users === null ? null : users.nameOf(headers[users.header], remoteAddress);
    if (!this.isDemanded) return { ...EVERYONE, name };
    const tokens = this.#tokens;
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token !== undefined) return tokens?.ofToken(token) ?? null;
    const secret = secretOf(cookie, COOKIE);
    const holder = secret === null ? null : this.#sessions.holderOf(secret);
    const ofSession = holder === null ? null : await holder.viewer();
    return ofSession ?? (name === null || tokens === null ? null : tokens.ofName(name));
  }

  /**
   * Starts a session for the token. Returns its owner and the `Set-Cookie` value, or null for an unknown token. Throws AppError
   * NOT_FOUND, ACCESS_UNKNOWN.
   */
  async begin(
    token: string,
    connection: ConnectionFacts,
  ): Promise<{ readonly viewer: Viewer; readonly cookie: string } | null> {
    const tokens = this.#tokens;
    if (tokens === null) throw new AppError('NOT_FOUND', 'This server has no sessions, because it uses no tokens.');
    const viewer = await tokens.ofToken(token);
    if (viewer === null || viewer.hash === null) return null;
    const { hash } = viewer;
    return { viewer, cookie: this.#beginSession({ owner: hash, viewer: () => tokens.ofHash(hash) }, connection) };
  }

  /**
   * Returns the sign-in address at the provider and the `Set-Cookie` value for the way back. Throws AppError NOT_FOUND,
   * ACCESS_UNKNOWN.
   */
  async beginSignIn(
    returnQuery: string,
    connection: ConnectionFacts,
  ): Promise<{ readonly address: URL; readonly cookie: string }> {
    const { address, secret } = await this.#provider().begin(returnQuery);
    return { address, cookie: this.#signInCookieOf(secret, SIGN_IN_COOKIE_SECONDS, connection) };
  }

  /** Finishes a sign-in. `search` is the query with which the browser returns from the provider. Throws AppError NOT_FOUND. */
  async finishSignIn(search: string, cookie: string | undefined, connection: ConnectionFacts): Promise<FinishedSignIn> {
    const provider = this.#provider();
    const cookies = [this.#signInCookieOf('', 0, connection)];
    try {
      const signIn = await provider.finish(search, secretOf(cookie, SIGN_IN_COOKIE) ?? '');
      if ('fault' in signIn) return { cookies, fault: signIn.fault };
      const { viewer, returnQuery } = signIn;
      return { cookies: [...cookies, this.#beginSession(signIn.holder, connection)], viewer, returnQuery };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { cookies, fault: 'unavailable' };
    }
  }

  #provider(): OidcUsers {
    if (this.#oidc === null)
      throw new AppError('NOT_FOUND', 'This server has no sign-in provider: start it with serve --oidc.');
    return this.#oidc;
  }

  #beginSession(holder: SessionHolder, connection: ConnectionFacts): string {
    return this.#cookieOf(this.#sessions.begin(holder), connection);
  }

  /** Ends the session of the cookie. Returns the `Set-Cookie` value that removes it, and the provider's sign-out address. */
  async end(
    cookie: string | undefined,
    connection: ConnectionFacts,
  ): Promise<{ readonly cookie: string; readonly signOutAt: string | null }> {
    const secret = secretOf(cookie, COOKIE);
    const holder = secret === null ? null : this.#sessions.end(secret);
    const signOutAt = (await holder?.signOutAt?.()) ?? null;
    return { cookie: `${this.#cookieOf('', connection)}; Max-Age=0`, signOutAt };
  }

  #cookieOf(secret: string, connection: ConnectionFacts): string {
    return `${COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict${this.#secureOf(connection)}`;
  }

  #signInCookieOf(secret: string, seconds: number, connection: ConnectionFacts): string {
    const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
    return `${SIGN_IN_COOKIE}=${secret}; ${attributes}${this.#secureOf(connection)}`;
  }

  #secureOf(connection: ConnectionFacts): string {
    return this.#secure.isMeant(connection) ? '; Secure' : '';
  }
}

function secretOf(cookie: string | undefined, name: string): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
