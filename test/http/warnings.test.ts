/**
 * Node warns of listeners that accumulate, of deprecated functions, and of unhandled promises. A served process, its engines
 * and its builds must cause no such warning, whatever is requested. This includes large facets of more sources than the
 * listener limit of a signal.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { send } from '../support/http-client.ts';
import { ended, said, startCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

/** More than ten listeners of one kind, the limit of Node's warning. */
const SOURCES = 12;
/** For each source, enough that their counts come in several parts. */
const VALUES = 240;

const dir = temporaryDir();
const file = join(dir, 'warnings.txt');
let server: ReturnType<typeof startCli>;
let url = '';

beforeAll(async () => {
  const ids = Array.from({ length: SOURCES }, (_, i) => `s${i}`);
  const sources = await Promise.all(ids.map(async (id) => ({ id, path: await writeCase(join(dir, id), items(id)) })));
  writeFileSync(join(dir, 'sources.json'), JSON.stringify(sources));
  const args = ['--sources', join(dir, 'sources.json'), '--data', join(dir, 'data'), '--host', '127.0.0.1'];
  server = startCli(['serve', ...args, '--port', '0', '--engine-processes', '2'], { NODE_REDIRECT_WARNINGS: file });
  const ready = said(server, /: ready, /, SOURCES);
  url = (await said(server, /listens on (http:\S+)/))[1]!;
  await ready;
});

afterAll(async () => {
  server.kill('SIGTERM');
  await ended(server);
});

function items(id: string): string[] {
  return Array.from({ length: 12 }, (_, i) => {
    const values = Array.from({ length: VALUES / 12 }, (_, k) => `value ${k * 12 + i} ${'of a long text '.repeat(40)}`);
    return JSON.stringify({ id: i, properties: { category: values, own: [id] }, text: `heron ${id}` });
  });
}

const warnings = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const facets = (facet: object, count: number) => ({ q: '', facets: Array.from({ length: count }, () => facet) });

test.each([
  ['all values of all sources', facets({ field: 'category', limit: 10_000 }, 4)],
  ['thirty facets of all sources', facets({ field: 'category', limit: 100 }, 30)],
  ['forty facets of a source', { ...facets({ field: 'category', limit: 10_000 }, 40), sourceID: ['s0'] }],
])('%s', async (_, body) => {
  const { status } = await send(url, 'POST', '/facets', { body });
  expect([status, warnings()]).toEqual([200, '']);
});
