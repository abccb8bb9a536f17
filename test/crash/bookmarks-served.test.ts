/** The bookmark store is cut, zeroed, removed and replaced while a real server serves it, under load. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { ITEM, ServedData } from '../support/served-data.ts';
import { pause, until } from '../support/until.ts';

const root = temporaryDir();
const whole = join(root, 'whole');
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Kills per server. A process that ends more than ten times in a minute is not replaced. */
const ROUNDS = 2;

beforeAll(async () => {
  const server = await ServedData.start(whole);
  for (let i = 0; i < 60; i++) await server.ask('POST', `/bookmarks/${i}`);
  await server.ask('PUT', '/bookmarks/1/add', { body: [ITEM] });
  const panel = { choices: [{ bookmark: 'yes' }, { bookmark: 'no' }], exclusive: true, required: true };
  await server.ask('PUT', '/codings/P', { body: panel });
  const review = { name: 'R', q: '', codings: ['P'], batch: 2 };
  expect((await server.ask('POST', '/reviews', { body: review })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

let copies = 0;
function copy(): { data: string; file: string } {
  const data = join(root, String(copies++), 'data');
  cpSync(whole, data, { recursive: true });
  return { data, file: join(data, 'bookmarks', 'data.mdb') };
}

/** Writes into the file in place, as another program would. */
function overwrite(file: string, at: number, bytes: Buffer): void {
  const fd = openSync(file, 'r+');
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}

const size = (file: string) => statSync(file).size;
/** Zeroes one log record, wherever it is. LMDB keeps pages that are no longer used. */
function zeroRecord(file: string, sequence: number): void {
  const bytes = readFileSync(file);
  const needle = `"sequence":${sequence},`;
  const places: number[] = [];
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) places.push(at);
  expect(places).not.toEqual([]);
  for (const at of places) overwrite(file, at, Buffer.alloc(200));
}

const damages: [string, (file: string) => void][] = [
  ['cut to nothing', (file) => truncateSync(file, 0)],
  ['cut to half', (file) => truncateSync(file, size(file) >> 1)],
  ['cut by a byte', (file) => truncateSync(file, size(file) - 1)],
  ['zeroed', (file) => overwrite(file, 0, Buffer.alloc(size(file)))],
  ['one record of it zeroed', (file) => zeroRecord(file, 1 + (SEED % 60))],
  ['overwritten with garbage', (file) => overwrite(file, 0, Buffer.alloc(size(file), 'garbage'))],
  ['a meta page overwritten', (file) => overwrite(file, 4096, Buffer.alloc(160, 1))],
];

/**
 * Sends changes, records, lists and searches, with a pause only after a 503, until stopped. Returns the acknowledged changes.
 */
function load(server: ServedData): {
  /** Resolves once an item of the review is decided. */
  decided: () => Promise<void>;
  end: () => Promise<{ readonly names: Set<string>; readonly decisions: ReadonlyMap<number, string> }>;
} {
  const acknowledged = new Set<string>();
  let isOver = false;
  const work = async (worker: number) => {
    for (let n = 0; !isOver; n++) {
      const name = `load ${worker} ${n}`;
      const { status } = await server.ask('POST', `/bookmarks/${encodeURIComponent(name)}`);
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.add(name);
      else await pause(20);
      expect([200, 503]).toContain((await server.get(`/sources/${ITEM.source}/docs/${ITEM.id}`)).status);
      expect([200, 503]).toContain((await server.get('/bookmarks/1')).status);
      expect((await server.get('/search?q=heron')).status).toBe(200);
    }
  };
  const decisions = new Map<number, string>();
  let isDecided = false;
  /** Decides one item of the review after the other, decides some repeatedly, and makes and deletes another review. */
  const review = async () => {
    for (let n = 0; !isOver; n++) {
      const next = await server.get('/reviews/R/next');
      expect([200, 503]).toContain(next.status);
      const item = next.json.item ?? { ...ITEM, id: [...decisions.keys()][n % Math.max(1, decisions.size)] };
      const choice = n % 2 === 0 ? 'yes' : 'no';
      if (next.status === 200 && item.id !== undefined) {
        // The outcome of an unacknowledged change is unknown.
        decisions.delete(item.id);
        const { status } = await server.ask('PUT', '/codings/P/code', { body: { choice, review: 'R', docs: [item] } });
        expect([200, 503]).toContain(status);
        if (status === 200) decisions.set(item.id, choice);
        isDecided ||= status === 200;
      }
      const other = { name: 'S', q: '', codings: ['P'], batch: 1 };
      expect([200, 400, 503]).toContain((await server.ask('POST', '/reviews', { body: other })).status);
      expect([200, 404, 503]).toContain((await server.ask('DELETE', '/reviews/S')).status);
      if (next.status !== 200) await pause(20);
    }
  };
  const workers = [...[0, 1, 2].map(work), review()];
  return {
    async decided() {
      await until(() => isDecided);
    },
    async end() {
      isOver = true;
      await Promise.all(workers);
      return { names: acknowledged, decisions };
    },
  };
}

/** Whether each acknowledged decision is present exactly once, and the other review completely or not at all. */
async function expectReviews(server: ServedData, decisions: ReadonlyMap<number, string>): Promise<void> {
  const membersOf = async (choice: string): Promise<number[]> =>
    (await server.get(`/bookmarks/${choice}`)).json.docs.map(({ id }: { id: number }) => id);
  const [yes, no] = [await membersOf('yes'), await membersOf('no')];
  expect(yes.filter((id) => no.includes(id))).toEqual([]);
  for (const [id, choice] of decisions) expect(choice === 'yes' ? yes : no).toContain(id);
  const { reviews } = (await server.get('/reviews')).json;
  const [{ total, decided }, other] = reviews;
  expect(decided).toBe(yes.length + no.length);
  if (other !== undefined) expect(other).toMatchObject({ name: 'S', total, batches: { total, held: 0 } });
}

async function untilUnavailable(server: ServedData): Promise<void> {
  await until(async () => (await server.get('/health')).json.bookmarkStore === 'unavailable');
}

/** Returns the process that has the file of the bookmarks open: a child of the server. */
function storeProcess(server: ServedData): number {
  const children = readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const found = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('store-process'));
  expect(found).toHaveLength(1);
  return Number(found[0]);
}

/** The server may not know yet that the previous one has ended. */
async function untilStoreProcess(server: ServedData): Promise<number> {
  for (;;) {
    try {
      return storeProcess(server);
    } catch {
      await pause(20);
    }
  }
}

async function untilAvailable(server: ServedData): Promise<void> {
  await until(async () => (await server.get('/bookmarks')).status === 200);
}

test('a stopped store process: 503 with a reason within seconds, another takes over, and nothing acknowledged is lost', async () => {
  const { data } = copy();
  const server = await ServedData.start(data);
  const pid = storeProcess(server);
  expect((await server.ask('POST', '/bookmarks/before')).status).toBe(200);
  process.kill(pid, 'SIGSTOP');
  // The time after which a silent process is ended is in the message.
  const [change, log] = await Promise.all([server.ask('POST', '/bookmarks/meanwhile'), server.get('/log')]);
  expect([change.status, change.json.error]).toEqual([503, expect.stringContaining('did not answer for 5 seconds')]);
  expect(log.status).toBe(200);
  await untilAvailable(server);
  expect(storeProcess(server)).not.toBe(pid);
  expect((await server.get('/search?q=heron')).status).toBe(200);
  const names = (await server.get('/bookmarks')).json.data;
  expect(names).toContain('before');
  expect(names).not.toContain('meanwhile');
  expect((await server.ask('POST', '/bookmarks/meanwhile')).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect((await runCli(['bookmarks', 'verify', '--data', data])).code).toBe(0);
});

describe('a store process that ends', () => {
  test.each(['SIGKILL', 'SIGBUS', 'SIGABRT'] as const)(
    'by %s, under load: another takes over, nothing acknowledged is lost, and searches continue',
    async (signal) => {
      const { data } = copy();
      const server = await ServedData.start(data);
      const working = load(server);
      const pids = new Set<number>();
      await working.decided();
      for (let round = 0; round < ROUNDS; round++) {
        await pause(150 + round * 13);
        const pid = await untilStoreProcess(server);
        pids.add(pid);
        process.kill(pid, signal);
        await pause(50);
        await untilAvailable(server);
      }
      await pause(100);
      const { names: acknowledged, decisions } = await working.end();
      expect(pids.size).toBe(ROUNDS);
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      expect((await server.get('/health')).json).toEqual({ status: 'ok' });
      const { data: names } = (await server.get('/bookmarks')).json;
      expect([...acknowledged].filter((name) => !names.includes(name))).toEqual([]);
      await expectReviews(server, decisions);
      expect((await server.ask('POST', '/bookmarks/after')).status).toBe(200);
      await server.kill();
      expect(await runCli(['bookmarks', 'verify', '--data', data])).toMatchObject({ code: 0 });
      // An unacknowledged change is in both, or in neither.
      const again = await ServedData.start(data);
      expect((await again.get('/bookmarks')).json.data.sort()).toEqual([...names, 'after'].sort());
      await expectReviews(again, decisions);
      expect(await again.stop()).toBe(0);
    },
  );

  test('ends with its server, even if that is killed', async () => {
    const { data } = copy();
    const server = await ServedData.start(data);
    const pid = storeProcess(server);
    await server.kill();
    await until(() => !isRunning(pid));
  });
});

function isRunning(pid: number): boolean {
  try {
    // A process that has ended but has not been waited for is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a store that is damaged while it is served', () => {
  test.each(damages)(
    `%s: the server survives, requests that need it are 503, searches continue, and the next start is refused (SEED=${SEED})`,
    async (_what, damage) => {
      const { data, file } = copy();
      const server = await ServedData.start(data);
      const working = load(server);
      await pause(150);
      damage(file);
      await untilUnavailable(server);
      await pause(100);
      await working.end();
      for (const [method, path, body] of [
        ['GET', '/bookmarks'],
        ['GET', '/bookmarks/1'],
        ['GET', '/log'],
        ['GET', '/selection'],
        ['GET', `/sources/${ITEM.source}/docs/${ITEM.id}`],
        ['POST', '/bookmarks/new'],
        ['PUT', '/bookmarks/1/add', [ITEM]],
        ['PUT', '/selection/add', [ITEM]],
        ['DELETE', '/bookmarks/1'],
        ['GET', '/reviews'],
        ['GET', '/reviews/R'],
        ['GET', '/reviews/R/next'],
        ['PUT', '/codings/P/code', { choice: 'yes', review: 'R', docs: [ITEM] }],
        ['DELETE', '/reviews/R'],
      ] as const) {
        const { status, json, headers } = await server.ask(method, path, body === undefined ? {} : { body });
        expect([method, path, status, json.error]).toEqual([
          method,
          path,
          503,
          expect.stringContaining('bookmark store'),
        ]);
        expect(headers['retry-after']).toBeTruthy();
      }
      expect((await server.get('/search?q=heron')).json.docs.length).toBeGreaterThan(0);
      expect(await server.get('/health')).toMatchObject({
        status: 200,
        json: { status: 'ok', bookmarkStore: 'unavailable' },
      });
      expect((await server.get('/status')).json.bookmarkStore).toBe('unavailable');
      expect(await server.stop()).toBe(0);
      const again = await runCli([
        'serve',
        '--sources',
        join(data, '..', 'sources.json'),
        '--data',
        data,
        '--port',
        '0',
      ]);
      expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/damaged: .*Put|damaged: .*put a backup/)]);
    },
  );

  test.each([
    ['removed', (file: string) => rmSync(file)],
    [
      'replaced',
      (file: string) => {
        writeFileSync(`${file}.new`, readFileSync(file));
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'a folder in its place',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'a pipe in its place',
      (file: string) => {
        rmSync(file);
        execFileSync('mkfifo', [file]);
      },
    ],
  ])('%s: it is found out', async (_what, damage) => {
    const { data, file } = copy();
    const server = await ServedData.start(data);
    damage(file);
    expect((await server.get('/bookmarks')).status).toBe(503);
    expect((await server.ask('POST', '/bookmarks/new')).status).toBe(503);
    expect((await server.get('/search?q=heron')).status).toBe(200);
    expect(await server.stop()).toBe(0);
    if (!existsSync(file) || statSync(file).isFile()) return;
    // Nothing ever writes into the pipe, so a reader of it would wait forever.
    const verified = await runCli(['bookmarks', 'verify', '--data', data]);
    expect([verified.code, verified.stdout + verified.stderr]).toEqual([
      4,
      expect.stringContaining('not a regular file'),
    ]);
  });

  test('touched but unchanged: it is available again as soon as it was read again', async () => {
    const { data, file } = copy();
    const server = await ServedData.start(data);
    utimesSync(file, new Date(), new Date());
    await untilAvailable(server);
    expect((await server.ask('POST', '/bookmarks/new')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
