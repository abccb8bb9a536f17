/**
 * Nodes are killed: no answer is wrong, and none is silently incomplete. A real cluster of three nodes, which are killed with
 * SIGKILL during searches, exports and builds.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import { ClusterEngine } from '../../src/cluster/engine/cluster-engine.ts';
import { countOf, pagesOf } from '../../src/cluster/engine/cluster-search.ts';
import type { ClusterSource } from '../../src/cluster/engine/cluster-source.ts';
import { verifyOnCluster } from '../../src/cluster/filling/verify-on-cluster.ts';
import { ClusterLink, LINK_TIMES } from '../../src/cluster/link/cluster-link.ts';
import { OpenIndexes } from '../../src/query/open-indexes.ts';
import { answered, hitsOf } from '../support/asked-source.ts';
import { temporaryDir } from '../support/endings.ts';
import { type TinyItem, writeCase } from '../support/tiny-case.ts';
import { sourceOnCluster } from './support/open-on-cluster.ts';
import { TestCluster } from './support/test-cluster.ts';

const ITEMS = 60_000;
const WORDS = ['heron', 'grebe', 'coot'];
const SHORT = { ...LINK_TIMES, patience: 3000, reach: 1500, request: 10_000 };

let cluster: TestCluster;
let dir: string;
let source: ClusterSource;
let engine: ClusterEngine;
let casePath: string;

beforeAll(async () => {
  cluster = await TestCluster.start(3);
  dir = temporaryDir();
  const items: TinyItem[] = Array.from({ length: ITEMS }, (_, id) => ({ id, text: `${WORDS[id % 3]} x${id}` }));
  casePath = await writeCase(join(dir, 'case'), items);
  source = await sourceOnCluster(cluster.urls, 'it', casePath, join(dir, 'data'));
  engine = new ClusterEngine(new Map([['it', source]]), new OpenIndexes(new Map([['it', source.store]])));
}, 600_000);

afterAll(async () => {
  await engine.close();
  await source.caseReader.close();
  await cluster.stop();
}, 60_000);

const asked = (text: string, want: readonly ('count' | 'ids')[]) => ({
  query: parseQuery(text),
  sources: [{ source: 'it' }],
  want,
});

describe('a cluster whose nodes die', () => {
  test('is verified, each word in its position', async () => {
    const site = { address: { nodes: cluster.urls }, shards: 3, replicas: 1 };
    const report = await verifyOnCluster({ casePath, dataDir: join(dir, 'data'), site });
    expect([report.findings, report.checked['items on the cluster']]).toEqual([[], ITEMS]);
    await cluster.ask('PUT', `/${source.index}/_settings`, { 'index.blocks.write': false });
    await cluster.ask('POST', `/${source.index}/_update_by_query?conflicts=proceed`);
    await cluster.ask('DELETE', `/${source.index}/_doc/0?refresh=true`);
    await cluster.ask('POST', `/${source.index}/_refresh`);
    const damaged = await verifyOnCluster({ casePath, dataDir: join(dir, 'data'), site });
    expect(damaged.isSound).toBe(false);
    await source.link.close();
    source = await sourceOnCluster(cluster.urls, 'it', casePath, join(dir, 'data-2'));
    engine = new ClusterEngine(new Map([['it', source]]), new OpenIndexes(new Map([['it', source.store]])));
  }, 600_000);

  test('answers searches and long answers completely while one node is killed, and uses it again afterwards', async () => {
    const expected = Array.from({ length: ITEMS / 3 }, (_, i) => 3 * i);
    let searches = 0;
    let isOver = false;
    const loop = async (): Promise<void> => {
      while (!isOver) {
        expect((await engine.search(asked('heron', ['count']))).map(answered)[0]!.count).toBe(ITEMS / 3);
        const [answer] = (await engine.search(asked('heron', ['ids']))).map(answered);
        expect((await hitsOf(answer!)).map(({ id }) => id)).toEqual(expected);
        searches++;
      }
    };
    const pages = pagesOf(source, { match_all: {} }, { by: 'id', first: 5000 });
    const ids: number[] = [...(await pages.next()).value!.ids];
    ids.push(...(await pages.next()).value!.ids);
    const loops = [loop(), loop()];
    await cluster.kill(0);
    for await (const page of pages) ids.push(...page.ids);
    expect([ids.length, ids.every((id, i) => id === i)]).toEqual([ITEMS, true]);
    cluster.revive(0);
    await cluster.settled(3);
    isOver = true;
    await Promise.all(loops);
    expect(searches).toBeGreaterThan(0);
  }, 600_000);

  test('is an error with the source if a part is lost for good, never an empty answer', async () => {
    const link = new ClusterLink({ nodes: cluster.urls }, SHORT);
    const own = { ...source, link };
    await cluster.kill(1);
    await cluster.kill(2);
    // A single one of three nodes has no majority, and no copy of some shards.
    await expect(countOf(own, { match_all: {} })).rejects.toMatchObject({ code: 'CLUSTER_AWAY' });
    await cluster.kill(0);
    await expect(countOf(own, { match_all: {} })).rejects.toMatchObject({ code: 'CLUSTER_AWAY' });
    for (const i of [0, 1, 2]) cluster.revive(i);
    await cluster.settled(3);
    // Nothing is restarted here.
    await expect(countOf(source, { match_all: {} })).resolves.toBe(ITEMS);
    await link.close();
  }, 600_000);

  test('ends a search that nobody waits for', async () => {
    const controller = new AbortController();
    const slow = { regexp: { t_636f6e74656e74: { value: '.*[abc].{16}', max_determinized_states: 1_000_000 } } };
    const work = countOf(source, slow, controller.signal).catch((fault: unknown) => fault);
    setTimeout(() => controller.abort(), 300);
    await work;
    const isIdle = async (): Promise<boolean> => {
      const { nodes } = (await cluster.ask('GET', '/_tasks?actions=*search*')) as { nodes: Record<string, unknown> };
      return Object.keys(nodes).length === 0;
    };
    for (let i = 0; i < 100 && !(await isIdle()); i++) await new Promise((done) => setTimeout(done, 100));
    expect(await isIdle()).toBe(true);
  }, 120_000);
});
