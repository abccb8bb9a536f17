/**
 * A real cluster on this machine. Each node runs in a JVM of its own, so that it can be killed. `install.sh` has fetched it.
 * Nodes end with the process that started them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { temporaryDir } from '../../support/endings.ts';

const HOME = resolve('.cluster-nodes');
const START_PATIENCE = 240_000;
/** The settings that docs/cluster/opensearch.yml recommends for every cluster. */
export const ADVISED: readonly string[] = [
  'indices.query.bool.max_clause_count=65536',
  'search_backpressure.mode=enforced',
  'cluster.fault_detection.follower_check.timeout=4s',
  'cluster.fault_detection.leader_check.timeout=4s',
];

interface Node {
  readonly name: string;
  readonly port: number;
  readonly transport: number;
  child: ChildProcess;
}

export class TestCluster {
  readonly #dir: string;
  readonly #nodes: Node[] = [];
  readonly #heap: string;

  readonly #running: readonly string[];

  private constructor(dir: string, heap: string, running: readonly string[] = []) {
    this.#running = running;
    this.#dir = dir;
    this.#heap = heap;
  }

  /** `CLUSTER_URLS` names nodes that run already. They are not ended. */
  static async start(count: number, heap = '512m'): Promise<TestCluster> {
    const running = process.env.CLUSTER_URLS;
    if (running !== undefined) return new TestCluster('', heap, running.split(','));
    if (!existsSync(join(HOME, 'ready'))) throw new Error('there is no cluster; run test/cluster/install.sh');
    const cluster = new TestCluster(temporaryDir(), heap);
    const ports = await freePorts(2 * count);
    for (let i = 0; i < count; i++) {
      const node = { name: `node${i}`, port: ports[2 * i]!, transport: ports[2 * i + 1]! };
      cluster.#nodes.push({ ...node, child: undefined as unknown as ChildProcess });
    }
    for (const node of cluster.#nodes) node.child = cluster.#spawn(node);
    await cluster.settled(count);
    return cluster;
  }

  /** URLs of all nodes, including killed ones. */
  get urls(): readonly string[] {
    return [...this.#running, ...this.#nodes.map(({ port }) => `http://127.0.0.1:${port}`)];
  }

  /** Process ids of the nodes that it started. */
  get pids(): readonly number[] {
    return this.#nodes.map(({ child }) => child.pid!);
  }

  /** Resolves when this many nodes have joined and every shard has its copies. */
  async settled(count: number): Promise<void> {
    // Waits for green, because in the first seconds after a death the missing copy is not being made yet.
    const path = `/_cluster/health?wait_for_nodes=${count}&wait_for_status=green&timeout=5s`;
    for (const begun = performance.now(); performance.now() - begun < START_PATIENCE; ) {
      for (const url of this.urls) {
        // A node that was silent keeps the data of points in time until these end. Meanwhile, the cluster gives up copying the
        // shards to it.
        await fetch(`${url}/_cluster/reroute?retry_failed=true&metric=none`, { method: 'POST' }).catch(() => null);
        const answer = await fetch(url + path).catch(() => null);
        const health = answer?.ok === true ? ((await answer.json()) as { timed_out: boolean }) : null;
        if (health !== null && !health.timed_out) return;
      }
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error(`the cluster did not come together within ${START_PATIENCE / 1000} s`);
  }

  async ask(method: string, path: string, body?: object): Promise<unknown> {
    for (const url of this.urls) {
      const sent =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await fetch(url + path, { method, ...sent }).catch(() => null);
      if (answer !== null) return answer.json();
    }
    throw new Error('no node answers');
  }

  async kill(i: number): Promise<void> {
    const { child } = this.#nodes[i]!;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  /** The node keeps its connections but sends nothing, like a machine that lost power. */
  silence(i: number): void {
    this.#nodes[i]!.child.kill('SIGSTOP');
  }

  wake(i: number): void {
    this.#nodes[i]!.child.kill('SIGCONT');
  }

  revive(i: number): void {
    this.#nodes[i]!.child = this.#spawn(this.#nodes[i]!);
  }

  async stop(): Promise<void> {
    for (const [i, { child }] of this.#nodes.entries())
      if (child.exitCode === null && child.signalCode === null) await this.kill(i);
    if (this.#dir !== '') await rm(this.#dir, { recursive: true, force: true });
  }

  #spawn({ name, port, transport }: Omit<Node, 'child'>): ChildProcess {
    const seeds = this.#nodes.map((node) => `127.0.0.1:${node.transport}`);
    const settings = [
      `path.home=${join(this.#dir, name)}`,
      'cluster.name=case-access-test',
      `node.name=${name}`,
      'network.host=127.0.0.1',
      `http.port=${port}`,
      `transport.port=${transport}`,
      `discovery.seed_hosts=${seeds.join()}`,
      `cluster.initial_cluster_manager_nodes=${this.#nodes.map((node) => node.name).join()}`,
      'cluster.routing.allocation.disk.threshold_enabled=false',
      'node.processors=2',
      ...ADVISED,
    ];
    const flags = [
      '-Xms256m',
      `-Xmx${this.#heap}`,
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-XX:SharedArchiveFile=node.jsa',
    ];
    const quiet = [
      '-Xlog:disable',
      '-Xlog:all=off',
      '--enable-native-access=ALL-UNNAMED',
      '-Dio.netty.noUnsafe=true',
      '-Dlog4j2.disable.jmx=true',
    ];
    const path = readFileSync(join(HOME, 'class-path'), 'utf8');
    return spawn('./java', [...flags, ...quiet, '-cp', path, 'ClusterNode', ...settings], {
      cwd: HOME,
      stdio: ['pipe', 'ignore', process.env.CLUSTER_LOG === undefined ? 'ignore' : 'inherit'],
    });
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((done) => {
          const server = createServer().listen(0, '127.0.0.1', () => done(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
