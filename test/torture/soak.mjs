/**
 * Hours of use in minutes: a server process, clients that search, read, mark and leave concurrently, and a source that is added
 * meanwhile. Every answer is compared with the known one. Memory and handles, of the server and of the processes that it
 * starts, must be flat at the end, and `/health` must have been answered throughout.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, searchPath, Times } from './clients.mjs';
import { HealthWatch } from './health-watch.mjs';
import { makeQueries, searchAnswer, writeLoadCase } from './load-case.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';

const NAMES = ['first', 'second case', 'added'];
const FAILURE_COUNT_MAX = 20;
/** Permitted growth of the memory of the process between the warm state and the end, because the heap fluctuates. */
const GROWTH_MIB_MAX = 48;
const GROWTH_SHARE_MAX = 0.2;
const HANDLE_GROWTH_MAX = 2;
/**
 * If pictures are requested one at a time, one process draws them. A second one is started as soon as two are requested at
 * once.
 */
const LATE_PROCESSES_MAX = 1;
/** This many of each kind are sent before the first measurement. */
const WARM_REQUESTS_MIN = 20;

export const CLIENTS_OF_SOAK = 24;
/** Requests of a client in an hour: one per second. */
export const HOUR_OF_A_CLIENT = 3600;

/** A round is a second. `requests` are sent, however many seconds that takes. Returns figures, and the failures as texts. */
export async function soakRounds({
  seconds,
  requests = 0,
  seed,
  items = 3000,
  queries = 400,
  clients = CLIENTS_OF_SOAK,
  growthMiB = GROWTH_MIB_MAX,
  onRound = () => undefined,
}) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-soak-'));
  const soak = new Soak(root, seed);
  try {
    await soak.prepare(items, queries);
    await soak.run({ seconds, requests, clients, growthMiB, onRound });
  } catch (error) {
    soak.fail(`ended early: ${error.stack}`);
  } finally {
    await soak.stop();
    rmSync(root, { recursive: true, force: true });
  }
  return { figures: soak.figures, failures: soak.failures };
}

class Soak {
  figures = {
    rounds: 0,
    searches: 0,
    records: 0,
    contents: 0,
    texts: 0,
    thumbnails: 0,
    changes: 0,
    left: 0,
    refused: 0,
  };
  failures = [];
  #root;
  #seed;
  #lists = [];
  #byId = [];
  #queries = [];
  #server = null;
  #times = new Times();
  #isRunning = false;
  /** Number of sources that every search must have, and number of those that it may have. */
  #surely = 2;
  #perhaps = 2;
  /** Thumbnails stay the same once they are made. */
  #made = new Map();

  constructor(root, seed) {
    this.#root = root;
    this.#seed = seed;
  }

  fail(why) {
    if (this.failures.length < FAILURE_COUNT_MAX) this.failures.push(`seed ${this.#seed}: ${why}`);
  }

  async prepare(items, queries) {
    for (const [i, name] of NAMES.entries()) {
      const list = await writeLoadCase(this.#path(name), { seed: this.#seed + i, items: i < 2 ? items : items / 4 });
      this.#lists.push(list);
      this.#byId.push(new Map(list.map((item) => [item.id, item])));
    }
    this.#queries = makeQueries(this.#lists, { seed: this.#seed, count: queries });
    const sources = NAMES.slice(0, 2).map((id) => ({ id, path: this.#path(id) }));
    this.#server = await ServedProcess.start({ root: this.#root, sources });
  }

  /** A quarter of the time to warm up, in which the source is added; then a pause to measure, the rest, and another pause. */
  async run({ seconds, requests, clients, growthMiB, onRound }) {
    const marks = Array.from(
      { length: clients },
      (_, i) => new Marks(this, this.#server.url, `client ${i}`, i, clients),
    );
    const started = performance.now();
    const tick = setInterval(() => {
      this.figures.rounds = Math.round((performance.now() - started) / 1000);
      onRound(this.figures);
    }, 1000);
    const health = await HealthWatch.start(this.#server.url);
    try {
      await this.#load(seconds / 4, requests / 4, marks, (seconds / 16) * 1000);
      const warm = await this.#measure();
      await this.#load((seconds * 3) / 4, requests, marks, null);
      const done = await this.#measure(warm.handles + HANDLE_GROWTH_MAX);
      this.#judge(warm, done, growthMiB);
      this.#judgeHealth(await health.figures(), requests > 0);
    } finally {
      clearInterval(tick);
      await health.stop();
    }
    this.figures.rounds = Math.max(this.figures.rounds, seconds);
    this.figures.requests = this.#times.count;
    this.figures.sourcesAdded = this.#surely - 2;
    this.figures.p50Ms = this.#times.quantile(0.5);
    this.figures.p99Ms = this.#times.quantile(0.99);
  }

  async stop() {
    const server = this.#server;
    if (server === null) return;
    const { code, signal } = await server.kill('SIGTERM');
    if (code !== 0) this.fail(`the server ended with ${code ?? signal}`);
    for (const line of server.faults().slice(0, 10)) this.fail(`the log has a fault: ${line.slice(0, 500)}`);
  }

  async #load(seconds, requests, marks, addAfterMs) {
    this.#isRunning = true;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const isEnough = performance.now() >= end && this.#times.count >= requests;
      if (isEnough && this.#hasAskedForAll()) this.#isRunning = false;
    }, 20);
    const workers = marks.map((own, i) => this.#client(own, new Random(this.#seed * 1000 + i)));
    if (addAfterMs !== null) workers.push(this.#addSource(addAfterMs));
    workers.push(this.#offerNonsense());
    await Promise.all(workers);
    clearInterval(timer);
  }

  /** On a busy machine, time alone does not warm up the server. Everything that is opened at the first request must be open. */
  #hasAskedForAll() {
    const { searches, records, contents, texts, thumbnails, changes } = this.figures;
    return Math.min(searches, records, contents, texts, thumbnails, changes) >= WARM_REQUESTS_MIN;
  }

  async #client(marks, random) {
    const client = new Client(this.#server.url);
    while (this.#isRunning) {
      const kind = random.next();
      try {
        if (kind < 0.45) await this.#search(client, random);
        else if (kind < 0.85) await this.#readItem(client, random, marks);
        else if (kind < 0.98) this.figures.changes += await marks.change(client, random, this.#lists);
        else await this.#leave(client, random);
      } catch (error) {
        this.fail(error.message);
      }
    }
    client.close();
  }

  async #search(client, random) {
    const query = random.pick(this.#queries);
    const one = random.next() < 0.3 ? random.below(2) : null;
    const limit = random.next() < 0.2 ? random.below(50) : null;
    const parameters = {
      ...(one === null ? {} : { sourceID: NAMES[one] }),
      ...(limit === null ? {} : { limit }),
    };
    const surely = this.#surely;
    const isPosted = random.next() < 0.2;
    const { status, bytes } = await this.timed(
      isPosted
        ? client.ask('POST', '/search', { q: query.text, ...parameters })
        : client.get(searchPath(query.text, parameters)),
    );
    this.figures.searches++;
    const answer = (count) =>
      searchAnswer(
        one === null ? NAMES.slice(0, count) : [NAMES[one]],
        one === null ? query.ids : [query.ids[one]],
        limit ?? undefined,
      );
    const right = [...new Set([surely, this.#perhaps])].map(answer);
    if (status !== 200 || !right.includes(bytes.toString())) {
      this.fail(`${query.text} ${JSON.stringify(parameters)}: ${status} ${bytes.toString().slice(0, 200)}`);
    }
  }

  async #readItem(client, random, marks) {
    const source = random.below(2);
    const item = random.pick(this.#lists[source]);
    const path = `/sources/${encodeURIComponent(NAMES[source])}/docs/${item.id}`;
    const part = random.pick(['', 'content', 'text', 'thumb']);
    const { status, bytes } = await this.timed(client.get(part === '' ? path : `${path}/${part}`));
    const wrong = () => this.fail(`${path}/${part}: ${status} ${bytes.toString().slice(0, 200)}`);
    if (part === '') {
      this.figures.records++;
      if (status !== 200 || !isRecord(JSON.parse(bytes), NAMES[source], item, marks)) wrong();
    } else if (part === 'thumb') {
      this.figures.thumbnails++;
      const isRight = item.thumb !== null ? bytes.equals(item.thumb) : this.#isMade(path, item, status, bytes);
      if (!isRight) wrong();
    } else {
      this.figures[`${part}s`]++;
      const expected = item[part];
      if (expected === null ? status !== 404 : status !== 200 || !bytes.equals(expected)) wrong();
    }
  }

  #isMade(path, item, status, bytes) {
    if (item.content === null || !item.isPicture) return status === 404;
    const known = this.#made.get(path);
    this.#made.set(path, bytes);
    return status === 200 && bytes.readUInt16BE(0) === 0xffd8 && (known === undefined || known.equals(bytes));
  }

  /** Leaves in the middle of a search or a content, or before either has begun. */
  async #leave(client, random) {
    const source = random.below(2);
    const item = random.pick(this.#lists[source]);
    const path =
      random.next() < 0.5
        ? searchPath(random.pick(this.#queries).text)
        : `/sources/${encodeURIComponent(NAMES[source])}/docs/${item.id}/content`;
    await client.leave(path, random.below(6));
    this.figures.left++;
  }

  async #addSource(afterMs) {
    await sleep(afterMs);
    const client = new Client(this.#server.url);
    this.#perhaps = 3;
    const source = { id: NAMES[2], path: this.#path(NAMES[2]) };
    const { status, bytes } = await client.ask('POST', '/sources', source);
    if (status === 200) this.#surely = 3;
    else this.fail(`POST /sources: ${status} ${bytes}`);
    client.close();
  }

  /** Repeatedly adds invalid sources. They must not leave anything open. */
  async #offerNonsense() {
    const client = new Client(this.#server.url);
    const paths = ['/', '/dev/null', join(this.#path(NAMES[0]), 'nothing'), join(this.#path(NAMES[0]), 'case.json')];
    for (let i = 0; this.#isRunning; i++) {
      const { status } = await client.ask('POST', '/sources', { id: `none ${i}`, path: paths[i % paths.length] });
      if (status !== 400) this.fail(`a source that is none: ${status}`);
      this.figures.refused++;
      await sleep(50);
    }
    client.close();
  }

  async timed(asked) {
    const answer = await asked;
    this.#times.add(answer.ms);
    return answer;
  }

  /** Measures at rest, when connections that clients closed are gone. */
  async #measure(handlesMax) {
    const server = this.#server;
    const handles = await server.restingHandles(handlesMax);
    return {
      resident: server.residentBytes(),
      anonymous: server.anonymousBytes(),
      handles,
      below: server.anonymousBytesBelow(),
      handlesByChild: server.handlesByChild(),
    };
  }

  #judge(warm, done, growthMiB) {
    const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
    Object.assign(this.figures, {
      residentMiBWarm: mebibytes(warm.resident),
      residentMiBDone: mebibytes(done.resident),
      anonymousMiBWarm: mebibytes(warm.anonymous),
      anonymousMiBDone: mebibytes(done.anonymous),
      anonymousMiBBelowWarm: mebibytes(warm.below),
      anonymousMiBBelowDone: mebibytes(done.below),
      handlesWarm: warm.handles,
      handlesDone: done.handles,
      handlesBelowWarm: sumOf(warm.handlesByChild),
      handlesBelowDone: sumOf(done.handlesByChild),
    });
    const allowed = Math.max(growthMiB * 2 ** 20, warm.resident * GROWTH_SHARE_MAX);
    if (done.resident - warm.resident > allowed) {
      this.fail(`memory is not flat: ${mebibytes(warm.resident)} MiB warm, ${mebibytes(done.resident)} MiB done`);
    }
    const allowedBelow = Math.max(growthMiB * 2 ** 20, warm.below * GROWTH_SHARE_MAX);
    if (done.below - warm.below > allowedBelow) {
      this.fail(`memory of its processes is not flat: ${mebibytes(warm.below)} MiB, ${mebibytes(done.below)} MiB done`);
    }
    if (done.handles - warm.handles > HANDLE_GROWTH_MAX) {
      this.fail(`file handles are not flat: ${warm.handles} warm, ${done.handles} done`);
    }
    this.#judgeChildren(warm.handlesByChild, done.handlesByChild);
  }

  #judgeChildren(warm, done) {
    for (const [pid, handles] of warm) {
      const now = done.get(pid) ?? 0;
      if (now - handles <= HANDLE_GROWTH_MAX) continue;
      this.fail(`file handles of its process ${pid} are not flat: ${handles} warm, ${now} done`);
    }
    const late = [...done.keys()].filter((pid) => !warm.has(pid));
    if (late.length > LATE_PROCESSES_MAX) this.fail(`${late.length} processes were started after it was warm`);
  }

  /** In a short run on a busy machine, a few late answers are more than one of a hundred. */
  #judgeHealth(health, isLong) {
    this.figures.healthP99Ms = health.ms;
    this.figures.controlP99Ms = health.controlMs;
    if (isLong && !health.isFine) this.fail(`/health took ${JSON.stringify(health)}`);
  }

  #path(name) {
    return join(this.#root, 'cases', name);
  }
}

function sumOf(counts) {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function isRecord(record, source, item, marks) {
  const { bookmarks, selected, properties } = record;
  const ref = `${source} ${item.id}`;
  return (
    record.source === source &&
    record.id === item.id &&
    JSON.stringify(properties) === JSON.stringify(item.properties) &&
    marks.agrees(ref, bookmarks, selected)
  );
}

/** Bookmarks that only one client changes, and its share of the selection, so their contents are always known. */
class Marks {
  #soak;
  #name;
  #ordinal;
  #clients;
  #sets = new Map();
  #selected = new Set();
  #count = 0;

  constructor(soak, url, name, ordinal, clients) {
    this.#soak = soak;
    this.url = url;
    this.#name = name;
    this.#ordinal = ordinal;
    this.#clients = clients;
  }

  agrees(ref, bookmarks, selected) {
    const own = bookmarks.filter((name) => name.startsWith(`${this.#name}/`));
    const expected = [...this.#sets].filter(([, refs]) => refs.has(ref)).map(([name]) => name);
    if (own.join('\n') !== expected.sort().join('\n')) return false;
    return !this.#isOwn(ref) || selected === this.#selected.has(ref);
  }

  /** Makes one change, or reads. Returns how many changes were made. */
  async change(client, random, lists) {
    const kind = random.next();
    const name = this.#sets.size > 0 ? random.pick([...this.#sets.keys()]) : null;
    if (name === null || (kind < 0.1 && this.#sets.size < 4)) return this.#create(client, random);
    if (kind < 0.4) return this.#fill(client, random, lists, name, 'add');
    if (kind < 0.6) return this.#fill(client, random, lists, name, 'remove');
    if (kind < 0.65) return this.#rename(client, random, name);
    if (kind < 0.7) return this.#delete(client, name);
    if (kind < 0.85) return this.#select(client, random, lists);
    if (kind < 0.9) return this.#refused(client, name);
    return this.#look(client, name);
  }

  async #create(client, random) {
    const name = this.#newName(random);
    await this.#expect(client, 'POST', bookmarkPath(name), undefined, { name, changed: 0, size: 0 });
    this.#sets.set(name, new Set());
    return 1;
  }

  async #fill(client, random, lists, name, what) {
    const refs = new Set(someRefs(random, lists));
    const set = this.#sets.get(name);
    // Half of the removed items are certainly there.
    if (what === 'remove') for (const ref of set) if (random.next() < 0.3) refs.add(ref);
    const changed = [...refs].filter((ref) => set.has(ref) === (what === 'remove')).length;
    const size = set.size + (what === 'add' ? changed : -changed);
    const path = `${bookmarkPath(name)}/${what}`;
    await this.#expect(client, 'PUT', path, [...refs].map(toReference), { name, changed, size });
    for (const ref of refs) what === 'add' ? set.add(ref) : set.delete(ref);
    return 1;
  }

  async #rename(client, random, old) {
    const name = this.#newName(random);
    const set = this.#sets.get(old);
    const path = `${bookmarkPath(old)}/rename/${encodeURIComponent(name)}`;
    await this.#expect(client, 'PUT', path, undefined, { name, changed: 0, size: set.size });
    this.#sets.delete(old);
    this.#sets.set(name, set);
    return 1;
  }

  async #delete(client, name) {
    const changed = this.#sets.get(name).size;
    await this.#expect(client, 'DELETE', bookmarkPath(name), undefined, { name, changed, size: 0 });
    this.#sets.delete(name);
    return 1;
  }

  /** The size of the selection is shared, but the changes of this client are known. */
  async #select(client, random, lists) {
    const refs = new Set(someRefs(random, lists).filter((ref) => this.#isOwn(ref)));
    const what = random.pick(['add', 'remove']);
    const changed = [...refs].filter((ref) => this.#selected.has(ref) === (what === 'remove')).length;
    const path = `/selection/${what}`;
    const { status, bytes } = await this.#soak.timed(client.ask('PUT', path, [...refs].map(toReference)));
    if (status !== 200 || JSON.parse(bytes).changed !== changed) this.#wrong('PUT', path, status, bytes, { changed });
    for (const ref of refs) what === 'add' ? this.#selected.add(ref) : this.#selected.delete(ref);
    return 1;
  }

  /** All or nothing: if one item does not exist, none of the others is added. */
  async #refused(client, name) {
    const body = [
      { source: NAMES[0], id: 1 },
      { source: NAMES[1], id: 2 },
    ];
    const path = `${bookmarkPath(name)}/add`;
    const { status, bytes } = await this.#soak.timed(client.ask('PUT', path, body));
    if (status !== 404) this.#wrong('PUT', path, status, bytes, '404');
    return 0;
  }

  async #look(client, name) {
    const byOrder = [...this.#sets.get(name)]
      .map(toReference)
      .sort((a, b) => NAMES.indexOf(a.source) - NAMES.indexOf(b.source) || a.id - b.id);
    await this.#expect(client, 'GET', bookmarkPath(name), undefined, { docs: byOrder });
    return 0;
  }

  async #expect(client, method, path, body, expected) {
    const { status, bytes } = await this.#soak.timed(client.ask(method, path, body));
    if (status !== 200 || bytes.toString() !== JSON.stringify(expected)) {
      this.#wrong(method, path, status, bytes, expected);
    }
  }

  #wrong(method, path, status, bytes, expected) {
    const shown = JSON.stringify(expected).slice(0, 200);
    this.#soak.fail(`${method} ${path}: ${status} ${bytes.toString().slice(0, 200)}, not ${shown}`);
  }

  #newName(random) {
    return `${this.#name}/${random.pick(['ação', 'a b', '100 %', '重要'])} ${this.#count++}`;
  }

  #isOwn(ref) {
    return Number(ref.slice(ref.lastIndexOf(' ') + 1)) % this.#clients === this.#ordinal;
  }
}

function bookmarkPath(name) {
  return `/bookmarks/${encodeURIComponent(name)}`;
}

function someRefs(random, lists) {
  return Array.from({ length: 1 + random.below(100) }, () => {
    const source = random.below(2);
    return `${NAMES[source]} ${random.pick(lists[source]).id}`;
  });
}

function toReference(ref) {
  const at = ref.lastIndexOf(' ');
  return { source: ref.slice(0, at), id: Number(ref.slice(at + 1)) };
}
