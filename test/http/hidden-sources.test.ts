/**
 * A source that a viewer may not see, while it is being built, is added, or fails. Every route that reads answers that viewer
 * like a server that has only the other source.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { routeTable } from '../../src/http/route-table.ts';
import type { Answer } from '../support/http-client.ts';
import { openHooked, refs, Service } from '../support/http-service.ts';
import { comparable, sampleOf } from '../support/sampled-routes.ts';
import { pause } from '../support/until.ts';
import { unzipped } from '../support/unzipped.ts';

const seen = [1, 2, 3].map((id) => ({
  id,
  text: `heron number ${id}`,
  properties: { name: [`s${id}.txt`], category: ['Documents'], length: [String(id)], hash: [`h${id}`] },
}));
const hidden = [1, 2, 3, 4].map((id) => ({ id, text: `heron zebra ${id}`, properties: { category: ['Secrets'] } }));

let service: Service;
let alone: Service;
/** Ends the waiting openings. */
let finish: (() => void)[];

const certificates = () => ({ caseFacts: new CaseFactsReader(), key: null, analysis: 'one' });

beforeAll(async () => {
  finish = [];
  alone = await Service.start({ cases: { seen }, server: () => ({ certificates: certificates() }) });
  service = await Service.start({
    cases: { hidden, seen },
    waitForSources: false,
    async openSource(path, onProgress, _signal, dir, options) {
      if (path.endsWith('hidden')) {
        onProgress({ phase: 'read', items: 59_136, bytes: 1, fraction: 0.39 });
        await new Promise<void>((resolve) => finish.push(resolve));
      }
      return openHooked(path, dir, options);
    },
    server: (dir) => {
      const file = join(dir, 'tokens.json');
      const whole = { name: 'whole', role: 'administrator' as const, hash: hashOfToken('whole') };
      const half = { name: 'half-reader', role: 'reader' as const, sources: ['seen'], hash: hashOfToken('half') };
      writeFileSync(file, printTokenFile([whole, half]));
      const engines = () => [{ pid: 1, state: 'ready' as const, memory: 59_136 }];
      return { access: new Access(new Tokens(file)), certificates: certificates(), engines };
    },
  });
  while (!service.sources.listAll().some(({ state }) => state.kind === 'ready')) await pause(5);
  for (const one of [service, alone]) {
    const headers: Record<string, string> = one === service ? { Authorization: 'Bearer whole' } : {};
    await one.post('/bookmarks/mixed', undefined, { headers });
    await one.put('/bookmarks/mixed/add', refs('seen', 1, 2), { headers });
    await one.put('/selection/add', refs('seen', 2), { headers });
  }
});
afterAll(async () => {
  for (const end of finish) end();
});

const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  service.request(method, path, { headers: { Authorization: `Bearer ${token}` }, body });

/** Compares every route that only reads: for the viewer of one source, and on a server that has no other. */
async function expectSame(): Promise<void> {
  const reading = routeTable.filter(
    ({ role, method, path }) => role === 'reader' && path !== '/session' && (method === 'get' || method === 'post'),
  );
  expect(reading.length).toBeGreaterThan(30);
  for (const route of reading) {
    const method = route.method.toUpperCase();
    const { path, body } = sampleOf(route, 'seen');
    const own = await as('half', method, path, body);
    expect(own.text).not.toMatch(/hidden|zebra|Secrets|59136|later/);
    if (route.path === '/metrics') {
      const lines = own.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const states = ['building"} 0', 'ready"} 1', 'failed"} 0'];
      expect(lines).toEqual(states.map((state) => `case_access_sources{state="${state}`));
      continue;
    }
    // The logs of the two differ in their authors. No change in this file is a change of sources.
    if (route.path.endsWith('/log') || route.path === '/changes') continue;
    // Author and time differ, and its pages are compressed.
    if (route.path === '/report') {
      const files = [...(await unzipped(own.bytes))].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
      expect(files).toContain('s1.txt');
      expect(files).not.toMatch(/hidden|zebra|Secrets|59136|later/);
      continue;
    }
    expect([method, path, comparable(own)]).toEqual([
      method,
      path,
      comparable(await alone.request(method, path, { body })),
    ]);
    if (!route.path.includes('{sourceID}')) continue;
    const named = sampleOf(route, 'hidden');
    const [there, nowhere] = [
      await as('half', method, named.path, named.body),
      await alone.request(method, named.path, { body: named.body }),
    ];
    expect([method, named.path, comparable(there)]).toEqual([method, named.path, comparable(nowhere)]);
  }
}

describe('a source that is not visible is revealed nowhere', () => {
  test('while it is built at the start', async () => {
    expect((await as('whole', 'GET', '/search?q=heron')).status).toBe(503);
    expect((await as('whole', 'GET', '/status')).text).toContain('59136');
    await expectSame();
  });

  test('while another one is added, and once it is there', async () => {
    const adding = as('whole', 'POST', '/sources', { id: 'later', path: join(service.dir, 'cases', 'hidden') });
    while (!service.sources.listAll().some(({ id }) => id === 'later')) await pause(5);
    await expectSame();
    for (const end of finish.splice(0)) end();
    expect((await adding).status).toBe(200);
    await service.loading;
    expect((await as('whole', 'GET', '/search?q=heron')).json.docs).toHaveLength(11);
    await expectSame();
  });

  test('after one could not be added, or was removed', async () => {
    expect((await as('whole', 'POST', '/sources', { id: 'never', path: '/nowhere' })).status).toBe(400);
    service.sources.takeOut('hidden', new Error('broken'));
    const { text } = await as('whole', 'GET', '/metrics');
    expect(text).toContain('case_access_sources{state="failed"} 2');
    expect(text).toMatch(/case_access_request_seconds_count\{method="POST",route="\/sources",status="200"\} 1/);
    await expectSame();
  });
});
