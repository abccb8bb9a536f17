/**
 * An engine that never answers and ignores signals. Each route that only reads still answers within the time of a search, with
 * its partial result or a 503, and the server keeps running.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { Service } from '../support/http-service.ts';
import { sampleOf } from '../support/sampled-routes.ts';
import { settled, until } from '../support/until.ts';

const SEARCH_MS_MAX = 400;

let service: Service;
let isStuck = false;
const asked = new Set<string>();

/** Wraps an object so that its methods never settle while it is stuck. */
function stuck<T extends object>(real: T): T {
  return new Proxy(real, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        if (!isStuck || name === 'close') return Reflect.apply(member, target, given);
        asked.add(String(name));
        return new Promise(() => undefined);
      };
    },
  });
}

/** Reads a case that has no end. */
class EndlessReader extends CaseFactsReader {
  override factsOf(): Promise<never> {
    return new Promise(() => undefined);
  }
}

beforeAll(async () => {
  service = await Service.start({
    cases: { a: [{ id: 1, text: 'heron', properties: { name: 'a.txt', hash: 'd41d8cd98f00b204e9800998ecf8427e' } }] },
    searchMsMax: SEARCH_MS_MAX,
    server: { certificates: { caseFacts: new EndlessReader(), key: null, analysis: '1' } },
    openSource: async (path, _onProgress, _signal, dir, caseOptions) => {
      const source = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true, caseOptions });
      return { ...source, engine: stuck(source.engine), items: stuck(source.items) };
    },
  });
});
afterAll(async () => {
  isStuck = false;
});

const reading = routeTable.filter(({ role }) => role === 'reader' || role === 'none');

test('every route that reads has a deadline', async () => {
  isStuck = true;
  const answers = await Promise.all(
    reading.map(async (route) => {
      const isList = route.body?.kind === 'keywords';
      const { path, body } = isList ? { path: route.path, body: { queries: ['heron'] } } : sampleOf(route, 'a');
      const name = `${route.method} ${route.path}`;
      const { status, text } = await settled(service.request(route.method.toUpperCase(), path, { body }), name);
      return { name, status, text };
    }),
  );
  isStuck = false;
  for (const { name, status } of answers) expect(`${name} ${status === 500}`).toBe(`${name} false`);
  const overdue = answers.filter(({ status, text }) => status === 503 && text.includes('did not finish within'));
  const names = overdue.map(({ name }) => name);
  // Searches, records, fields, facets, explanations and texts wait for an engine.
  for (const name of [
    'get /search',
    'post /facets',
    'get /facets',
    'get /fields',
    'get /explain',
    'post /keywords',
    'get /sources/{sourceID}/docs/{id}',
    'get /sources/{sourceID}/docs/{id}/text',
    'get /sources/{sourceID}/docs/{id}/similar',
  ]) {
    expect(names).toContain(name);
  }
  expect(asked.size).toBeGreaterThan(5);
  // A busy machine may need more time than a search has here.
  await until(async () => (await service.get('/search?q=heron')).status === 200);
});

test('a certificate does not wait for a case that takes longer to read', async () => {
  const { status, headers, text } = await service.post('/certificates', { q: 'heron' });
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(text).toContain('The case of source \\"a\\" is still being read for its first certificate.');
});
