/** User names from a header of a trusted proxy that has authenticated the user. */
import type { TrustedProxies } from './trusted-proxies.ts';

export class ProxyUsers {
  /** In lower case, as Node writes header names. */
  readonly header: string;
  readonly #proxies: TrustedProxies;

  constructor(header: string, proxies: TrustedProxies) {
    this.header = header.toLowerCase();
    this.#proxies = proxies;
  }

  /** Returns null if the request comes from elsewhere, or has no name or several. */
  nameOf(values: readonly string[] | undefined, remoteAddress: string | null): string | null {
    if (values?.length !== 1 || !this.#proxies.trusts(remoteAddress)) return null;
    // Node reads headers as Latin-1; proxies send UTF-8.
    const name = Buffer.from(values[0]!, 'latin1').toString('utf8').trim();
    return name === '' ? null : name;
  }
}
