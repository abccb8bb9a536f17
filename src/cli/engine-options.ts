/** The options for the engine of a case: the embedded one, or a cluster. */
import { type Command, Option } from 'commander';
import type { ClusterSite } from '../cluster/filling/cluster-site.ts';
import { AppError } from '../shared/errors.ts';
import { wholeNumber } from './options.ts';

export interface EngineOptions {
  readonly engine?: string;
  readonly engineAuth?: string;
  readonly engineCa?: string;
  readonly shards?: number;
  readonly replicas?: number;
}

/** The value in a sources file for a source that stays embedded although `--engine` names a cluster. */
const EMBEDDED = 'embedded';
const SHARDS_MAX = 1024;
const REPLICAS_MAX = 10;

/** `--engine` and the credentials of a cluster. */
export function addEngineOptions(command: Command): Command {
  return command
    .option('--engine <name>', 'search engine: embedded, or opensearch=URL[,URL…]')
    .option('--engine-auth <file>', 'user:password or "Bearer TOKEN" for the cluster; or CASE_ACCESS_ENGINE_AUTH')
    .option('--engine-ca <file>', 'certificate (PEM) of the authority that signed those of the cluster');
}

/** The same, and the layout of an index there. */
export function addBuildEngineOptions(command: Command): Command {
  return addEngineOptions(command)
    .addOption(
      new Option('--shards <n>', 'parts of a new index on a cluster; default: 3').argParser(wholeNumber(1, SHARDS_MAX)),
    )
    .addOption(new Option('--replicas <n>', 'copies of each part; default: 1').argParser(wholeNumber(0, REPLICAS_MAX)));
}

/**
 * Throws AppError USAGE if shards or replicas are given but no source is on a cluster. `own` has the engines that the sources
 * file names.
 */
export function refuseIdleLayout(options: EngineOptions, own: readonly (string | undefined)[] = []): void {
  if ((options.shards ?? options.replicas) === undefined) return;
  if ([options.engine, ...own].some((engine) => (engine ?? EMBEDDED) !== EMBEDDED)) return;
  throw new AppError('USAGE', '--shards and --replicas are for a cluster: add --engine opensearch=URL.');
}

/** Returns the cluster of a source, from its own entry or the options. Undefined if it is on none. Throws AppError USAGE. */
export async function siteOf(options: EngineOptions, own?: string): Promise<ClusterSite | undefined> {
  const engine = own ?? options.engine ?? EMBEDDED;
  if (engine === EMBEDDED) return undefined;
  const { parseEngine } = await import('../cluster/link/cluster-address.ts');
  const { DEFAULT_REPLICAS, DEFAULT_SHARDS } = await import('../cluster/filling/cluster-site.ts');
  const { engineAuth, engineCa, shards = DEFAULT_SHARDS, replicas = DEFAULT_REPLICAS } = options;
  const files = {
    ...(engineAuth === undefined ? {} : { authFile: engineAuth }),
    ...(engineCa === undefined ? {} : { caFile: engineCa }),
  };
  return { address: parseEngine(engine, files), shards, replicas };
}
