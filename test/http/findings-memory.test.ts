/**
 * All findings of a case are far more than a server may hold. They are produced as fast as a client reads them. Measured in a
 * real server and its engines.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { writeCase } from '../support/tiny-case.ts';
import { pause } from '../support/until.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { cpuMsOf, ServedProcess } from '../torture/served-process.mjs';

const ITEMS = 720;
const WORDS = 2000;
/** Buffered answers would take several times as much. */
const GROWTH_MAX = 160 * 2 ** 20;

const root = temporaryDir();
let server: ServedProcess;
beforeAll(async () => {
  const text = Array.from({ length: WORDS }, (_, i) => `word${i.toString(36)}`).join(' ');
  const items = Array.from({ length: ITEMS }, (_, id) => JSON.stringify({ id, properties: {}, text }));
  const path = await writeCase(join(root, 'case'), items);
  server = await ServedProcess.start({ root, sources: [{ id: 'a', path }], options: ['--engine-processes', '1'] });
});
afterAll(async () => {
  await server.kill('SIGTERM');
});

const open = (path: string): Promise<IncomingMessage> =>
  new Promise((done, fail) => void get(`${server.url}${path}`, { agent: false }, done).on('error', fail));

const memoryOf = (pid: number, name: 'VmHWM' | 'VmRSS'): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);

/** Maximum growth of the server and its engine meanwhile. */
async function growthOf(work: () => Promise<void>): Promise<number[]> {
  const pids: number[] = [server.pid, ...(await server.engines())];
  // Resets the recorded peak.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = pids.map((pid) => memoryOf(pid, 'VmRSS'));
  await work();
  return pids.map((pid, i) => memoryOf(pid, 'VmHWM') - before[i]!);
}

test('a client that reads everything', async () => {
  let bytes = 0;
  let last = '';
  const growth = await growthOf(async () => {
    for await (const chunk of await open('/findings?q=*')) {
      bytes += (chunk as Buffer).length;
      last = (chunk as Buffer).toString('utf8').slice(-200);
    }
  });
  expect(last).toContain(`{"done":true,"findings":${ITEMS * WORDS},"items":${ITEMS},"complete":true`);
  expect(bytes).toBeGreaterThan(1.5 * GROWTH_MAX);
  for (const one of growth) expect(one).toBeLessThan(GROWTH_MAX);
});

test('a client that reads nothing: the server soon becomes idle', async () => {
  const [engine] = await server.engines();
  const worked = (): number => cpuMsOf(server.pid) + cpuMsOf(engine);
  let response: IncomingMessage | null = null;
  const growth = await growthOf(async () => {
    response = await open('/findings?q=*');
    response.pause();
    await untilAtRest(worked);
  });
  response!.destroy();
  for (const one of growth) expect(one).toBeLessThan(GROWTH_MAX);
});

/** Resolves once almost nothing happens within a second. */
async function untilAtRest(worked: () => number): Promise<void> {
  for (;;) {
    const before = worked();
    await pause(1000);
    if (worked() - before < 100) return;
  }
}
