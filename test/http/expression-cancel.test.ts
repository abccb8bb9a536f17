/**
 * A search for an expression over texts is cancelled by its client. The engine processes of a real server stop working on it at
 * once. This is judged by their processor time, compared with that of the same search without the cancellation.
 */
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownProcessorTime } from '../../bench/interface/processor-time.ts';
import { Random } from '../../bench/random.ts';
import { temporaryDir } from '../support/endings.ts';
import { writeCase } from '../support/tiny-case.ts';
import { pause, until } from '../support/until.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { ServedProcess } from '../torture/served-process.mjs';

const ITEMS = 300;
const TEXT_UNITS = 40_000;
const ENGINES = 2;
/** Processor time of all engines before the cancellation. */
const WORKED_MS = 150;
/** The fraction of the work of a whole search that may follow the cancellation. */
const SHARE_MAX = 0.25;
/** Engines rest if they take less processor time than this between two looks. */
const IDLE_MS_MAX = 20;
const LOOK_MS = 300;

const root = temporaryDir();
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

/** Processor time of the engines for the same search if nobody cancels it. */
const controls = new Map<string, number>();
async function controlOf(path: string): Promise<number> {
  const known = controls.get(path);
  if (known !== undefined) return known;
  const meter = new Meter(await server.allEngines(ENGINES));
  const before = meter.read();
  expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  const worked = meter.read() - before;
  controls.set(path, worked);
  return worked;
}

/** Sends a request, disconnects while the engines work, and resolves with their processor time from then until they rest. */
async function cancelled(path: string): Promise<number> {
  const pids: number[] = await server.allEngines(ENGINES);
  const meter = new Meter(pids);
  const begun = meter.read();
  let hasAnswered = false;
  const asked = request(`${server.url}${path}`, { agent: false }, () => {
    hasAnswered = true;
  });
  asked.on('error', () => undefined);
  asked.end();
  await until(() => meter.read() - begun >= WORKED_MS);
  const { scans } = await server.status();
  expect(hasAnswered).toBe(false);
  expect(scans).toEqual([
    { query: expect.stringContaining('text:/'), items: ITEMS, scanned: expect.any(Number), found: 0 },
  ]);
  expect(scans[0].scanned).toBeLessThan(ITEMS);
  const before = meter.read();
  asked.destroy();
  await until(async () => (await server.status()).scans === undefined);
  await until(async () => {
    const seen = meter.read();
    await pause(LOOK_MS);
    return meter.read() - seen < IDLE_MS_MAX;
  });
  return meter.read() - before;
}

/** The control is a different expression, so that its answer is not in a cache. */
const EXPRESSIONS = {
  'states that are made all the while': {
    cancelled: '(?-i)[a-f][a-z ]{17}[A-Z0-9]',
    control: '(?-i)[a-f][a-z ]{17}[A-Z0-8]',
  },
  'matches that fail a check': { cancelled: '[a-z]+ [a-z]+', control: '[a-z]+ [a-y]+' },
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
  const termOf = (expression: string) => encodeURIComponent(`text:/${expression}/${check}`);
  const workedMs = await cancelled(`${path}${termOf(EXPRESSIONS[kind].cancelled)}&sourceID=${source}`);
  const controlMs = await controlOf(`/search?q=${termOf(EXPRESSIONS[kind].control)}&sourceID=inline`);
  if (process.env.SHOW !== undefined) console.log(source, kind, path, { workedMs, controlMs });
  expect(workedMs).toBeLessThan(SHARE_MAX * controlMs);
});
