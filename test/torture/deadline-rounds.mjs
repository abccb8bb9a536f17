/**
 * Searches that never end, in a server whose engine does not yield. At the deadline, when the client leaves and when the server
 * is stopped, the work ends. The test measures the processor time of the engine process after it should have ended, which a
 * busy machine does not increase.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, searchPath } from './clients.mjs';
import { cpuMsOf, ServedProcess } from './served-process.mjs';
import { QUERIES, writeSmallCase } from './small-case.mjs';

const STUBBORN = fileURLToPath(new URL('../support/stubborn-server.mjs', import.meta.url));
/** As many as stubborn-server.mjs starts. */
const PROCESSES = 2;
const ENDLESS = searchPath('spin');
/**
 * Processor time within which an abandoned search must end. The search continues until it is the server's turn, which ends it.
 */
const WORK_MS_MAX = 150;
/** Time that a stopping server allows for current requests (DRAIN_MS_MAX), and for the end itself on a busy machine. */
const DRAIN_MS_MAX = 20_000 + 10_000;

/** A round has one search for each of these reasons. Returns figures, and the failures as texts. */
export async function deadlineRounds({ rounds, seed, searchSeconds = 1, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-deadline-'));
  const figures = { rounds: 0, deadlines: 0, left: 0, stopped: 0, workMsMost: 0, stopMsMost: 0 };
  const failures = [];
  const check = (holds, why) => holds || failures.push(`seed ${seed}, round ${figures.rounds}: ${why}`);
  try {
    const path = join(root, 'case');
    writeSmallCase(path, seed);
    while (figures.rounds < rounds) {
      const options = ['--search-timeout', String(searchSeconds)];
      const server = await ServedProcess.start({ root, sources: [{ id: 'small', path }], options, main: STUBBORN });
      await deadline(server, searchSeconds, figures, check);
      await leaving(server, figures, check);
      await stopping(server, figures, check);
      figures.rounds++;
      onRound(figures);
    }
  } catch (error) {
    check(false, `ended early: ${error.stack}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures };
}

async function deadline(server, searchSeconds, figures, check) {
  const client = new Client(server.url);
  const engines = await server.allEngines(PROCESSES);
  const { status, headers, ms } = await client.get(ENDLESS);
  const ended = workUntilEnd(engines);
  check(status === 503 && headers['retry-after'] === undefined, `the deadline was answered with ${status}`);
  check(ms >= searchSeconds * 1000 - 5, `the deadline came after ${ms} ms`);
  figures.deadlines++;
  await judgeWork('after the deadline', ended, figures, check);
  await stillAnswers(client, check);
}

async function leaving(server, figures, check) {
  const client = new Client(server.url);
  const engines = await server.allEngines(PROCESSES);
  await client.leave(ENDLESS, 300);
  figures.left++;
  await judgeWork('after its client left', workUntilEnd(engines), figures, check);
  await stillAnswers(client, check);
}

async function stopping(server, figures, check) {
  const clients = Array.from({ length: 4 }, () => new Client(server.url));
  const asked = Promise.allSettled(clients.map((client) => client.get(ENDLESS)));
  await sleep(200);
  const engines = await server.allEngines(PROCESSES);
  const started = performance.now();
  const { code, signal } = await server.kill('SIGTERM');
  const ms = Math.round(performance.now() - started);
  figures.stopMsMost = Math.max(figures.stopMsMost, ms);
  figures.stopped++;
  check(code === 0, `SIGTERM ended it with ${code ?? signal}`);
  check(ms < DRAIN_MS_MAX, `SIGTERM took ${ms} ms`);
  for (const answer of await asked) {
    const { status } = answer.value ?? {};
    check(status === undefined || status === 503, `a search in a server that stops was answered with ${status}`);
  }
  await sleep(50);
  for (const pid of engines) check(!isAlive(pid), `engine process ${pid} outlived its server`);
  for (const client of clients) client.close();
}

/** Processor time of the processes until the spinning one has ended, in milliseconds; null if none ends. */
async function workUntilEnd(pids) {
  const before = new Map(pids.map((pid) => [pid, cpuMs(pid)]));
  if ([...before.values()].includes(null)) return 0;
  const last = new Map(before);
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    for (const pid of pids) {
      const now = cpuMs(pid);
      if (now === null) return last.get(pid) - before.get(pid);
      last.set(pid, now);
    }
    await sleep(2);
  }
  return null;
}

async function judgeWork(when, work, figures, check) {
  const ms = await work;
  check(ms !== null, `the search went on ${when}`);
  check(ms === null || ms <= WORK_MS_MAX, `the search took ${ms} ms of work ${when}`);
  figures.workMsMost = Math.max(figures.workMsMost, ms ?? 0);
}

async function stillAnswers(client, check) {
  const { status } = await client.get(searchPath(QUERIES[0]));
  check(status === 200, `a search after that was answered with ${status}`);
  client.close();
}

function cpuMs(pid) {
  try {
    const ms = cpuMsOf(pid);
    return isAlive(pid) ? ms : null;
  } catch {
    return null;
  }
}

/** Not even a zombie. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
