/**
 * Under which names this server answers. A web page can make its own name resolve to this server's address (DNS rebinding); its
 * requests then come with that name in `Host`, and are refused here before anything else is looked at.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

export interface HostOptions {
  /** The address or name that the server was told to listen on. */
  readonly bound: string;
  /** Those of `--allowed-host`. */
  readonly allowed: readonly string[];
  /** The machine's own names; by default those that it knows of itself. */
  readonly ownNames?: () => readonly string[];
}

/** Spellings that are remembered: each request brings one, mostly the same. */
const KNOWN_MAX = 64;

export class AllowedHosts {
  readonly #names: Set<string>;
  /** What was found to be a name of this server. Names are only added, so that stays so. */
  readonly #known = new Set<string>();
  /** Bound to every address with no names given: any address is ours, and names that the machine has for itself. */
  readonly #takesAddresses: boolean;

  constructor({ bound, allowed, ownNames = namesOfMachine }: HostOptions) {
    this.#takesAddresses = isWildcard(bound) && allowed.length === 0;
    const names = [bound, ...allowed, ...(this.#takesAddresses ? ownNames() : [])];
    this.#names = new Set(names.map(canonicalName).filter((name) => name !== null));
  }

  /** The address that a name to listen on turned out to be. */
  add(address: string): void {
    const name = canonicalName(address);
    if (name !== null) this.#names.add(name);
  }

  /** `host` is the value of a `Host` header, or the authority of a request target. */
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

/** `name` or `name:port` → the name in one spelling; null for what is no host. */
export function nameOf(host: string): string | null {
  const match = /^(\[[^\]]*\]|[^:@/\\?#\s]*)(?::\d*)?$/.exec(host);
  return match === null ? null : canonicalName(match[1]!);
}

/** Lower case, no trailing dot, addresses as URLs spell them. An IPv6 address has its brackets, given with them or without. */
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

/** Names that only this machine itself can be reached under. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Its host name, whole and up to the first dot, and the names that its hosts file has for its addresses. */
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
