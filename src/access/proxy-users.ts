/** Names of users that a proxy has authenticated and passes on in a header. From anywhere else the header does not count. */
import { BlockList, isIP } from 'node:net';

export class ProxyUsers {
  /** In lower case, as Node has the names of headers. */
  readonly header: string;
  readonly #proxies = new BlockList();

  /** Throws RangeError, naming the network that is none. */
  constructor(header: string, networks: readonly string[]) {
    this.header = header.toLowerCase();
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address);
      const width = family === 4 ? 32 : 128;
      const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
      if (family === 0 || !(length <= width)) throw new RangeError(`${network} is no network such as 10.0.0.0/8`);
      this.#proxies.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
    }
  }

  /** Null: the request is from elsewhere, or names nobody, or several. */
  nameOf(values: readonly string[] | undefined, remoteAddress: string | null): string | null {
    if (values?.length !== 1 || remoteAddress === null || !this.#trusts(remoteAddress)) return null;
    // Node reads headers as Latin-1; proxies send UTF-8.
    const name = Buffer.from(values[0]!, 'latin1').toString('utf8').trim();
    return name === '' ? null : name;
  }

  #trusts(remoteAddress: string): boolean {
    const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    const family = isIP(address);
    return family !== 0 && this.#proxies.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}
