/** Who may ask this server for what: tokens, sessions of browsers, people whom a provider signs in, users that a proxy vouches for. */
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
/** Of a browser that was sent to the provider. It comes back from another site: `SameSite=Strict` would keep the cookie from us. */
const SIGN_IN_COOKIE = 'case-access-sign-in';
const SIGN_IN_COOKIE_SECONDS = SIGN_IN_MS_MAX / 1000;

/** What came of a sign-in: the query of the page that asked, and whose session begins; or why none does. */
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

  /** Without tokens and provider everyone may do everything; a proxy then only says who it is. */
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

  /** Whether requests must say who makes them. */
  get isDemanded(): boolean {
    return this.#tokens !== null || this.#oidc !== null;
  }

  /** In which ways somebody may sign in: with a token, and with which provider. */
  get ways(): { readonly token: boolean; readonly provider: string | null } {
    return { token: this.#tokens !== null, provider: this.#oidc?.providerName ?? null };
  }

  /**
   * Null: nobody who is known. A token counts before a session, a session before the name that a proxy gives. Throws AppError
   * ACCESS_UNKNOWN.
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

  /** The value of `Set-Cookie` for a session of the token, and whose it is; null for an unknown one. Throws AppError NOT_FOUND, ACCESS_UNKNOWN. */
  async begin(
    token: string,
    connection: ConnectionFacts,
  ): Promise<{ readonly viewer: Viewer; readonly cookie: string } | null> {
    const tokens = this.#tokens;
    if (tokens === null) throw new AppError('NOT_FOUND', 'There are no sessions here: this server takes no tokens.');
    const viewer = await tokens.ofToken(token);
    if (viewer === null || viewer.hash === null) return null;
    const { hash } = viewer;
    return { viewer, cookie: this.#beginSession({ owner: hash, viewer: () => tokens.ofHash(hash) }, connection) };
  }

  /** Where the provider signs somebody in, and the value of `Set-Cookie` that the browser comes back with. Throws AppError NOT_FOUND, ACCESS_UNKNOWN. */
  async beginSignIn(
    returnQuery: string,
    connection: ConnectionFacts,
  ): Promise<{ readonly address: URL; readonly cookie: string }> {
    const { address, secret } = await this.#provider().begin(returnQuery);
    return { address, cookie: this.#signInCookieOf(secret, SIGN_IN_COOKIE_SECONDS, connection) };
  }

  /** `search`: the query with which a browser comes back from the provider. Throws AppError NOT_FOUND. */
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
      throw new AppError('NOT_FOUND', 'No provider signs people in here: serve --oidc names one.');
    return this.#oidc;
  }

  #beginSession(holder: SessionHolder, connection: ConnectionFacts): string {
    return this.#cookieOf(this.#sessions.begin(holder), connection);
  }

  /** Ends the session of the cookie; returns the value of `Set-Cookie` that removes it, and where a browser signs out at the provider. */
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
