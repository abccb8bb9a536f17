/** Names of users that a trusted proxy has authenticated and passes on in a header. */
import type { TrustedProxies } from './trusted-proxies.ts';

export class ProxyUsers {
  /** In lower case, as Node has the names of headers. */
  readonly header: string;
  readonly #proxies: TrustedProxies;

  constructor(header: string, proxies: TrustedProxies) {
    this.header = header.toLowerCase();
    this.#proxies = proxies;
  }

  /** Null: the request is from elsewhere, or names nobody, or several. */
  nameOf(values: readonly string[] | undefined, remoteAddress: string | null): string | null {
    if (values?.length !== 1 || !this.#proxies.trusts(remoteAddress)) return null;
    // Node reads headers as Latin-1; proxies send UTF-8.
    const name = Buffer.from(values[0]!, 'latin1').toString('utf8').trim();
    return name === '' ? null : name;
  }
}
