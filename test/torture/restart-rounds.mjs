/**
 * Ends a server under load, gracefully and not. SIGTERM: current requests are answered, later ones are refused, and the exit
 * code is 0. SIGKILL: after the next start every acknowledged change of a bookmark is present, and every other one completely
 * or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, searchPath } from './clients.mjs';
import { makeQueries, searchAnswer, writeLoadCase } from './load-case.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';

const SOURCE = 'restarted';
const CLIENTS = 8;

/** Every fourth round ends with SIGTERM, the others with SIGKILL. Returns figures, and the failures as texts. */
export async function restartRounds({ rounds, seed, items = 500, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-restart-'));
  const random = new Random(seed);
  const figures = {
    rounds: 0,
    killed: 0,
    drained: 0,
    acknowledged: 0,
    lost: 0,
    undecided: 0,
    keptUndecided: 0,
    answered: 0,
    drainMsMost: 0,
  };
  const failures = [];
  const fail = (why) => failures.push(`seed ${seed}, round ${figures.rounds}: ${why}`);
  let server = null;
  try {
    const path = join(root, 'case');
    const list = await writeLoadCase(path, { seed, items });
    const queries = makeQueries([list], { seed, count: 50 });
    const start = () => ServedProcess.start({ root, sources: [{ id: SOURCE, path }] });
    const models = Array.from({ length: CLIENTS }, (_, i) => new Model(`client ${i}`));
    while (figures.rounds < rounds) {
      server = await start();
      for (const model of models) await model.check(server.url, figures, fail);
      const end = { isComing: false };
      const clients = models.map((model, i) =>
        model.changeUntil(end, server.url, new Random(seed * 7919 + figures.rounds * CLIENTS + i), list, figures, fail),
      );
      const searchers = Array.from({ length: 8 }, (_, i) => searchUntil(end, server.url, queries, i, figures, fail));
      await sleep(20 + random.below(500));
      end.isComing = true;
      const isPolite = figures.rounds % 4 === 3;
      const asked = performance.now();
      const { code } = await server.kill(isPolite ? 'SIGTERM' : 'SIGKILL');
      if (isPolite) {
        figures.drained++;
        figures.drainMsMost = Math.max(figures.drainMsMost, Math.round(performance.now() - asked));
        if (code !== 0) fail(`SIGTERM under load ended with ${code}`);
      } else figures.killed++;
      await Promise.all([...clients, ...searchers]);
      for (const line of server.faults().slice(0, 5)) fail(`the log has a fault: ${line.slice(0, 500)}`);
      figures.rounds++;
      onRound(figures);
    }
    server = await start();
    for (const model of models) await model.check(server.url, figures, fail);
  } catch (error) {
    fail(`ended early: ${error.stack}`);
  } finally {
    await server?.kill('SIGTERM');
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures };
}

/** Answers are correct until the end. At the end there is a refusal or a broken connection, never a part or another 5xx. */
async function searchUntil(end, url, queries, first, figures, fail) {
  const client = new Client(url);
  for (let n = first; ; n++) {
    const { text, ids } = queries[n % queries.length];
    try {
      const { status, bytes } = await client.get(searchPath(text));
      if (status === 503 && end.isComing) break;
      if (status === 200 && bytes.toString() === searchAnswer([SOURCE], ids)) figures.answered++;
      else fail(`${text}: ${status} ${bytes.toString().slice(0, 200)}`);
    } catch (error) {
      if (!end.isComing) fail(error.message);
      break;
    }
  }
  client.close();
}

/** The bookmark of one client: its acknowledged contents, and the one change that may or may not be included. */
class Model {
  #name;
  #exists = false;
  #refs = new Set();
  /** The contents of the bookmark if the unacknowledged change is included; null if there is none. */
  #undecided = null;

  constructor(name) {
    this.#name = name;
  }

  async changeUntil(end, url, random, items, figures, fail) {
    const client = new Client(url);
    const path = `/bookmarks/${encodeURIComponent(this.#name)}`;
    for (;;) {
      const [method, target, body, next] = this.#nextChange(path, random, items);
      this.#undecided = next;
      try {
        const { status, bytes } = await client.ask(method, target, body);
        if (status === 503 && end.isComing) {
          this.#undecided = null;
          break;
        }
        if (status !== 200) fail(`${method} ${target}: ${status} ${bytes.toString().slice(0, 200)}`);
        this.#take(next);
        figures.acknowledged++;
      } catch (error) {
        if (!end.isComing) fail(error.message);
        break;
      }
    }
    client.close();
  }

  #nextChange(path, random, items) {
    if (!this.#exists) return ['POST', path, undefined, { exists: true, refs: new Set() }];
    const kind = random.next();
    if (kind < 0.03) return ['DELETE', path, undefined, { exists: false, refs: new Set() }];
    const ids = [...new Set(Array.from({ length: 1 + random.below(50) }, () => random.pick(items).id))];
    const isAdded = kind < 0.7;
    const refs = new Set(this.#refs);
    for (const id of ids) isAdded ? refs.add(id) : refs.delete(id);
    const body = ids.map((id) => ({ source: SOURCE, id }));
    return ['PUT', `${path}/${isAdded ? 'add' : 'remove'}`, body, { exists: true, refs }];
  }

  #take({ exists, refs }) {
    this.#exists = exists;
    this.#refs = refs;
    this.#undecided = null;
  }

  async check(url, figures, fail) {
    const client = new Client(url);
    const { status, bytes } = await client.get(`/bookmarks/${encodeURIComponent(this.#name)}`);
    client.close();
    const is = ({ exists, refs }) =>
      exists
        ? status === 200 && bytes.toString() === searchAnswer([SOURCE], [[...refs].sort((a, b) => a - b)])
        : status === 404;
    const acknowledged = { exists: this.#exists, refs: this.#refs };
    const undecided = this.#undecided;
    this.#undecided = null;
    if (undecided !== null) figures.undecided++;
    if (is(acknowledged)) return;
    if (undecided !== null && is(undecided)) {
      figures.keptUndecided++;
      this.#take(undecided);
      return;
    }
    figures.lost++;
    fail(`${this.#name} is neither before nor after its last change: ${status} ${bytes.toString().slice(0, 200)}`);
  }
}
