/** Options of `serve` about access. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { Access } from '../access/access.ts';
import { nameOf } from '../access/allowed-hosts.ts';
import type { OidcUsers } from '../access/oidc/oidc-users.ts';
import { ProxyUsers } from '../access/proxy-users.ts';
import { SecureCookies } from '../access/secure-cookies.ts';
import { Tokens } from '../access/tokens.ts';
import { TrustedProxies } from '../access/trusted-proxies.ts';
import { AppError } from '../shared/errors.ts';

export function allowedHostOption(): Option {
  return new Option('--allowed-host <name>', 'another name of the server, such as that of a proxy; repeatable')
    .argParser((name: string, before: readonly string[]) => {
      const canonical = nameOf(isIP(name) === 6 ? `[${name}]` : name);
      if (canonical === null) throw new InvalidArgumentError('It must be a host name or an address.');
      return [...before, canonical];
    })
    .default([], 'its own');
}

export function trustedProxyOption(): Option {
  return new Option(
    '--trusted-proxy <network>',
    'proxy whose --user-header and X-Forwarded-Proto are trusted: an address or a network such as 10.0.0.0/8; repeatable',
  )
    .argParser((network: string, before: readonly string[]) => [...before, network])
    .default([], 'nowhere');
}

export interface AccessOptions {
  readonly tokens?: string;
  readonly oidc?: string;
  readonly userHeader?: string;
  readonly trustedProxy: readonly string[];
  readonly secureCookies?: true;
}

/** Throws AppError USAGE. */
export async function openAccess(options: AccessOptions, say: (line: string) => void): Promise<Access> {
  const proxies = proxiesOf(options);
  const proxyUsers = proxyUsersOf(options, proxies);
  const secure = new SecureCookies(proxies, options.secureCookies);
  const tokens = await tokensOf(options, say);
  const oidc = await oidcOf(options, say);
  if (options.secureCookies === true && tokens === null && oidc === null) {
    throw new AppError(
      'USAGE',
      '--secure-cookies needs --tokens FILE or --oidc FILE: without them there are no sessions.',
    );
  }
  return new Access(tokens, proxyUsers, secure, oidc);
}

async function tokensOf({ tokens: file }: AccessOptions, say: (line: string) => void): Promise<Tokens | null> {
  if (file === undefined) return null;
  const tokens = new Tokens(file, (fault) => say(`case-access: ${file}: ${fault.message}`));
  await tokens.check().catch((cause: unknown) => {
    throw new AppError('USAGE', `${file}: ${(cause as Error).message} case-access token new makes one.`, { cause });
  });
  return tokens;
}

/** An unreachable provider must not prevent the start. */
async function oidcOf({ oidc: file }: AccessOptions, say: (line: string) => void): Promise<OidcUsers | null> {
  if (file === undefined) return null;
  const { readOidcFile } = await import('../access/oidc/oidc-file.ts');
  const { OidcUsers } = await import('../access/oidc/oidc-users.ts');
  const settings = await readOidcFile(file).catch((cause: NodeJS.ErrnoException) => {
    const finding = cause.code === undefined ? cause.message : `cannot be read (${cause.code})`;
    throw new AppError('USAGE', `${file}: The file ${finding}. docs/http-api.md shows its format.`, { cause });
  });
  const report = (fault: Error): void => say(`case-access: ${file}: ${fault.message}`);
  const users = new OidcUsers(settings, report);
  await users.check().catch(report);
  return users;
}

function proxiesOf({ trustedProxy }: AccessOptions): TrustedProxies | null {
  if (trustedProxy.length === 0) return null;
  try {
    return new TrustedProxies(trustedProxy);
  } catch (cause) {
    throw new AppError('USAGE', `--trusted-proxy ${(cause as Error).message}.`, { cause });
  }
}

function proxyUsersOf({ userHeader }: AccessOptions, proxies: TrustedProxies | null): ProxyUsers | null {
  if (userHeader === undefined) return null;
  if (proxies === null) {
    throw new AppError('USAGE', '--user-header needs --trusted-proxy: name the proxy that sets it.');
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(userHeader))
    throw new AppError('USAGE', `--user-header ${userHeader} is not a header name.`);
  return new ProxyUsers(userHeader, proxies);
}

export function sourceRootOption(): Option {
  return new Option('--source-root <dir>', 'folder from which POST /sources may add cases; repeatable')
    .argParser((dir: string, before: readonly string[]) => [...before, resolve(dir)])
    .default([], 'anywhere');
}
