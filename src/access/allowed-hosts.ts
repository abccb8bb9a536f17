/**
 * Host names that this server answers to. A web page can make its own name resolve to this server's address (DNS rebinding). Such
 * requests carry that name in `Host`; they are refused here, before anything else is examined.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

export interface HostOptions {
  /** The address or name given to listen on. */
  readonly bound: string;
  /** Names given with `--allowed-host`. */
  readonly allowed: readonly string[];
  /** The machine's own names. Default: those that the system reports. */
  readonly ownNames?: () => readonly string[];
}

/** Maximum number of remembered spellings. Each request has one, usually the same. */
const KNOWN_MAX = 64;

export class AllowedHosts {
  readonly #names: Set<string>;
  /** Accepted spellings. Names are only ever added, so an entry never becomes wrong. */
  readonly #known = new Set<string>();
  /**
   * Whether the server listens on every address and no names are given. Then any address and the machine's own names are
   * accepted.
   */
  readonly #takesAddresses: boolean;

  constructor({ bound, allowed, ownNames = namesOfMachine }: HostOptions) {
    this.#takesAddresses = isWildcard(bound) && allowed.length === 0;
    const names = [bound, ...allowed, ...(this.#takesAddresses ? ownNames() : [])];
    this.#names = new Set(names.map(canonicalName).filter((name) => name !== null));
  }

  /** Adds the address that the listening name resolved to. */
  add(address: string): void {
    const name = canonicalName(address);
    if (name !== null) this.#names.add(name);
  }

  /** `host` is a `Host` header or the authority of a request target. */
  includes(host: string): boolean {
    if (this.#known.has(host)) return true;
    const name = nameOf(host);
    if (name === null || !this.#isOwn(name)) return false;
    if (this.#known.size < KNOWN_MAX) this.#known.add(host);
    return true;
  }

  #isOwn(name: string): boolean {
    return isLoopbackName(name) || this.#names.has(name) || (this.#takesAddresses && isIP(bare(name)) !== 0);
  }
}

/** Returns the canonical form of `name` or `name:port`; null if it is not a host. */
export function nameOf(host: string): string | null {
  const match = /^(\[[^\]]*\]|[^:@/\\?#\s]*)(?::\d*)?$/.exec(host);
  return match === null ? null : canonicalName(match[1]!);
}

/**
 * Returns a name in lower case without a trailing dot, and addresses as URLs spell them. Accepts IPv6 addresses with or without
 * brackets.
 */
function canonicalName(name: string): string | null {
  const literal = isIP(name) === 6 ? `[${name}]` : name;
  try {
    const { hostname: canonical, pathname, port } = new URL(`http://${literal}/`);
    if (canonical === '' || pathname !== '/' || port !== '') return null;
    return canonical.endsWith('.') ? canonical.slice(0, -1) : canonical;
  } catch {
    return null;
  }
}

function bare(name: string): string {
  return name.replace(/^\[|\]$/g, '');
}

/** Whether only this machine itself can be reached under the name. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Returns the host name, in full and up to the first dot, and the names in the hosts file for this machine's addresses. */
function namesOfMachine(): readonly string[] {
  const whole = hostname();
  return [whole, whole.split('.')[0]!, ...namesInHostsFile()];
}

const HOSTS_FILE = '/etc/hosts';

function namesInHostsFile(): readonly string[] {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []),
  );
  try {
    const lines = readFileSync(HOSTS_FILE, 'utf8').split('\n');
    const words = lines.map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
    return words.flatMap(([address = '', ...names]) => (own.has(address) || address.startsWith('127.') ? names : []));
  } catch {
    return [];
  }
}
