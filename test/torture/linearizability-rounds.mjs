/**
 * Clients change, read and undo the same bookmarks concurrently, while the server or its store process is killed again and
 * again. All of their answers must have a legal order, through every restart.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './clients.mjs';
import { unexplained } from './linearizability.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';
import { writeSmallCase } from './small-case.mjs';

const SOURCE = 'shared';
/** The first half of the case, whose ids ascend. */
const ITEMS = 12;
const CLIENTS = 6;
/** How long a client waits while the store is replaced. */
const UNKNOWN_PAUSE_MS = 100;
/** Operations move only between names of the same group, so each group has a history of its own. */
const GROUPS = [
  ['a', 'b'],
  ['c', 'd'],
  ['e', 'f'],
];

/** A round ends with a kill. Returns figures, and the failures as texts. */
export async function linearizabilityRounds({ rounds, seed, roundMs = 400, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-orders-'));
  const history = new History(seed);
  const { figures, failures } = history;
  const random = new Random(seed);
  let server = null;
  try {
    const path = join(root, 'case');
    writeSmallCase(path, seed, ITEMS * 2);
    // Bookmarks do not need engine processes.
    const options = ['--engine-processes', '0'];
    const start = () => ServedProcess.start({ root, sources: [{ id: SOURCE, path }], options });
    server = await start();
    while (figures.rounds < rounds) {
      const clients = Array.from({ length: CLIENTS }, () => history.client(server, random.below(1e9)));
      await sleep(roundMs / 2 + random.below(roundMs));
      if (figures.rounds % 2 === 0) await killStoreProcess(server, figures, random);
      else {
        await server.kill('SIGKILL');
        figures.serversKilled++;
        server = await start();
      }
      await sleep(100);
      history.endClients();
      await Promise.all(clients);
      await history.readAll(server);
      figures.rounds++;
      onRound(figures);
    }
    // The store processes that are ended here are reported.
    const faults = server.faults().filter((line) => !/The bookmark store is not available/.test(line));
    for (const line of faults.slice(0, 5)) failures.push(`the log has a fault: ${line.slice(0, 500)}`);
    history.judge();
  } catch (error) {
    failures.push(`seed ${seed}: ended early: ${error.stack}`);
  } finally {
    await server?.kill('SIGTERM');
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures };
}

async function killStoreProcess(server, figures, random) {
  const pid = storeProcessOf(server.pid);
  if (pid === null) return;
  process.kill(pid, 'SIGKILL');
  figures.storesKilled++;
  await sleep(100 + random.below(300));
}

function storeProcessOf(server) {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) \S+ /, '')
        .split(' ');
      if (Number(parent) === server && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('store-process')) {
        return Number(name);
      }
    } catch {
      // It has ended.
    }
  }
  return null;
}

class History {
  figures = { rounds: 0, serversKilled: 0, storesKilled: 0, operations: 0, refused: 0, undone: 0, unknown: 0 };
  failures = [];
  #seed;
  #operations = GROUPS.map(() => []);
  /** Operations without an answer. Their fate shows once the next server has answered. */
  #unanswered = [];
  #generation = 0;
  #lastId = 0;

  constructor(seed) {
    this.#seed = seed;
  }

  endClients() {
    this.#generation++;
  }

  /** Sends requests until its time ends, or until its server is killed. */
  async client(server, seed) {
    const random = new Random(seed);
    const client = new Client(server.url);
    const generation = this.#generation;
    while (this.#generation === generation && !server.hasEnded) {
      const group = random.below(GROUPS.length);
      const operation = await this.#next(client, group, random);
      if (operation !== null && !(await this.#ask(client, group, operation))) break;
    }
    client.close();
  }

  /** Without other clients. */
  async readAll(server) {
    const client = new Client(server.url);
    for (const [group, names] of GROUPS.entries()) {
      for (const name of names) {
        for (let isRead = false; !isRead; ) {
          const id = this.#id();
          await this.#ask(client, group, { id, kind: 'read', name });
          isRead = this.#operations[group].at(-1)?.id === id;
        }
      }
    }
    client.close();
    // Each server completes or discards the unfinished work of its predecessor before it answers.
    for (const operation of this.#unanswered) operation.answered = performance.now();
    this.#unanswered = [];
  }

  judge() {
    for (const [group, operations] of this.#operations.entries()) {
      const found = unexplained(operations);
      if (found === null) continue;
      const { operation, states } = found;
      const near = operations.filter(
        ({ called, answered }) => answered > operation.called - 50 && called < operation.answered,
      );
      const shown = near.map((one) => JSON.stringify(one)).join('\n    ');
      this.failures.push(
        `seed ${this.#seed}: no legal order for group ${GROUPS[group]}: ${JSON.stringify(operation)} after ` +
          `${JSON.stringify(states).slice(0, 2000)}, with\n    ${shown}`,
      );
    }
  }

  #id() {
    return `o${++this.#lastId}`;
  }

  async #next(client, group, random) {
    const id = this.#id();
    const name = random.pick(GROUPS[group]);
    const kind = random.pick(KINDS);
    if (kind === 'undo') return this.#undo(client, id, name, random);
    if (kind === 'rename') return { id, kind, name, newName: random.pick(GROUPS[group]) };
    if (kind !== 'add' && kind !== 'remove') return { id, kind, name };
    const items = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(ITEMS));
    return { id, kind, name, items: [...new Set(items)].sort((a, b) => a - b) };
  }

  /** For one of the last changes of that name. The log has the ids of their requests. */
  async #undo(client, id, name, random) {
    try {
      const { status, bytes } = await client.get(`/bookmarks/${name}/log?limit=6`);
      if (status !== 200) return null;
      const { seq, requestId } = random.pick(JSON.parse(bytes).changes);
      return { id, kind: 'undo', undoes: requestId, seq };
    } catch {
      return null;
    }
  }

  /** Returns false if the server is gone. */
  async #ask(client, group, operation) {
    const [method, path, body] = requestOf(operation);
    const made = { ...operation, called: performance.now(), answered: Number.POSITIVE_INFINITY, outcome: null };
    let answer;
    try {
      answer = await client.ask(method, path, body, { headers: { 'X-Request-Id': operation.id } });
    } catch {
      if (operation.kind !== 'read') {
        this.#operations[group].push(made);
        this.#unanswered.push(made);
        this.figures.unknown++;
      }
      return false;
    }
    const { status, bytes } = answer;
    made.answered = performance.now();
    if (status === 503) {
      if (operation.kind === 'read') return true;
      this.figures.unknown++;
      // With many unknown outcomes at a time every order is possible, so nothing could be judged.
      await sleep(UNKNOWN_PAUSE_MS);
    } else if (![200, 400, 404, 409].includes(status)) {
      this.failures.push(`seed ${this.#seed}: ${method} ${path}: ${status} ${bytes}`);
    } else made.outcome = outcomeOf(status, JSON.parse(bytes));
    this.#operations[group].push(made);
    this.figures.operations++;
    if (status >= 400) this.figures.refused++;
    else if (operation.kind === 'undo') this.figures.undone++;
    return true;
  }
}

/** Each as often as it is listed here. */
const KINDS = 'create create create add add add add remove remove read read read rename delete undo undo'.split(' ');

function outcomeOf(status, { docs, name, changed, size }) {
  if (status !== 200) return { status };
  return docs === undefined ? { status, name, changed, size } : { status, items: docs.map(({ id }) => id) };
}

function requestOf({ kind, name, newName, items, seq }) {
  const path = `/bookmarks/${name}`;
  switch (kind) {
    case 'read':
      return ['GET', path];
    case 'create':
      return ['POST', path];
    case 'delete':
      return ['DELETE', path];
    case 'rename':
      return ['PUT', `${path}/rename/${newName}`];
    case 'undo':
      return ['POST', '/bookmarks/undo', { seq }];
    default:
      return ['PUT', `${path}/${kind}`, items.map((id) => ({ source: SOURCE, id }))];
  }
}
