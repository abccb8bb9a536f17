/** The options that name the engine of a case: the embedded one, or a cluster. */
import { Option } from 'commander';
import type { ClusterSite } from '../cluster/build/cluster-site.ts';
import { AppError } from '../shared/errors.ts';
import { wholeNumber } from './options.ts';

export interface EngineOptions {
  readonly engine?: string;
  readonly engineAuth?: string;
  readonly engineCa?: string;
  readonly shards?: number;
  readonly replicas?: number;
}

/** What the sources file says for a source that stays here while `--engine` names a cluster. */
const EMBEDDED = 'embedded';
const SHARDS_MAX = 1024;
const REPLICAS_MAX = 10;

export function engineOption(): Option {
  return new Option('--engine <name>', 'where words are searched: embedded, or opensearch=URL[,URL…]');
}

export function engineAuthOption(): Option {
  return new Option(
    '--engine-auth <file>',
    'user:password or "Bearer TOKEN" for the cluster; or CASE_ACCESS_ENGINE_AUTH',
  );
}

export function engineCaOption(): Option {
  return new Option('--engine-ca <file>', 'certificate (PEM) of the authority that signed those of the cluster');
}

export function shardsOption(): Option {
  return new Option('--shards <n>', 'parts of a new index on a cluster; default: 3').argParser(
    wholeNumber(1, SHARDS_MAX),
  );
}

export function replicasOption(): Option {
  return new Option('--replicas <n>', 'copies of each part; default: 1').argParser(wholeNumber(0, REPLICAS_MAX));
}

/** The cluster that a source is on, by its own entry or by the options; undefined: none. Throws AppError USAGE. */
export async function siteOf(options: EngineOptions, own?: string): Promise<ClusterSite | undefined> {
  const engine = own ?? options.engine ?? EMBEDDED;
  if (engine === EMBEDDED) {
    if (own === undefined && (options.shards ?? options.replicas) !== undefined) {
      throw new AppError('USAGE', '--shards and --replicas are of a cluster: give --engine opensearch=URL.');
    }
    return undefined;
  }
  const { parseEngine } = await import('../cluster/link/cluster-address.ts');
  const { DEFAULT_REPLICAS, DEFAULT_SHARDS } = await import('../cluster/build/cluster-site.ts');
  const { engineAuth, engineCa, shards = DEFAULT_SHARDS, replicas = DEFAULT_REPLICAS } = options;
  const files = {
    ...(engineAuth === undefined ? {} : { authFile: engineAuth }),
    ...(engineCa === undefined ? {} : { caFile: engineCa }),
  };
  return { address: parseEngine(engine, files), shards, replicas };
}
