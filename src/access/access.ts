/** Who may ask this server for what: tokens, sessions of browsers, users that a proxy vouches for. */
import { AppError } from '../shared/errors.ts';
import type { ProxyUsers } from './proxy-users.ts';
import { type ConnectionFacts, SecureCookies } from './secure-cookies.ts';
import { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import { EVERYONE, type Viewer } from './viewer.ts';

export interface Credentials extends ConnectionFacts {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

const COOKIE = 'case-access-session';

export class Access {
  readonly #tokens: Tokens | null;
  readonly #proxyUsers: ProxyUsers | null;
  readonly #secure: SecureCookies;
  readonly #sessions = new Sessions();

  /** Without tokens everyone may do everything; a proxy then only says who it is. */
  constructor(tokens: Tokens | null = null, proxyUsers: ProxyUsers | null = null, secure = new SecureCookies()) {
    this.#tokens = tokens;
    this.#proxyUsers = proxyUsers;
    this.#secure = secure;
  }

  /** Whether requests must say who makes them. */
  get isDemanded(): boolean {
    return this.#tokens !== null;
  }

  /**
   * Null: nobody who is known. A token counts before a session, a session before the name that a proxy gives. Throws AppError
   * ACCESS_UNKNOWN.
   */
  async viewerOf({ authorization, cookie, headers, remoteAddress }: Credentials): Promise<Viewer | null> {
    const users = this.#proxyUsers;
    const name = users === null ? null : users.nameOf(headers[users.header], remoteAddress);
    const tokens = this.#tokens;
    if (tokens === null) return { ...EVERYONE, name };
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token !== undefined) return tokens.ofToken(token);
    const secret = secretOf(cookie);
    const hash = secret === null ? null : this.#sessions.tokenHashOf(secret);
    const ofSession = hash === null ? null : await tokens.ofHash(hash);
    return ofSession ?? (name === null ? null : tokens.ofName(name));
  }

  /** The value of `Set-Cookie` for a session of the token, and whose it is; null for an unknown one. Throws AppError NOT_FOUND, ACCESS_UNKNOWN. */
  async begin(
    token: string,
    connection: ConnectionFacts,
  ): Promise<{ readonly viewer: Viewer; readonly cookie: string } | null> {
    if (this.#tokens === null)
      throw new AppError('NOT_FOUND', 'There are no sessions here: this server takes no tokens.');
    const viewer = await this.#tokens.ofToken(token);
    if (viewer === null || viewer.hash === null) return null;
    return { viewer, cookie: this.#cookieOf(this.#sessions.begin(viewer.hash), connection) };
  }

  /** Ends the session of the cookie; returns the value of `Set-Cookie` that removes it. */
  end(cookie: string | undefined, connection: ConnectionFacts): string {
    const secret = secretOf(cookie);
    if (secret !== null) this.#sessions.end(secret);
    return `${this.#cookieOf('', connection)}; Max-Age=0`;
  }

  #cookieOf(secret: string, connection: ConnectionFacts): string {
    const attributes = 'Path=/; HttpOnly; SameSite=Strict';
    return `${COOKIE}=${secret}; ${attributes}${this.#secure.isMeant(connection) ? '; Secure' : ''}`;
  }
}

function secretOf(cookie: string | undefined): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === COOKIE) return pair.slice(equals + 1).trim();
  }
  return null;
}
