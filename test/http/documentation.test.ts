/** The documentation as the server sends it: tags, compressed forms, HEAD, its policy, and the message if it was not built. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { ensureDocs } from '../support/built-docs.ts';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let service: Service;
beforeAll(async () => {
  ensureDocs();
  service = await Service.start();
});

test('/docs redirects to /docs/, and everything there is requested relative to it', async () => {
  const { status, headers } = await service.get('/docs');
  expect([status, headers.location]).toEqual([302, 'docs/']);
  const { text } = await service.get('/docs/');
  expect(text).toContain('<title>case-access documentation</title>');
  const parts = [...text.matchAll(/(?:src|href)="([^"#]+)/g)].map(([, part]) => part!);
  expect(parts.length).toBeGreaterThan(30);
  for (const part of new Set(parts)) {
    expect(part).not.toMatch(/^\/|^https?:/);
    expect([part, (await service.get(new URL(part, 'http://x/docs/').pathname)).status]).toEqual([part, 200]);
  }
});

test('a page has a tag: a repeated request is 304, HEAD has the same headers and no bytes', async () => {
  const got = await service.get('/docs/recipes.html');
  const tag = got.headers.etag!;
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(got.headers['cache-control']).toBe('no-cache');
  const again = await service.get('/docs/recipes.html', { headers: { 'If-None-Match': tag } });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
  expect((await service.get('/docs/recipes.html', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  const head = await service.request('HEAD', '/docs/recipes.html', { isDescribed: false });
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, tag]);
  expect(head.headers['content-length']).toBe(String(got.bytes.length));
});

test('a page comes in the encoding that the client accepts, each with its own tag', async () => {
  const ask = (encoding: string) => service.get('/docs/all.html', { headers: { 'Accept-Encoding': encoding } });
  const [plain, br, gzip] = [await ask('identity'), await ask('br'), await ask('gzip')];
  expect(digest(brotliDecompressSync(br.bytes))).toBe(digest(plain.bytes));
  expect(digest(gunzipSync(gzip.bytes))).toBe(digest(plain.bytes));
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(plain.headers.vary).toContain('Accept-Encoding');
});

test('nothing inline runs, and only names of the site are files', async () => {
  const { headers } = await service.get('/docs/');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';.*style-src 'self';/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  for (const name of [
    'nothing.html',
    '..%2Fpackage.json',
    '%2e%2e%2fpage%2findex.html',
    '__proto__',
    '.built',
    'README.md',
  ]) {
    const { status, json } = await service.get(`/docs/${name}`);
    expect([name, status, json.error]).toEqual([name, 404, expect.stringContaining('Begin at /docs/.')]);
  }
});

test('without built documentation, the server says how to build it', () => {
  const dir = temporaryDir();
  cpSync('dist/src', join(dir, 'dist/src'), { recursive: true });
  cpSync('dist/grammar', join(dir, 'dist/grammar'), { recursive: true });
  cpSync('package.json', join(dir, 'package.json'));
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  const module = pathToFileURL(join(dir, 'dist/src/http/description/docs-files.js')).href;
  const script = `import(${JSON.stringify(module)}).then(({ docsFile }) => docsFile('index.html', () => false))
      .then(() => console.log('built'), (error) => console.log(error.code, error.message));`;
  const said = execFileSync(process.execPath, ['-e', script], { cwd: dir }).toString();
  expect(said).toBe('NOT_FOUND The documentation is not built: run `make docs`, which writes it to dist/docs.\n');
});
