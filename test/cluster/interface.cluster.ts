/**
 * Every endpoint gives the same answers over sources of both kinds and over the embedded engine alone. The compiled program
 * serves the sample cases twice, once with two of them on a real cluster of three nodes.
 */
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { comparable, received } from './support/compared.ts';
import { interfaceRequests } from './support/interface-requests.ts';
import { Served } from './support/served.ts';
import { TestCluster } from './support/test-cluster.ts';

const CASES = { 'seized-laptop': 'seized-laptop', 'usb-stick': 'usb-stick', production: 'production/VOL001' } as const;
const ON_CLUSTER: readonly string[] = ['seized-laptop', 'production'];
const KEPT = ['seized-laptop 24', 'usb-stick 18', 'seized-laptop 38'];
const SELECTED = ['production 2', 'seized-laptop 24'];

let cluster: TestCluster;
let dir: string;
let embedded: Served;
let mixed: Served;

beforeAll(async () => {
  cluster = await TestCluster.start(3);
  dir = temporaryDir();
  const cases = Object.entries(CASES).map(([id, path]) => ({ id, path: resolve('data-samples', path) }));
  const engine = `opensearch=${cluster.urls.join()}`;
  const both = cases.map((one) => (ON_CLUSTER.includes(one.id) ? { ...one, engine } : one));
  embedded = await Served.start(dir, cases, ['--data', join(dir, 'embedded')]);
  mixed = await Served.start(dir, both, ['--data', join(dir, 'mixed'), '--shards', '2']);
  for (const { url } of [embedded, mixed]) {
    await received(url, 'POST', '/bookmarks/kept');
    for (const [path, refs] of [
      ['/bookmarks/kept/add', KEPT],
      ['/selection/add', SELECTED],
    ] as const) {
      const body = refs.map((ref) => ({ source: ref.split(' ')[0]!, id: Number(ref.split(' ')[1]) }));
      expect((await received(url, 'PUT', path, body)).status).toBe(200);
    }
  }
}, 600_000);

afterAll(async () => {
  await embedded.stop();
  await mixed.stop();
  await cluster.stop();
}, 60_000);

describe('the interface over both engines', () => {
  test('answers as the embedded engine does', async () => {
    let answered = 0;
    for (const [method, path, body] of interfaceRequests()) {
      const told = `${method} ${decodeURIComponent(path)} ${JSON.stringify(body ?? '')}`;
      const one = comparable(await received(mixed.url, method, path, body), path);
      const other = comparable(await received(embedded.url, method, path, body), path);
      expect([told, one]).toEqual([told, other]);
      if (one.status === 200) answered++;
    }
    expect(answered).toBeGreaterThan(500);
  }, 900_000);
});

describe('hints', () => {
  /** Words of texts and of other fields, a word without hits, and phrases. */
  const ASKED = [
    'heron',
    'xlsx',
    'jpg',
    'pdf',
    'inbox',
    'nowhere',
    '"annual report"',
    '"jpg pdf"',
    'heron AND ...',
    'auther:x',
  ];

  test('mention words that are in no text, over a cluster as well', async () => {
    const hintsOf = async (url: string, path: string): Promise<unknown> =>
      JSON.parse((await received(url, 'GET', path)).text).hints ?? [];
    let elsewhere = 0;
    for (const q of ASKED.map(encodeURIComponent)) {
      for (const source of ON_CLUSTER) {
        for (const path of [`/search?q=${q}&sourceID=${source}`, `/explain?q=${q}&sourceID=${source}`]) {
          const here = await hintsOf(embedded.url, path);
          expect([path, await hintsOf(mixed.url, path)]).toEqual([path, here]);
          if (JSON.stringify(here).includes('finds nothing in content')) elsewhere++;
        }
      }
    }
    expect(elsewhere).toBeGreaterThan(3);
    const body = { queries: ASKED };
    const [one, other] = await Promise.all(
      [mixed, embedded].map(async ({ url }) => (await received(url, 'POST', '/keywords', body)).text),
    );
    expect(other).toContain('finds nothing in content');
    expect(one).toEqual(other);
  }, 60_000);
});

describe('a certificate', () => {
  test('is the same over both engines, digest and all', async () => {
    for (const q of ['heron', '"t* h*"', 'NOT bookmark:kept', 'her* AND length>10']) {
      const [one, other] = await Promise.all(
        [mixed, embedded].map(async ({ url }) =>
          JSON.parse((await received(url, 'POST', '/certificates', { q })).text),
        ),
      );
      expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
      expect({ ...one, time: null }).toEqual({ ...other, time: null });
    }
  });
});
