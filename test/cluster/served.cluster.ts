/**
 * A server whose cluster loses nodes, as its clients see it. With copies nobody notices. Without them the server says so, and
 * recovers by itself. Real processes: three nodes that are killed with SIGKILL, `index build` and `serve` of the command line.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { ended, runCli, startCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';
import { ClusterServer, type Seen } from './support/cluster-server.ts';
import { Clients, numberedItems, QUESTIONS } from './support/numbered-case.ts';
import { TestCluster } from './support/test-cluster.ts';

const ITEMS = 30_000;
const FEW = 600;
/** Enough items that a build takes some time. */
const MANY = 150_000;
/** Milliseconds after which a lock that is not renewed is free. */
const LOCK_DEAD_AFTER = 61_000;
/** Milliseconds within which a recovered cluster is used again. */
const BACK_WITHIN = 60_000;

let cluster: TestCluster;
let dir: string;
let server: ClusterServer;

const engine = (): string => `opensearch=${cluster.urls.join()}`;
const build = (name: string, more: readonly string[] = []): string[] => {
  const flags = ['--data', join(dir, 'data'), '--engine', engine(), '--json', ...more];
  return ['index', 'build', join(dir, name), ...flags];
};

async function built(name: string, more: readonly string[] = []): Promise<void> {
  const { code, stderr } = await runCli(build(name, more));
  expect([code, stderr]).toEqual([0, expect.anything()]);
}

const stateOf = async (id: string) => (await server.sources()).find((source) => source.id === id)!;
const listed = (seen: Seen): string[] =>
  (JSON.parse(seen.text).incomplete ?? []).map((one: { source: string }) => one.source);

beforeAll(async () => {
  cluster = await TestCluster.start(3);
  dir = temporaryDir();
  await writeCase(join(dir, 'copied'), numberedItems(ITEMS));
  await writeCase(join(dir, 'alone'), numberedItems(FEW));
  await writeCase(join(dir, 'here'), numberedItems(FEW));
  await built('copied');
  await built('alone', ['--replicas', '0']);
  const { code } = await runCli(['index', 'build', join(dir, 'here'), '--data', join(dir, 'data')]);
  expect(code).toBe(0);
  server = await ClusterServer.start(dir, [
    { id: 'copied', path: join(dir, 'copied'), engine: engine() },
    { id: 'alone', path: join(dir, 'alone'), engine: engine() },
    { id: 'here', path: join(dir, 'here'), engine: 'embedded' },
  ]);
}, 600_000);

afterAll(async () => {
  await server?.stop();
  await cluster.stop();
}, 60_000);

/** Each node in turn is killed, stays down for a moment, and is started again. */
async function killEach(): Promise<void> {
  for (const node of [0, 1, 2]) {
    await cluster.kill(node);
    await sleep(4000);
    cluster.revive(node);
    await cluster.settled(3);
  }
}

describe('a server whose cluster loses nodes', () => {
  test('answers every client completely if each part has a copy: nobody notices', async () => {
    const clients = Clients.begin(server, 'copied', ITEMS);
    await killEach();
    await clients.stop();
    console.log(
      `${clients.asked} answers while three nodes were killed in turn, the slowest took ${clients.slowest.toFixed(0)} ms`,
    );
    expect([clients.wrong, [...clients.refused]]).toEqual([[], []]);
    expect(clients.asked).toBeGreaterThan(QUESTIONS.length);
  }, 600_000);

  test('answers every client completely if a node falls silent without closing connections', async () => {
    const clients = Clients.begin(server, 'copied', ITEMS);
    await sleep(1000);
    cluster.silence(1);
    await sleep(25_000);
    cluster.wake(1);
    await cluster.settled(3);
    await clients.stop();
    console.log(`${clients.asked} answers while a node was silent, the slowest took ${clients.slowest.toFixed(0)} ms`);
    expect([clients.wrong, [...clients.refused]]).toEqual([[], []]);
  }, 600_000);

  test('reports a part without a copy, and continues with the others', async () => {
    await server.ready(3, BACK_WITHIN);
    await cluster.kill(1);
    const one = await server.get('/search?q=heron&sourceID=alone');
    expect([one.status, one.text]).toEqual([503, expect.stringContaining('alone')]);
    const all = await server.get('/search?q=heron&limit=5');
    expect([all.status, listed(all)]).toEqual([200, ['alone']]);
    const { state, reason } = await stateOf('alone');
    expect([state, reason]).toEqual(['failed', expect.stringContaining('cluster')]);
    expect((await stateOf('copied')).state).toBe('ready');
    const csv = await server.get('/export?format=csv&q=heron');
    expect(csv.status).toBe(503);
    cluster.revive(1);
    await cluster.settled(3);
    expect(await server.ready(3, BACK_WITHIN)).toBeLessThan(BACK_WITHIN);
    const again = await server.get('/hits?q=*:*&limit=0&sourceID=alone');
    expect(JSON.parse(again.text).total).toBe(FEW);
  }, 600_000);

  test('cuts off running answers, and gives 503 with the source, if all nodes are gone; it recovers without a restart', async () => {
    const clients = Clients.begin(server, 'copied', ITEMS);
    await sleep(1500);
    for (const node of [0, 1, 2]) await cluster.kill(node);
    const one = await server.get('/search?q=heron&sourceID=copied');
    expect([one.status, one.text]).toEqual([503, expect.stringContaining('copied')]);
    // Other clients got an error or a cut answer meanwhile, but never a part as the whole.
    await sleep(3000);
    await clients.stop();
    expect(clients.wrong).toEqual([]);
    expect([...clients.refused.keys()].filter((said) => !/: (503|cut) /.test(said))).toEqual([]);
    const all = await server.get('/search?q=heron');
    expect([all.status, listed(all).sort()]).toEqual([200, ['alone', 'copied']]);
    expect(JSON.parse(all.text).docs.length).toBe(FEW / 3);
    for (const id of ['copied', 'alone']) expect((await stateOf(id)).state).toBe('failed');
    const both = await server.get('/search?q=heron&sourceID=copied&sourceID=alone');
    expect(both.status).not.toBe(200);
    for (const node of [0, 1, 2]) cluster.revive(node);
    await cluster.settled(3);
    expect(await server.ready(3, BACK_WITHIN)).toBeLessThan(BACK_WITHIN);
    const count = await server.get('/hits?q=*:*&limit=0&sourceID=copied');
    expect(JSON.parse(count.text).total).toBe(ITEMS);
  }, 600_000);
});

interface Lock {
  readonly _source?: {
    readonly holder: string | null;
    readonly build: { readonly index: string; readonly items: number } | null;
  };
}

/** Returns the lock document of the build of a case. */
async function lockOf(name: string): Promise<Lock['_source'] | undefined> {
  const found = (await cluster.ask('GET', '/case-access-locks/_search?size=100')) as {
    hits?: { hits: readonly { _id: string }[] };
  };
  const id = found.hits?.hits.map(({ _id }) => _id).find((one) => one.startsWith(`case-access-${name}-`));
  return id === undefined ? undefined : ((await cluster.ask('GET', `/case-access-locks/_doc/${id}`)) as Lock)._source;
}

/** Resolves when the running build is certain that this many of its items are in the cluster. */
async function acknowledged(name: string, items: number, child: ChildProcess): Promise<string> {
  for (; ; await sleep(50)) {
    expect(child.exitCode).toBeNull();
    const lock = await lockOf(name);
    if (lock?.holder && lock.build !== null && lock.build.items >= items) return lock.build.index;
  }
}

describe('a build', () => {
  test('that is killed is continued once its lock is known to be dead, and survives the death of a node', async () => {
    await writeCase(join(dir, 'cut'), numberedItems(MANY));
    const own = ['--data', join(dir, 'data-of-builds'), '--engine', engine()];
    const building = ['index', 'build', join(dir, 'cut'), ...own, '--json'];
    const first = startCli(building);
    const index = await acknowledged('cut', 1, first);
    first.kill('SIGKILL');
    await ended(first);
    const known = (await lockOf('cut'))!.build!.items;
    const early = await runCli(building);
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('Another process is building this case on the cluster'),
    ]);
    await sleep(LOCK_DEAD_AFTER);
    const second = startCli(building);
    let said = '';
    second.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
    });
    await acknowledged('cut', known + 1, second);
    await cluster.kill(2);
    await sleep(3000);
    cluster.revive(2);
    expect([await ended(second), JSON.parse(said).clusterIndex]).toEqual([0, index]);
    const { code, stdout } = await runCli(['index', 'verify', join(dir, 'cut'), ...own, '--json']);
    expect([code, JSON.parse(stdout).findings]).toEqual([0, []]);
  }, 600_000);
});
