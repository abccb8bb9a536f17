/**
 * A search for an expression over texts is cancelled by its client. The engine processes of a real server stop working on it at
 * once. Processor time of each process decides, so that a busy machine cannot be mistaken for a stopped one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ownProcessorTime } from '../../bench/interface/processor-time.ts';
import { Random } from '../../bench/random.ts';
import { writeCase } from '../support/tiny-case.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { ServedProcess } from '../torture/served-process.mjs';

const ITEMS = 300;
const TEXT_UNITS = 40_000;
const ENGINES = 2;
/** Work before the cancel, over all engines. */
const WORKED_MS = 150;
const STARTED_MS_MAX = 30_000;
/** The documented limit is 100 ms. The rest is for a machine that runs other tests. */
const STOPPED_MS_MAX = 300;
/** Time during which stopped engines must stay idle, and the processor time that idle ones may take. */
const WATCHED_MS = 600;
const IDLE_MS_MAX = 60;
/** Processor time that answering the cancel itself may take. */
const REST_MS = 10;

jest.setTimeout(180_000);

const root = mkdtempSync(join(tmpdir(), 'case-access-cancel-'));
let server: ServedProcess;
beforeAll(async () => {
  const random = new Random(11);
  const words = Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + random.below(8) }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])).join(''),
  );
  const text = (): string => {
    let made = '';
    while (made.length < TEXT_UNITS) made += `${random.pick(words)} `;
    return made;
  };
  const items = Array.from({ length: ITEMS }, (_, id) => ({ id, text: text() }));
  const inline = await writeCase(join(root, 'inline'), items, { itemFiles: 4 });
  const files = await writeCase(join(root, 'files'), items, { textAs: 'file' });
  server = await ServedProcess.start({
    root,
    sources: [
      { id: 'inline', path: inline },
      { id: 'files', path: files },
    ],
    options: ['--engine-processes', String(ENGINES)],
  });
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  rmSync(root, { recursive: true, force: true });
});

/** Processor time of processes. If one ends, its last known time counts, because its threads vanish one by one. */
class Meter {
  readonly #seen = new Map<number, number>();

  constructor(pids: readonly number[]) {
    for (const pid of pids) this.#seen.set(pid, 0);
  }

  read(): number {
    let sum = 0;
    for (const [pid, seen] of this.#seen) {
      const now = Math.max(seen, ownProcessorTime(pid) ?? 0);
      this.#seen.set(pid, now);
      sum += now;
    }
    return sum;
  }
}

interface Cancelled {
  /** Wall time from the cancellation until nearly all work was over. */
  readonly stoppedMs: number;
  /** Processor time after the cancellation, and after the watched time. */
  readonly workedMs: number;
  readonly laterMs: number;
  /** Engine processes that had to be ended. */
  readonly endedCount: number;
}

/** Sends a request, and disconnects while the engines work. */
async function cancelled(path: string): Promise<Cancelled> {
  const pids: number[] = await server.allEngines(ENGINES);
  const meter = new Meter(pids);
  const begun = meter.read();
  let hasAnswered = false;
  const asked = request(`${server.url}${path}`, { agent: false }, () => {
    hasAnswered = true;
  });
  asked.on('error', () => undefined);
  asked.end();
  for (const end = performance.now() + STARTED_MS_MAX; meter.read() - begun < WORKED_MS; ) {
    if (performance.now() > end) throw new Error('the engines did not work on it');
    await sleep(2);
  }
  const { scans } = await server.status();
  expect(hasAnswered).toBe(false);
  expect(scans).toEqual([
    { query: expect.stringContaining('text:/'), items: ITEMS, scanned: expect.any(Number), found: 0 },
  ]);
  expect(scans[0].scanned).toBeLessThan(ITEMS);
  const start = performance.now();
  const before = meter.read();
  asked.destroy();
  const polls: { readonly at: number; readonly worked: number }[] = [];
  while (performance.now() - start < WATCHED_MS) {
    await sleep(5);
    polls.push({ at: performance.now() - start, worked: meter.read() - before });
  }
  const workedMs = polls.at(-1)!.worked;
  const stoppedMs = polls.find(({ worked }) => workedMs - worked <= REST_MS)!.at;
  await sleep(WATCHED_MS);
  expect((await server.status()).scans).toBeUndefined();
  const left: number[] = await server.engines();
  const endedCount = pids.filter((pid) => !left.includes(pid)).length;
  return { stoppedMs, workedMs, laterMs: meter.read() - before - workedMs, endedCount };
}

const EXPRESSIONS = {
  'states that are made all the while': '(?-i)a[a-z ]{17}[A-Z0-9]',
  'matches that fail a check': '[a-z]+ [a-z]+',
};

test.each([
  ['inline', 'states that are made all the while', '/search?q='],
  ['inline', 'matches that fail a check', '/search?q='],
  ['inline', 'states that are made all the while', '/hits?limit=1&q='],
  ['inline', 'matches that fail a check', '/findings?group=text&q='],
  ['inline', 'matches that fail a check', '/facets?facet=name&q='],
  ['files', 'states that are made all the while', '/search?q='],
  ['files', 'matches that fail a check', '/search?q='],
] as const)('over texts that are %s: %s, %s', async (source, kind, path) => {
  const check = kind === 'matches that fail a check' ? 'luhn' : '';
  const q = encodeURIComponent(`text:/${EXPRESSIONS[kind]}/${check}`);
  const found = await cancelled(`${path}${q}&sourceID=${source}`);
  expect(found.stoppedMs).toBeLessThan(STOPPED_MS_MAX);
  expect(found.workedMs).toBeLessThan(ENGINES * STOPPED_MS_MAX);
  expect(found.laterMs).toBeLessThan(IDLE_MS_MAX);
  if (process.env.SHOW !== undefined) console.log(source, kind, path, JSON.stringify(found));
});
