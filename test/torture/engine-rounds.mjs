/**
 * Ends engine processes at random under load: SIGKILL, SIGSEGV, SIGABRT, and suspension for a while. Each answer is correct and
 * complete or a clear 503 with Retry-After, nothing hangs, every process is replaced, and every source stays ready.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from './mixed-load.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';
import { signal } from './signal.mjs';

const NAMES = ['first', 'second'];
const ENDINGS = ['SIGKILL', 'SIGSEGV', 'SIGABRT'];
const ANSWERED_MS_MAX = 60_000;

/** Each round ends or suspends some processes. Returns figures, and the failures as texts. */
export async function engineRounds({ rounds, seed, items = 800, processes = 2, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-engines-'));
  const random = new Random(seed);
  const figures = { rounds: 0, ended: 0, stopped: 0, replacedMsMost: 0 };
  const failures = [];
  const fail = (why) => failures.length < 20 && failures.push(`seed ${seed}, round ${figures.rounds}: ${why}`);
  const load = new MixedLoad({ names: NAMES, seed, fail });
  const pathOf = (name) => join(root, 'cases', name);
  let server = null;
  try {
    await load.writeCases(pathOf, { items, queries: 80 });
    const sources = NAMES.map((id) => ({ id, path: pathOf(id) }));
    server = await ServedProcess.start({ root, sources, options: ['--engine-processes', String(processes)] });
    load.start(server.url, { clients: 8, mayRefuse: isLost });
    while (figures.rounds < rounds && !server.hasEnded) {
      await answersSince(load, 20);
      await sleep(random.below(100));
      const before = await whenReady(server, processes, figures);
      const pids = before.filter(() => random.next() < 0.6);
      for (const pid of pids) {
        if (random.next() < 0.3) {
          figures.stopped++;
          signal(pid, 'SIGSTOP');
          setTimeout(() => signal(pid, 'SIGCONT'), 100 + random.below(2000));
        } else {
          figures.ended++;
          signal(pid, random.pick(ENDINGS));
        }
      }
      figures.rounds++;
      onRound(figures);
    }
    await whenReady(server, processes, figures);
    await load.stop();
    await judgeRest(server, fail);
  } catch (error) {
    fail(`ended early: ${error.stack}`);
  } finally {
    await load.stop();
    const { code, signal: by } = (await server?.kill('SIGTERM')) ?? {};
    if (server !== null && code !== 0) fail(`the server ended with ${code ?? by}`);
    rmSync(root, { recursive: true, force: true });
  }
  return { figures: { ...figures, ...load.figures }, failures };
}

/** The refusal of a request whose process ended. */
function isLost({ status, headers, bytes }) {
  return status === 503 && headers['retry-after'] !== undefined && /engine process/.test(bytes.toString());
}

/** Process ids once all expected processes exist. */
async function whenReady(server, count, figures) {
  const started = performance.now();
  const pids = await server.allEngines(count);
  figures.replacedMsMost = Math.max(figures.replacedMsMost, Math.round(performance.now() - started));
  return pids;
}

/**
 * Resolves when this many requests were answered. Each round waits for that, because processes that are ended too often are
 * mostly idle.
 */
async function answersSince(load, count) {
  const begun = load.figures.right;
  const end = performance.now() + ANSWERED_MS_MAX;
  while (load.figures.right - begun < count && performance.now() < end) await sleep(10);
}

async function judgeRest(server, fail) {
  // Reading a truncated file through a memory map ends the process.
  if (mapsAnIndex(server.pid)) fail('the server maps an index');
  for (const pid of await server.engines()) if (!mapsAnIndex(pid)) fail('an engine process maps no index');
  const { sources } = await server.status();
  for (const { id, state, reason } of sources) if (state !== 'ready') fail(`source ${id} is ${state}: ${reason}`);
  for (const line of server.faults()) {
    // The log may report ended processes, truncated answers, and requests refused for this reason.
    if (!/engine process|answer cut off/.test(line)) fail(`the log has a fault: ${line.slice(0, 500)}`);
  }
}

function mapsAnIndex(pid) {
  return readFileSync(`/proc/${pid}/maps`, 'utf8').includes('/data.mdb');
}
