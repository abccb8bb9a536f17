/** Options of `serve` about who may ask for what. */

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { nameOf } from '../access/allowed-hosts.ts';

export function allowedHostOption(): Option {
  return new Option(
    '--allowed-host <name>',
    'further name under which the server answers, as that of a proxy; repeatable',
  )
    .argParser((name: string, before: readonly string[]) => {
      const canonical = nameOf(isIP(name) === 6 ? `[${name}]` : name);
      if (canonical === null) throw new InvalidArgumentError('It must be a host name or an address.');
      return [...before, canonical];
    })
    .default([], 'its own');
}

export function sourceRootOption(): Option {
  return new Option('--source-root <dir>', 'folder below which POST /sources may take cases from; repeatable')
    .argParser((dir: string, before: readonly string[]) => [...before, resolve(dir)])
    .default([], 'anywhere');
}
