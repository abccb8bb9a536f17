/** One engine with one case. Builds it, and queries it in this process with only its own access to its index. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseQuery } from '../../grammar/parse.ts';
import { parseEngine } from '../../src/cluster/link/cluster-address.ts';
import type { SourceAnswer } from '../../src/search/search-answer.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { type OpenedSource, openSource } from '../../src/sources/open-source.ts';
import { storedParts } from '../engines/engines.ts';
import { cpuMsOf, runMeasured } from '../engines/measured-process.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
/** A hash of ids that depends on their order. */
const FNV_OFFSET = 1469598103934665603n;
const FNV_PRIME = 1099511628211n;

export const COMMANDS = ['COUNT', 'IDS', 'TOP_10'] as const;
export type ClusterCommand = (typeof COMMANDS)[number];

/** The location of a case's index. If `urls` is null, the index is in the embedded engine. */
export interface Place {
  readonly name: string;
  readonly casePath: string;
  readonly dataDir: string;
  readonly urls: readonly string[] | null;
  readonly shards: number;
  readonly replicas: number;
  /** Process ids of the nodes. */
  readonly pids: readonly number[];
}

export interface Built {
  readonly seconds: number;
  /** Processor milliseconds of the nodes during the build, and of the building process. */
  readonly nodesMs: number;
  readonly hereMs: number;
  /** Peak memory of the building process. */
  readonly peakBytes: number;
  readonly items: number;
  /** Bytes used for searching: of the embedded index without records and texts, or of the primary shards in a cluster. */
  readonly wordBytes: number;
  /** The same bytes of a cluster, including all replicas. */
  readonly copiesBytes: number;
  /** Records and texts of the embedded index, or the whole item store. */
  readonly storeBytes: number;
}

export class ClusterSide {
  readonly place: Place;
  readonly built: Built;
  readonly #source: OpenedSource;

  private constructor(place: Place, built: Built, source: OpenedSource) {
    this.place = place;
    this.built = built;
    this.#source = source;
  }

  /** Builds with the command line, as a user would, and opens the result. */
  static async open(place: Place): Promise<ClusterSide> {
    const { casePath, dataDir, urls, shards, replicas, pids } = place;
    const engine = urls === null ? [] : ['--engine', `opensearch=${urls.join()}`];
    const layout = urls === null ? [] : ['--shards', String(shards), '--replicas', String(replicas)];
    const before = sum(pids.map(cpuMsOf));
    const begun = performance.now();
    const { hereMs, peakBytes } = await command([
      'index',
      'build',
      casePath,
      '--data',
      dataDir,
      '--json',
      ...engine,
      ...layout,
    ]);
    const seconds = (performance.now() - begun) / 1000;
    const nodesMs = sum(pids.map(cpuMsOf)) - before;
    const { stats } = await command(['index', 'stats', casePath, '--data', dataDir, '--json', ...engine]);
    const site = urls === null ? {} : { site: { address: parseEngine(engine[1]!), shards, replicas } };
    const source = await openSource(resolve(casePath), { dataDir, buildIfNeeded: false, ...site });
    return new ClusterSide(place, { seconds, nodesMs, hereMs, peakBytes, ...bytesOf(stats as Stats) }, source);
  }

  /** Returns the answer in a comparable form. Scores differ between engines, so only the number of the top ten is compared. */
  async ask(
    command: ClusterCommand,
    query: string,
  ): Promise<{ readonly answer: string; readonly milliseconds: number }> {
    const begun = performance.now();
    const want = command === 'COUNT' ? (['count'] as const) : (['count', 'ids'] as const);
    const order = command === 'TOP_10' ? { limit: 10, sort: { by: 'relevance' } as const } : {};
    const found = await this.#answer({ query: parseQuery(query), want, ...order, sources: [] });
    let hash = FNV_OFFSET;
    let listed = 0;
    if (found.items !== null) {
      for await (const { ids } of found.items) {
        listed += ids.length;
        if (command === 'IDS') for (const id of ids) hash = BigInt.asUintN(64, (hash ^ BigInt(id)) * FNV_PRIME);
      }
    }
    return { answer: `${found.count} ${listed} ${hash.toString(16)}`, milliseconds: performance.now() - begun };
  }

  async #answer(request: SearchRequest): Promise<SourceAnswer> {
    const { engine, name } = this.#source;
    const [outcome] = await engine.search({ ...request, sources: [{ source: name }] });
    if (outcome!.kind === 'damaged') throw outcome!.fault;
    return outcome!.value;
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

interface Stats {
  readonly items: number;
  readonly bytes: Readonly<Record<string, number>>;
  readonly cluster?: { readonly bytes: number; readonly bytesOfCopies: number };
}

function bytesOf({ items, bytes, cluster }: Stats): Pick<Built, 'items' | 'wordBytes' | 'copiesBytes' | 'storeBytes'> {
  const parts = Object.entries(bytes);
  const of = (isStored: boolean): number =>
    sum(parts.filter(([name]) => storedParts.has(name) === isStored).map(([, size]) => size));
  if (cluster === undefined) return { items, wordBytes: of(false), copiesBytes: of(false), storeBytes: of(true) };
  return { items, wordBytes: cluster.bytes, copiesBytes: cluster.bytesOfCopies, storeBytes: of(true) + of(false) };
}

interface CommandRun {
  readonly stats: unknown;
  readonly hereMs: number;
  readonly peakBytes: number;
}

async function command(args: readonly string[]): Promise<CommandRun> {
  const { exitCode, output, errors, peakBytes, processorMs } = await runMeasured([process.execPath, MAIN, ...args], 2);
  if (exitCode !== 0) throw new Error(`case-access ${args.join(' ')} ended with ${exitCode}: ${errors.slice(-2000)}`);
  return { stats: JSON.parse(output), hereMs: processorMs, peakBytes };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
