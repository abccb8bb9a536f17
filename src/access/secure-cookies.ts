/**
 * Decides whether a cookie is for TLS only. This server itself does not speak TLS. A trusted proxy reports the scheme in
 * `X-Forwarded-Proto`, a browser in the `Origin` of the page. A client that lies only harms its own session.
 */
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ConnectionFacts {
  /** Keyed by lower-case name, with each value separate. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly remoteAddress: string | null;
}

export class SecureCookies {
  readonly #proxies: TrustedProxies | null;
  readonly #isForced: boolean;

  constructor(proxies: TrustedProxies | null = null, isForced = false) {
    this.#proxies = proxies;
    this.#isForced = isForced;
  }

  isMeant({ headers, remoteAddress }: ConnectionFacts): boolean {
    if (this.#isForced) return true;
    if (headers.origin?.[0]?.toLowerCase().startsWith('https://') === true) return true;
    // Each proxy appends its scheme. The first is the client's.
    const [first] = headers['x-forwarded-proto']?.join().split(',') ?? [];
    return first?.trim().toLowerCase() === 'https' && this.#proxies?.trusts(remoteAddress) === true;
  }
}
