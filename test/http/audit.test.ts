/** The audit: a line for each request, in a chain that reveals every change; and a server that cannot write it. */
import { createHash } from 'node:crypto';
import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { verifyAudit } from '../../src/audit/verify-audit.ts';
import { temporaryDir } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { runCli } from '../support/run-cli.ts';
import { seeded } from '../support/seeded.ts';
import { pause } from '../support/until.ts';

let dir: string;
let file: string;
let log: AuditLog;
let service: Service | null = null;
const states: (string | null)[] = [];

beforeEach(async () => {
  dir = temporaryDir();
  file = join(dir, 'audit.jsonl');
  log = await AuditLog.open(file, { onState: (fault) => states.push(fault?.message ?? null) });
  states.length = 0;
});
afterEach(async () => {
  service = null;
  await log.close().catch(() => undefined);
});

async function start(isRequired = false): Promise<Service> {
  await writeFile(join(dir, 'tokens'), printTokenFile([{ name: 'ana', role: 'annotator', hash: hashOfToken('t') }]));
  const access = new Access(new Tokens(join(dir, 'tokens')));
  const items = [1, 2, 3].map((id) => ({ id, text: 'heron' }));
  service = await Service.start({ cases: { a: items }, server: { access, audit: { log, isRequired } } });
  return service;
}

const ana = { headers: { Authorization: 'Bearer t' } };
const event = (n: number) => ({
  time: '2026-01-01T00:00:00.000Z',
  who: null,
  remote: '::1',
  what: 'GET /search',
  path: '/search',
  query: `é ${n} \u2028 "\\`,
  status: 200,
});

async function lines(): Promise<Record<string, unknown>[]> {
  return (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function written(count: number): Promise<Record<string, unknown>[]> {
  return eventually(lines, (found) => found.length >= count);
}

async function eventually<T>(read: () => Promise<T> | T, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await pause(10);
  }
}

/** A second implementation of RFC 8785 for plain objects. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`;
}

test('has a line for each request: who, from where, what, how many, and the result', async () => {
  const { get, post, put } = bound(await start());
  await get('/health');
  await get('/openapi.json');
  await get('/search?q=heron');
  await get('/search?q=heron&limit=2', ana);
  await post('/search', { q: 'her*', sourceID: 'a' }, ana);
  await post('/bookmarks/b', undefined, ana);
  await put('/bookmarks/b/add', refs('a', 1, 2), ana);
  await get('/bookmarks/b', ana);
  await get('/hits?q=heron&filter=heron&filter=her*', ana);
  await post('/sources', { id: 'x', path: '/x' }, ana);
  await get('/nowhere', { ...ana, isDescribed: false });
  await get('/health', { headers: { Host: 'evil' } });
  await post('/session', { token: 't' });
  await post('/session', { token: 'wrong' });
  const found = await written(12);
  const told = found.map(({ who, what, path, query, parameters, items, status }) => [
    who,
    what,
    path,
    query,
    parameters,
    items,
    status,
  ]);
  expect(told).toEqual([
    [null, 'GET', '/search', undefined, undefined, undefined, 401],
    ['ana', 'GET /search', '/search', 'heron', { limit: 2 }, 2, 200],
    ['ana', 'POST /search', '/search', 'her*', { sourceID: 'a' }, 3, 200],
    ['ana', 'POST /bookmarks/{bookmark}', '/bookmarks/b', undefined, undefined, 0, 200],
    ['ana', 'PUT /bookmarks/{bookmark}/add', '/bookmarks/b/add', undefined, undefined, 2, 200],
    ['ana', 'GET /bookmarks/{bookmark}', '/bookmarks/b', undefined, undefined, 2, 200],
    ['ana', 'GET /hits', '/hits', 'heron', { filter: ['heron', 'her*'] }, 3, 200],
    ['ana', 'POST /sources', '/sources', undefined, undefined, undefined, 403],
    ['ana', 'GET', '/nowhere', undefined, undefined, undefined, 404],
    [null, 'GET', '/health', undefined, undefined, undefined, 421],
    ['ana', 'POST /session', '/session', undefined, undefined, undefined, 200],
    [null, 'POST /session', '/session', undefined, undefined, undefined, 401],
  ]);
  let prev = '0'.repeat(64);
  for (const [i, { hash, ...line }] of found.entries()) {
    expect(line).toMatchObject({ seq: i + 1, prev, remote: '127.0.0.1' });
    prev = createHash('sha256')
      .update(prev + canonical(line))
      .digest('hex');
    expect(hash).toBe(prev);
  }
  // A line can be read before it is certainly on disk. Only the last line can be in this state.
  const lastOnDisk = await eventually(
    async () => (await get('/status', ana)).json.audit,
    ({ seq }) => seq >= 12,
  );
  const last = (await lines())[lastOnDisk.seq - 1]!;
  expect(lastOnDisk).toEqual({ seq: last['seq'], hash: last['hash'], state: 'ok' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).includes('wrong')).toBe(false);
});

function bound(one: Service) {
  return { get: one.get.bind(one), post: one.post.bind(one), put: one.put.bind(one) };
}

test('every change to it is found, with the line', async () => {
  for (let n = 1; n <= 5; n++) log.add(event(n));
  await log.close();
  const text = await readFile(file, 'utf8');
  const hashes = (await lines()).map(({ hash }) => String(hash));
  const verify = async (changed: string | Buffer, head: string | null = null) => {
    await writeFile(file, changed);
    return verifyAudit([file], head);
  };
  for (const head of [null, hashes[4]!, hashes[0]!]) {
    expect(await verify(text, head)).toEqual({ head: { seq: 5, hash: hashes[4] }, hasHead: true, fault: null });
  }
  expect((await verify(text, 'ab')).hasHead).toBe(false);
  const all = text.split('\n').slice(0, -1);
  const joined = (some: readonly (string | undefined)[]): string => some.map((line) => `${line}\n`).join('');
  const [a, b, c, d, e] = all;
  for (const [changed, line] of [
    [[b, c, d, e], 1],
    [[a, c, d, e], 2],
    [[a, c, b, d, e], 2],
    [[a, b, b, c, d, e], 3],
    [[a, b, c, d, e?.slice(0, -1)], 5],
    [[a, b, '', c, d, e], 3],
    [[a, 'null', c, d, e], 2],
  ] as const) {
    expect([changed, (await verify(joined(changed))).fault?.line]).toEqual([changed, line]);
  }
  expect((await verify(text.slice(0, -1))).fault?.line).toBe(5);
  // The audit is cut at the end. The remaining lines are intact, but the recorded head is missing.
  expect(await verify(joined([a, b, c]), hashes[4])).toMatchObject({ fault: null, hasHead: false });
  const random = seeded(Number(process.env['SEED'] ?? 1));
  for (let trial = 0; trial < Number(process.env['RUNS'] ?? 100); trial++) {
    const bytes = Buffer.from(text);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    const { fault } = await verify(bytes);
    const changedLine =
      Buffer.from(text)
        .subarray(0, at)
        .filter((byte) => byte === 10).length + 1;
    expect([at, fault?.line]).toEqual([at, expect.any(Number)]);
    expect(Math.abs(fault!.line! - changedLine)).toBeLessThan(2);
  }
});

test('continues after a restart, over half a line of a killed process; not after a changed line', async () => {
  log.add(event(1));
  await log.close();
  await appendFile(file, '{"seq":2,"ti');
  log = await AuditLog.open(file);
  log.add(event(2));
  await log.close();
  expect(await verifyAudit([file], null)).toMatchObject({ head: { seq: 2 }, fault: null });
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/ 2 /, ' 3 '));
  await expect(AuditLog.open(file)).rejects.toThrow('does not match its hash');
  await writeFile(file, 'something else\n');
  await expect(AuditLog.open(file)).rejects.toThrow('does not match its hash');
});

test('a renamed file remains part of the chain, which a new file continues', async () => {
  log.add(event(1));
  await written(1);
  await rename(file, `${file}.1`);
  log.add(event(2));
  await eventually(
    () => log.head.seq,
    (seq) => seq === 2,
  );
  expect(await verifyAudit([`${file}.1`, file], null)).toMatchObject({ head: { seq: 2 }, fault: null });
  expect((await verifyAudit([file], null)).fault).toMatchObject({
    line: 1,
    finding: expect.stringContaining('number 2'),
  });
  expect(log.isBehind).toBe(false);
});

test('is behind while another file has its name, and catches up', async () => {
  const { get } = bound(await start());
  await get('/sources', ana);
  await written(1);
  await rename(file, `${file}.1`);
  await writeFile(file, 'other\n');
  await get('/sources', ana);
  await eventually(() => log.isBehind, Boolean);
  expect((await get('/health')).json).toEqual({ status: 'ok', audit: 'behind' });
  expect((await get('/status', ana)).json.audit).toMatchObject({ seq: 1, state: 'behind' });
  expect(states).toEqual([expect.stringContaining('another file has taken its name')]);
  await rm(file);
  await eventually(
    () => log.isBehind,
    (behind) => !behind,
  );
  expect((await get('/health')).json).toEqual({ status: 'ok' });
  expect(await verifyAudit([`${file}.1`, file], null)).toMatchObject({ head: { seq: 3 }, fault: null });
});

test('a truncated or removed file is behind until the server restarts', async () => {
  log.add(event(1));
  await written(1);
  await appendFile(file, 'x');
  log.add(event(2));
  await eventually(() => log.isBehind, Boolean);
  expect(states[0]).toContain('changed by somebody else');
  await rm(file);
  await eventually(() => log.isBehind, Boolean);
  await log.close();
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('on a full disk requests are answered, and /health reports it; with --audit-required they are refused', async () => {
  for (const isRequired of [false, true]) {
    await log.close();
    // A real device that has no room for anything.
    log = await AuditLog.open('/dev/full');
    const { get } = bound(await start(isRequired));
    expect((await get('/sources', ana)).status).toBe(200);
    await eventually(() => log.isBehind, Boolean);
    const { status, headers, json } = await get('/sources', ana);
    if (isRequired)
      expect([status, headers['retry-after'], json.error]).toEqual([
        503,
        '5',
        expect.stringContaining('--audit-required'),
      ]);
    else expect(status).toBe(200);
    expect((await get('/health')).json).toEqual({ status: 'ok', audit: 'behind' });
    await service?.stop();
    service = null;
  }
});

test('audit verify and audit show', async () => {
  for (let n = 1; n <= 3; n++) log.add(event(n));
  await log.close();
  const { hash } = log.head;
  const verify = (...args: string[]) => runCli(['audit', 'verify', ...args]);
  expect(await verify(file, '--head', hash)).toEqual({ code: 0, stdout: `whole: 3 lines, head ${hash}\n`, stderr: '' });
  expect((await verify(file, '--head', 'f'.repeat(64))).code).toBe(4);
  expect((await verify(join(dir, 'none'))).code).toBe(3);
  const shown = await runCli(['audit', 'show', file, '--json']);
  expect(shown.stdout).toBe(await readFile(file, 'utf8'));
  expect((await runCli(['audit', 'show', file])).stdout.split('\n')[0]!.split('\t').slice(0, 4)).toEqual([
    '1',
    event(1).time,
    '-',
    '::1',
  ]);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"status":200', '"status":201'));
  const broken = await verify(file);
  expect([broken.code, broken.stdout]).toEqual([4, `${file}: line 1 does not match its hash\n`]);
});

test('a number that no item can have is answered, and in the audit as it was written', async () => {
  const { get } = await start();
  const answer = await get.call(service, '/sources/a/docs/1/conversation?around=9007199254740993', ana);
  expect(answer.status).toBe(404);
  expect((await written(1)).at(-1)).toMatchObject({ parameters: { around: '9007199254740993' } });
});
