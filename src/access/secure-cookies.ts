/**
 * Whether a cookie is for TLS alone. This server speaks none itself: a trusted proxy says by `X-Forwarded-Proto` how a request came, and a
 * browser by `Origin` how it loaded the page that asks. A client that lies about it only harms its own session.
 */
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ConnectionFacts {
  /** By name in lower case, each with its values one by one. */
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
    // Each proxy on the way adds its own behind those before it: the first is what the client used.
    const [first] = headers['x-forwarded-proto']?.join().split(',') ?? [];
    return first?.trim().toLowerCase() === 'https' && this.#proxies?.trusts(remoteAddress) === true;
  }
}
