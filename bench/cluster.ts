/**
 * `node dist/bench/cluster.js --case DIR [--nodes 1,3] [--heap 512m] [--per-class N] [--rounds N] [--seed S] [--work DIR]`
 *
 * Compares clusters of one node and of three, all on this machine, with the embedded engine: builds, bytes, memory, and the
 * time of each class of query. Answers are compared first. `make test-cluster` lists the requirements of a cluster here. If one
 * is missing, this program reports it and ends.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TestCluster } from '../test/cluster/support/test-cluster.ts';
import { type ClusterCommand, ClusterSide, COMMANDS } from './cluster/side.ts';
import { exportCorpus } from './corpus/export.ts';
import { workDirectory } from './engines/installed.ts';
import { residentBytesOf } from './engines/measured-process.ts';
import { generateQueries } from './queries/generate.ts';
import type { BenchQuery } from './queries/tree.ts';
import { Random } from './random.ts';
import { grid, megabytes } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    nodes: { type: 'string', default: '1,3' },
    heap: { type: 'string', default: '512m' },
    'per-class': { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    work: { type: 'string', default: join(workDirectory, 'cluster') },
  },
});
if (values.case === undefined) throw new Error('cluster.js needs --case DIR');
const installed = spawnSync('test/cluster/install.sh', { stdio: 'inherit' });
const SKIPPED = 3;
if (installed.status !== 0) process.exit(installed.status === SKIPPED ? 0 : 1);

const casePath = resolve(values.case);
const name = basename(casePath);
mkdirSync(values.work, { recursive: true });
const { profile } = await exportCorpus(name, casePath, join(values.work, 'corpora', name));
const queries = generateQueries(profile, Number(values['per-class']), Number(values.seed));
const rounds = Number(values.rounds);

const clusters: TestCluster[] = [];
const sides: ClusterSide[] = [];
const place = { casePath, urls: null, shards: 0, replicas: 0, pids: [] };
try {
  sides.push(await ClusterSide.open({ ...place, name: 'embedded', dataDir: join(values.work, name, 'embedded') }));
  for (const count of values.nodes.split(',').map(Number)) sides.push(await onCluster(count));
  console.log(
    `${name}: ${profile.items} items, ${megabytes(profile.textBytes)} MB of text; load ${loadavg()[0]!.toFixed(1)}\n`,
  );
  const times = await measure();
  console.log(`${builds()}\n\n${table(times)}`);
} finally {
  for (const side of sides) await side.close();
  for (const cluster of clusters) await cluster.stop();
}

async function onCluster(count: number): Promise<ClusterSide> {
  const cluster = await TestCluster.start(count, values.heap);
  clusters.push(cluster);
  return ClusterSide.open({
    name: count === 1 ? '1 node' : `${count} nodes`,
    casePath,
    // A separate folder, so that nothing remains from an earlier cluster.
    dataDir: join(values.work, name, `nodes-${count}-${process.pid}`),
    urls: cluster.urls,
    shards: 3,
    replicas: count === 1 ? 0 : 1,
    pids: cluster.pids,
  });
}

/** Keyed by command, class and side: the time of the first run of each query, and the shortest time of later runs. */
type Times = Map<string, { readonly first: number[]; readonly again: number[] }>;

async function measure(): Promise<Times> {
  const times: Times = new Map();
  const random = new Random(Number(values.seed));
  for (const command of COMMANDS) {
    const best = new Map<string, number>();
    for (let round = 0; round <= rounds; round++) {
      for (const query of random.shuffled(queries)) {
        for (const [side, milliseconds] of await askAll(command, query)) {
          const key = `${command}\t${query.class}\t${side.place.name}`;
          const own = times.get(key) ?? { first: [], again: [] };
          times.set(key, own);
          const one = `${side.place.name}\t${query.text}`;
          if (round === 0) own.first.push(milliseconds);
          else best.set(one, Math.min(best.get(one) ?? Number.POSITIVE_INFINITY, milliseconds));
          if (round === rounds && rounds > 0) own.again.push(best.get(one)!);
        }
      }
    }
  }
  return times;
}

/** Throws if two sides differ. */
async function askAll(command: ClusterCommand, query: BenchQuery): Promise<Map<ClusterSide, number>> {
  const asked = new Map<ClusterSide, number>();
  let expected: string | null = null;
  for (const side of sides) {
    const { answer, milliseconds } = await side.ask(command, query.text);
    expected ??= answer;
    if (answer !== expected) {
      throw new Error(
        `${command} ${query.text}: ${side.place.name} answers ${answer}, ${sides[0]!.place.name} ${expected}`,
      );
    }
    asked.set(side, milliseconds);
  }
  return asked;
}

function builds(): string {
  const head = [
    'shards',
    'copies',
    'seconds',
    'items/s',
    'CPU s here',
    'CPU s of nodes',
    'peak MB here',
    'RSS MB a node',
  ];
  const bytes = ['words MB', 'with copies', 'store MB', 'words B/item', 'store B/item'];
  return grid(
    ['build', ...head, ...bytes],
    sides.map(({ place: { name: side, shards, replicas, pids }, built }) => [
      side,
      shards === 0 ? '' : String(shards),
      shards === 0 ? '' : String(1 + replicas),
      built.seconds.toFixed(1),
      (built.items / built.seconds).toFixed(0),
      (built.hereMs / 1000).toFixed(1),
      pids.length === 0 ? '' : (built.nodesMs / 1000).toFixed(1),
      megabytes(built.peakBytes),
      pids.length === 0 ? '' : megabytes(Math.max(...pids.map(residentBytesOf))),
      megabytes(built.wordBytes),
      megabytes(built.copiesBytes),
      megabytes(built.storeBytes),
      (built.wordBytes / built.items).toFixed(0),
      (built.storeBytes / built.items).toFixed(0),
    ]),
  );
}

/** Returns a table of means in milliseconds, of the first time and of the shortest later time. */
function table(times: Times): string {
  const names = sides.map(({ place: { name: side } }) => side);
  const rows: string[][] = [];
  for (const command of COMMANDS) {
    for (const name of new Set(queries.map((query) => query.class))) {
      const own = names.map((side) => times.get(`${command}\t${name}\t${side}`)!);
      rows.push([
        command,
        name,
        String(own[0]!.first.length),
        ...own.map(({ first }) => mean(first).toFixed(2)),
        ...own.map(({ again }) => mean(again).toFixed(2)),
      ]);
    }
  }
  const head = [
    'command',
    'class',
    'queries',
    ...names.map((side) => `${side}, first ms`),
    ...names.map((side) => `${side}, again`),
  ];
  return grid(head, rows);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);
}
