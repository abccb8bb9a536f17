/**
 * Abandoned work ends. A second after a client has disconnected, or a search has timed out, the cluster has no task for it any
 * longer. Runs the compiled program, with queries that keep a real cluster of three nodes busy for much longer, or would list
 * more words than allowed.
 */
import { request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { type TinyItem, writeCase } from '../support/tiny-case.ts';
import { received } from './support/compared.ts';
import { Served } from './support/served.ts';
import { TestCluster } from './support/test-cluster.ts';

const ITEMS = 5000;
const WORDS_OF_ITEM = 80;
/** A second on an idle machine, and proportionally longer if its cores have other work. */
const aSecond = (): number => Math.max(1, loadavg()[0]! / availableParallelism());
/** Patterns without a fixed beginning are tried on every word, and no two have the same words. */
const PATTERNS = Array.from({ length: 400 }, (_, i) => `*${i % 10}*${Math.floor(i / 10)}*${(7 * i) % 10}*`);
const HEAVY = {
  search: `/search?q=${encodeURIComponent(PATTERNS.join(' OR '))}`,
  phrases: `/search?q=${encodeURIComponent(PATTERNS.map((pattern) => `"w1* ${pattern}"`).join(' OR '))}`,
  export: `/export?format=ndjson&q=${encodeURIComponent(PATTERNS.join(' OR '))}`,
} as const;

let cluster: TestCluster;
let dir: string;
let patient: Served;
let hurried: Served;

beforeAll(async () => {
  cluster = await TestCluster.start(3);
  dir = temporaryDir();
  const items: TinyItem[] = Array.from({ length: ITEMS }, (_, id) => ({
    id,
    text: Array.from({ length: WORDS_OF_ITEM }, (_word, i) => `w${(id * WORDS_OF_ITEM + i) * 7919}`).join(' '),
  }));
  const path = await writeCase(join(dir, 'case'), items);
  const source = { id: 'case', path, engine: `opensearch=${cluster.urls.join()}` };
  patient = await Served.start(dir, [source], ['--data', join(dir, 'data')]);
  hurried = await Served.start(dir, [source], ['--data', join(dir, 'data-2'), '--search-timeout', '1']);
}, 600_000);

afterAll(async () => {
  await patient.stop();
  await hurried.stop();
  await cluster.stop();
}, 60_000);

/** Searches and their work on shards. */
async function tasks(): Promise<number> {
  const { nodes } = (await cluster.ask('GET', '/_tasks?actions=indices:data/read/*')) as {
    readonly nodes: Readonly<Record<string, { readonly tasks: object }>>;
  };
  return Object.values(nodes).reduce((sum, node) => sum + Object.keys(node.tasks).length, 0);
}

/** Returns the seconds until the cluster is idle. */
async function secondsUntilIdle(): Promise<number> {
  const begun = performance.now();
  while ((await tasks()) > 0 && performance.now() - begun < 60_000) await new Promise((done) => setTimeout(done, 50));
  return (performance.now() - begun) / 1000;
}

describe('a search', () => {
  test.each(Object.entries(HEAVY))('ends on the cluster with its client (%s)', async (_name, path) => {
    const client = request(patient.url + path);
    client.on('error', () => undefined);
    client.end();
    for (let n = 0; n < 200 && (await tasks()) === 0; n++) await new Promise((done) => setTimeout(done, 20));
    expect(await tasks()).toBeGreaterThan(0);
    client.destroy();
    const idle = await secondsUntilIdle();
    expect(idle).toBeLessThan(aSecond());
  });

  test('ends on the cluster when its time is up', async () => {
    const { status } = await received(hurried.url, 'GET', HEAVY.search);
    expect(status).toBe(503);
    const idle = await secondsUntilIdle();
    expect(idle).toBeLessThan(aSecond());
  });

  test('that stands for too many words is an error, or is answered if the words need no names', async () => {
    const facets = [{ matches: true }];
    const refused = await received(patient.url, 'POST', '/facets', { q: 'w*', facets });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('write more of its letters')]);
    const told = JSON.parse((await received(patient.url, 'POST', '/facets', { q: 'w1234*', facets })).text);
    expect(told.total).toBeGreaterThan(0);
    expect(told.facets[0].missing).toBe(0);
    const { total } = JSON.parse((await received(patient.url, 'GET', '/hits?q=w*&limit=0')).text);
    expect(total).toBe(ITEMS);
  });

  test('is not started if the cluster could not stop it', async () => {
    const begun = performance.now();
    // As a deterministic automaton, it has a quarter of a million states.
    expect((await received(patient.url, 'GET', `/hits?q=${encodeURIComponent('/.*[abc].{18}/')}`)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(await tasks()).toBe(0);
  });
});
