/** The proxies whose headers are trusted. Headers from any other address are ignored. */
import { BlockList, isIP } from 'node:net';

export class TrustedProxies {
  readonly #proxies = new BlockList();

  /** Throws RangeError with the name of an invalid network. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address);
      const width = family === 4 ? 32 : 128;
      const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
      if (family === 0 || !(length <= width)) throw new RangeError(`${network} is not a network such as 10.0.0.0/8`);
      this.#proxies.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
    }
  }

  trusts(remoteAddress: string | null): boolean {
    const address = (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    const family = isIP(address);
    return family !== 0 && this.#proxies.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}
