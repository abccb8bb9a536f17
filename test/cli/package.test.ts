/** The package as a user gets it: packed, installed into an empty folder, and serving the samples there. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { installPackage, type Packed } from '../support/installed-package.ts';
import { until } from '../support/until.ts';

const PACKED_BYTES_MAX = 3_000_000;
const UNPACKED_BYTES_MAX = 12_000_000;

const root = temporaryDir();
const stage = join(root, 'stage');
const home = join(root, 'home');
const installed = join(home, 'node_modules/case-access');
const command = join(home, 'node_modules/.bin/case-access');

let packed: Packed;

beforeAll(() => {
  ({ packed } = installPackage(root));
});

test('it is small, and has neither tests, benchmarks, maps nor scripts that run at install time', () => {
  expect(statSync(join(stage, packed.filename)).size).toBeLessThanOrEqual(PACKED_BYTES_MAX);
  expect(packed.unpackedSize).toBeLessThanOrEqual(UNPACKED_BYTES_MAX);
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => /^(?:test|bench|docs|src)\/|\.map$|\.test\./.test(path))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'bin/case-access.mjs', 'lib/static-files.br']));
  const { scripts, private: isPrivate } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(isPrivate).toBeUndefined();
  expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install|prepare$/)]));
});

test('it contains its dependencies in the tested versions, and no development dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const { packages } = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8'));
  expect(Object.keys(dependencies).length).toBeGreaterThan(20);
  for (const [name, version] of Object.entries(dependencies)) {
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
  expect(Object.keys(packages)).not.toContain('node_modules/typescript');
  expect(Object.keys(packages)).not.toContain('node_modules/swagger-ui-dist');
});

test('the engine is a library: the example of docs/embedding.md opens a case, searches it and reads items', () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/embedding.md', 'utf8')) ?? [];
  expect(example).toContain("from 'case-access'");
  const local = example!.replace('/cases/usb-stick', join(process.cwd(), 'data-samples/usb-stick'));
  writeFileSync(join(home, 'embedding.mts'), local);
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  execFileSync(
    process.execPath,
    [tsc, '--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '', 'embedding.mts'],
    {
      cwd: home,
      stdio: 'inherit',
    },
  );
  const printed = execFileSync(process.execPath, ['embedding.mjs'], { cwd: home }).toString().trim().split('\n');
  expect(printed).toEqual(['3 items', '18 second ledger.xlsx', '26 route.pdf', '67 ledger 2023.xlsx']);
});

test('tools for agents answer over stdin, and list themselves', () => {
  const message = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const script = `import { spawn } from 'node:child_process';
    const child = spawn(process.argv[2], ['mcp', '--url', 'http://127.0.0.1:1'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (bytes) => { said += bytes; if (said.includes('"id":2')) child.stdin.end(); });
    child.on('exit', (code) => { console.log(said); process.exitCode = code; });
    child.stdin.write(process.argv[3]);`;
  const input = message(1, 'initialize', client) + message(2, 'tools/list', {});
  const run = [`--input-type=module`, '-e', script, '-', command, input];
  const said = execFileSync(process.execPath, run, { cwd: home, timeout: 60_000 }).toString();
  expect(said).toContain('"name":"verify_citations"');
});

test('an older Node gets a message', () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
  const run = () =>
    execFileSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(older)}`, command, '--version'],
      {
        stdio: 'pipe',
      },
    );
  expect(run).toThrow('case-access needs Node 22.18 or later, but this is 18.20.4');
});

test('the demo serves the samples, the page and the documentation, and the client can use it', async () => {
  const child = spawn(command, ['demo', '--folder', 'demo', '--port', '0'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
        const found = /listens on (http:\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.on('exit', () => reject(new Error(said)));
    });
    await ready(url);
    writeFileSync(
      join(home, 'ask.mjs'),
      `import { CaseAccessClient } from 'case-access/client';
       const client = new CaseAccessClient({ baseUrl: process.argv[2] });
       const { docs } = await client.ask('searchItems', { q: 'heron', sourceID: 'usb-stick' });
       console.log(docs.map(({ id }) => id).join());`,
    );
    const asked = execFileSync(process.execPath, ['ask.mjs', url], { cwd: home }).toString();
    expect(asked.trim()).toBe('18,26,33,40,42,46,60,62,67');
    for (const path of [
      'app/',
      'swagger-ui/swagger-ui-bundle.js',
      'swagger-ui/',
      'docs/',
      'docs/recipes.html',
      'docs/all.html',
    ]) {
      expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200]);
    }
    await sameInEveryForm(url);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});

async function ready(url: string): Promise<void> {
  await until(async () => {
    const { sources } = (await (await fetch(`${url}/status`)).json()) as { sources: { state: string }[] };
    return sources.every(({ state }) => state === 'ready');
  });
}

/** The package has no compressed files, so the server compresses each script itself. */
async function sameInEveryForm(url: string): Promise<void> {
  const page = await (await fetch(`${url}/app/`)).text();
  const [script] = /index-[\w-]+\.js/.exec(page) ?? [];
  const plain = await (await fetch(`${url}/app/${script}`, { headers: { 'Accept-Encoding': 'identity' } })).text();
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(`${url}/app/${script}`, { headers: { 'Accept-Encoding': encoding } });
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect((await answer.text()) === plain).toBe(true);
  }
  expect(readFileSync(join('dist/page', script!), 'utf8') === plain).toBe(true);
}
