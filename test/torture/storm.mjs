/**
 * Ill-behaved clients: storms of heavy queries, clients that leave, are slow, never read, send nonsense or too much, a thousand
 * at once. Light queries must be served, every answer must be correct or a clear refusal, and memory and handles must return to
 * their level.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, RawConnection, searchPath, Times } from './clients.mjs';
import { measureLight } from './light-client.mjs';
import { searchAnswer, writeLoadCase } from './load-case.mjs';
import { ServedProcess } from './served-process.mjs';

const mebibyte = 2 ** 20;
const BODY_BYTES_MAX = 64 * mebibyte;
/** This is far more than it usually takes, because a busy machine is not a fault. */
const QUIET_MS_MAX = 15_000;

/**
 * A round is a part. Most of them measure for `seconds`. `isLong` also waits for the server's own time limits. Returns figures,
 * and the failures as texts.
 */
export async function stormRounds({
  seconds,
  seed,
  items = 20_000,
  isLong = true,
  parts = STORM_PARTS,
  onRound = () => undefined,
}) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-storm-'));
  const storm = new Storm(seed, seconds, isLong);
  try {
    await storm.prepare(root, items);
    for (const part of parts) {
      await storm[part]();
      storm.figures.rounds++;
      onRound(storm.figures);
    }
  } catch (error) {
    storm.fail(`ended early: ${error.stack}`);
  } finally {
    await storm.stop();
    rmSync(root, { recursive: true, force: true });
  }
  return { figures: storm.figures, failures: storm.failures };
}

export const STORM_PARTS = [
  'rest',
  'heavyQueries',
  'leavers',
  'thousandConnections',
  'pipelining',
  'neverReading',
  'slowAndHalfOpen',
  'tooMuch',
  'largeBodies',
  'stalledBodies',
  'stalledSmallBodies',
  'recovery',
];

class Storm {
  figures = { rounds: 0 };
  failures = [];
  #seed;
  #seconds;
  #isLong;
  #server = null;
  #light = '';
  #lightAnswer = '';
  #everything = '';
  #idleP99 = 0;
  #handles = 0;

  constructor(seed, seconds, isLong) {
    this.#seed = seed;
    this.#seconds = seconds;
    this.#isLong = isLong;
  }

  fail(why) {
    this.failures.push(`seed ${this.#seed}: ${why}`);
  }

  async prepare(root, count) {
    const path = join(root, 'case');
    const items = await writeLoadCase(path, { seed: this.#seed, items: count, rareWords: 10 });
    this.#server = await ServedProcess.start({ root, sources: [{ id: 'storm', path }] });
    const found = items.filter(({ isHit, words }) => isHit && words.includes('w77'));
    this.#light = searchPath('w77');
    this.#lightAnswer = searchAnswer(['storm'], [found.map(({ id }) => id)]);
    const all = items.filter(({ isHit }) => isHit).map(({ id }) => id);
    this.#everything = searchAnswer(['storm'], [all]);
  }

  async stop() {
    if (this.#server === null) return;
    const { code, signal } = await this.#server.kill('SIGTERM');
    if (code !== 0) this.fail(`the server ended with ${code ?? signal}`);
    for (const line of this.#server.faults().slice(0, 10)) this.fail(`the log has a fault: ${line.slice(0, 500)}`);
  }

  /** The time of a light query without other clients, and the memory of the server then. */
  async rest() {
    await this.#lightP99(0.5);
    this.#idleP99 = await this.#lightP99(this.#seconds / 2);
    this.#handles = await this.#server.restingHandles();
    this.figures.lightP99MsIdle = this.#idleP99;
    this.figures.residentMiBIdle = this.#residentMiB();
  }

  /** Two hundred clients repeat requests at once, with three kinds of heavy queries in turn. */
  async heavyQueries() {
    let isOn = true;
    const counts = { answered: 0, refused: 0 };
    const known = new Map();
    const clients = Array.from({ length: 200 }, async (_, i) => {
      const client = new Client(this.#server.url);
      for (let n = i; isOn; n++) {
        const query = HEAVY[n % HEAVY.length];
        const answer = await client.ask('POST', '/search', { q: query });
        this.#judgeHeavy(query, answer, counts, known);
        // The clients repeat requests sooner than the server asked them to.
        if (answer.status === 503) await sleep(250);
      }
      client.close();
    });
    await sleep(300);
    this.figures.lightP99MsInStorm = await this.#lightP99(this.#seconds);
    isOn = false;
    await Promise.all(clients);
    this.figures.heavyAnswered = counts.answered;
    this.figures.heavyRefused = counts.refused;
    if (counts.answered === 0) this.fail('no heavy query was answered');
    if (counts.refused === 0) this.fail('200 heavy queries at once, and none was refused');
  }

  #judgeHeavy(query, { status, headers, bytes }, counts, known) {
    if (status === 503 && Number(headers['retry-after']) > 0) counts.refused++;
    else if (status !== 200) this.fail(`a heavy query: ${status} ${bytes.toString().slice(0, 200)}`);
    else {
      counts.answered++;
      const text = bytes.toString();
      if (known.has(query) && known.get(query) !== text) this.fail('a heavy query has two answers');
      known.set(query, text);
    }
  }

  /** Seventy clients send slow requests, and leave. A second later, or soon on a busy machine, the process is at rest. */
  async leavers() {
    const client = new Client(this.#server.url);
    const leaving = Array.from({ length: 70 }, () => client.leave(searchPath(LONG), 700));
    await sleep(300);
    this.figures.loadBeforeLeaving = percent(await this.#server.load(300));
    await Promise.all(leaving);
    await sleep(500);
    const end = performance.now() + (this.#isLong ? 0 : 5000);
    let after = await this.#server.load(500);
    while (after > 0.3 && performance.now() < end) after = await this.#server.load(500);
    this.figures.loadAfterLeaving = percent(after);
    if (after > 0.3) this.fail(`after all clients have left it works on: ${percent(after)}`);
    await this.#expectQuiet('leavers');
    client.close();
  }

  async thousandConnections() {
    const clients = Array.from({ length: 1000 }, () => new Client(this.#server.url));
    const times = new Times();
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        clients.map(async (client) => {
          const { status, bytes, ms } = await client.get(this.#light);
          times.add(ms);
          if (status !== 200 || bytes.toString() !== this.#lightAnswer) this.fail(`one of a thousand: ${status}`);
        }),
      );
    }
    this.figures.connections = clients.length;
    this.figures.connectionsP99Ms = times.quantile(0.99);
    for (const client of clients) client.close();
  }

  /** Requests that do not wait for answers. The answers come in order, each complete, and later ones reflect a change. */
  async pipelining() {
    const connection = await RawConnection.open(this.#server.url);
    const body = '[{"source":"storm","id":4}]';
    const put = (what) =>
      `PUT /selection/${what} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const get = 'GET /selection HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const rounds = 20;
    const requests = Array.from({ length: rounds }, () => put('add') + get + put('remove') + get).join('');
    await connection.write(`${requests}GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await within(20_000, connection.closed);
    const answers = bodiesOf(connection.received);
    const changed = (size) => `{"changed":1,"size":${size}}`;
    const expected = Array(rounds).fill([changed(1), `{"docs":${body}}`, changed(0), '{"docs":[]}']);
    const right = [...expected.flat(), '{"status":"ok"}'];
    if (answers.join('\n') !== right.join('\n')) {
      const wrong = right.findIndex((text, i) => answers[i] !== text);
      this.fail(`pipelined requests: answer ${wrong} is ${answers[wrong]?.slice(0, 200)}, not ${right[wrong]}`);
    }
    this.figures.pipelined = answers.length;
    connection.destroy();
  }

  /** A hundred connections request everything a hundred times, and read none of it. */
  async neverReading() {
    const before = this.#residentMiB();
    const connections = await Promise.all(
      Array.from({ length: 100 }, () => RawConnection.open(this.#server.url, { isReading: false })),
    );
    const request = `GET ${searchPath('*:*')} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    await Promise.all(connections.map((connection) => connection.write(request.repeat(100), 500)));
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, this.#residentMiB())), 50);
    this.figures.lightP99MsBesideNeverReading = await this.#lightP99(this.#seconds);
    clearInterval(watch);
    this.figures.neverReadingMiB = most - before;
    if (most - before > 400) this.fail(`100 clients that never read cost ${most - before} MiB`);
    for (const connection of connections) connection.destroy();
    await this.#expectQuiet('neverReading');
  }

  /** Six hundred connections: a header a second, a missing body, a closed side. */
  async slowAndHalfOpen() {
    const connections = await Promise.all(Array.from({ length: 600 }, () => RawConnection.open(this.#server.url)));
    const started = performance.now();
    for (const [i, connection] of connections.entries()) {
      if (i % 3 === 0) void connection.write('GET /search?q=w1 HTTP/1.1\r\nHost: localhost\r\n');
      else if (i % 3 === 1) void connection.write(`${putHead(1000)}[`);
      else {
        void connection.write(`GET ${this.#light} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        connection.halfClose();
      }
    }
    const drip = setInterval(() => {
      for (const [i, connection] of connections.entries()) {
        if (i % 3 === 0) void connection.write('X-Slow: 1\r\n');
        else if (i % 3 === 1) void connection.write(' ');
      }
    }, 1000);
    this.figures.lightP99MsBesideSlow = await this.#lightP99(this.#seconds);
    // A client that closes its side has left, with or without its answer.
    const halfOpen = connections.filter((_, i) => i % 3 === 2);
    await within(QUIET_MS_MAX, Promise.all(halfOpen.map(({ closed }) => closed)));
    if (this.#isLong) {
      await Promise.all([this.#expectHeadersTimedOut(connections, started), this.#expectIdleClosed()]);
    }
    clearInterval(drip);
    for (const connection of connections) connection.destroy();
    await this.#expectQuiet('slowAndHalfOpen');
  }

  /** An idle connection is closed after fifteen seconds. */
  async #expectIdleClosed() {
    const connection = await RawConnection.open(this.#server.url);
    await connection.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const started = performance.now();
    await within(25_000, connection.closed);
    this.figures.idleClosedAfterSeconds = Math.round((performance.now() - started) / 1000);
    if (!connection.isClosed) this.fail('an idle connection is kept');
    connection.destroy();
  }

  /** Headers have twenty seconds. */
  async #expectHeadersTimedOut(connections, started) {
    const slow = connections.filter((_, i) => i % 3 === 0);
    await within(30_000, Promise.all(slow.map(({ closed }) => closed)));
    this.figures.slowHeadersClosedAfterSeconds = Math.round((performance.now() - started) / 1000);
    const told = slow.filter(({ received }) => received.includes('HTTP/1.1 408') && received.includes('"status":408'));
    if (slow.some(({ isClosed }) => !isClosed)) this.fail('slow headers are not cut off');
    if (told.length < slow.length) this.fail(`${slow.length - told.length} slow clients were not told why`);
  }

  /** Headers, targets and bodies over their limits. */
  async tooMuch() {
    const filler = 'x'.repeat(1_200_000);
    const many = Array.from({ length: 60_000 }, (_, i) => `X-${i}: ${'y'.repeat(20)}\r\n`).join('');
    const chunk = ' '.repeat(mebibyte);
    const chunked = `100000\r\n${chunk}\r\n`.repeat(BODY_BYTES_MAX / mebibyte + 1);
    const head = 'PUT /selection/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const cases = [
      ['a huge header', `GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ${filler}\r\n\r\n`, 431],
      ['many headers', `GET /health HTTP/1.1\r\nHost: localhost\r\n${many}\r\n`, 431],
      ['a huge target', `GET /${filler} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
      ['a body announced too large', putHead(BODY_BYTES_MAX + 1), 413],
      ['a body grown too large', `${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`, 413],
      ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`, 400],
      ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
      ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ];
    for (const [what, bytes, status] of cases) {
      const connection = await RawConnection.open(this.#server.url);
      void connection.write(bytes, 20_000);
      const end = performance.now() + 20_000;
      const isAnswered = () => connection.received.includes(`HTTP/1.1 ${status} `);
      while (!isAnswered() && !connection.isClosed && performance.now() < end) await sleep(10);
      if (!isAnswered()) this.fail(`${what}: ${connection.received.slice(0, 100) || 'no answer'}, not ${status}`);
      connection.destroy();
    }
    this.figures.refusedAsTooMuch = cases.length;
    await this.#expectQuiet('tooMuch');
  }

  /** Sixteen clients send bodies near the limit at once. */
  async largeBodies() {
    const before = this.#residentMiB();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, this.#residentMiB())), 20);
    const reference = '{"source":"storm","id":4}';
    const body = `[${`${reference},`.repeat((60 * mebibyte) / (reference.length + 1))}${reference}]`;
    const counts = { 200: 0, 503: 0 };
    const light = this.#lightP99(this.#seconds);
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const client = new Client(this.#server.url);
        const answer = await client.ask('PUT', '/selection/add', body).catch((error) => ({ status: error.message }));
        // A refusal may come while the client still sends, which then sees a broken connection.
        if (answer.status === 200 || answer.status === 503) counts[answer.status]++;
        else if (!/EPIPE|ECONNRESET|hang up/.test(answer.status)) this.fail(`a large body: ${answer.status}`);
        else counts[503]++;
        client.close();
      }),
    );
    clearInterval(watch);
    this.figures.lightP99MsBesideLargeBodies = await light;
    this.figures.largeBodiesTaken = counts[200];
    this.figures.largeBodiesRefused = counts[503];
    this.figures.largeBodiesMiB = most - before;
    if (counts[200] === 0) this.fail('no large body was taken');
    if (most - before > 1200) this.fail(`16 large bodies cost ${most - before} MiB`);
  }

  /**
   * Eighty clients announce large bodies that never come. Their slots are passed on, and clients without a slot are refused at
   * once.
   */
  async stalledBodies() {
    const connections = await Promise.all(Array.from({ length: 80 }, () => RawConnection.open(this.#server.url)));
    for (const connection of connections) void connection.write(`${putHead(2 * mebibyte)}[`);
    this.figures.lightP99MsBesideStalledBodies = await this.#lightP99(this.#seconds);
    const told = (status) => connections.filter(({ received }) => received.includes(`HTTP/1.1 ${status} `)).length;
    if (told(503) < 12) this.fail(`${told(503)} of 80 stalled bodies were refused at once`);
    if (this.#isLong) {
      const end = performance.now() + 20_000;
      while (told(408) < 4 && performance.now() < end) await sleep(100);
      if (told(408) < 4) this.fail('stalled bodies keep their places');
    }
    for (const connection of connections) connection.destroy();
    await this.#expectQuiet('stalledBodies');
    const client = new Client(this.#server.url);
    const body = `[${' '.repeat(1024)}{"source":"storm","id":4}${' '.repeat(mebibyte / 20)}]`;
    const { status } = await client.ask('PUT', '/selection/add', body);
    if (status !== 200) this.fail(`a body after stalled ones: ${status}`);
    client.close();
  }

  /** Four hundred bodies below the limit of large ones, all but their ends. Few are read, and their clients get the reason. */
  async stalledSmallBodies() {
    const before = this.#residentMiB();
    const count = this.#isLong ? 400 : 140;
    const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(this.#server.url)));
    const body = `[${' '.repeat(mebibyte - 2)}`;
    for (const connection of connections) void connection.write(putHead(mebibyte) + body);
    this.figures.lightP99MsBesideStalledSmallBodies = await this.#lightP99(this.#seconds);
    this.figures.stalledSmallBodiesMiB = this.#residentMiB() - before;
    if (this.figures.stalledSmallBodiesMiB > 250) {
      this.fail(`${count} stalled bodies below a mebibyte cost ${this.figures.stalledSmallBodiesMiB} MiB`);
    }
    const told = (status) => connections.filter(({ received }) => received.includes(`HTTP/1.1 ${status} `)).length;
    if (told(503) === 0) this.fail(`none of ${count} stalled bodies below a mebibyte was refused`);
    if (this.#isLong) {
      const end = performance.now() + 40_000;
      while (told(408) < 64 && performance.now() < end) await sleep(100);
      if (told(408) < 64) this.fail(`${told(408)} stalled bodies below a mebibyte lost their room`);
    }
    for (const connection of connections) connection.destroy();
    await this.#expectQuiet('stalledSmallBodies');
  }

  /** Afterwards everything is as before. */
  async recovery() {
    await this.#expectQuiet('the end');
    this.figures.lightP99MsAfter = await this.#lightP99(this.#seconds / 2);
    const client = new Client(this.#server.url);
    const { bytes } = await client.get(searchPath('*:*'));
    if (bytes.toString() !== this.#everything) this.fail('all items are not all items any more');
    client.close();
    this.figures.handlesIdle = this.#handles;
    this.figures.handlesAfter = await this.#server.restingHandles(this.#handles + 2);
    this.figures.residentMiBAfter = this.#residentMiB();
    if (this.figures.handlesAfter > this.#handles + 2) {
      this.fail(`handles: ${this.#handles} at first, ${this.figures.handlesAfter} afterwards`);
    }
  }

  /** No client is served now. The searches and connections of clients that left are gone. */
  async #expectQuiet(part) {
    const client = new Client(this.#server.url);
    const end = performance.now() + QUIET_MS_MAX;
    for (;;) {
      const { bytes } = await client.get('/metrics');
      const busy = [...bytes.toString().matchAll(/^case_access_searches\{.*\} ([1-9]\d*)$/gm)].map(([line]) => line);
      if (busy.length === 0 && this.#server.handles() <= this.#handles + 4) break;
      if (performance.now() > end) {
        this.fail(`after ${part}: ${busy.join(', ')} ${this.#server.handles()} handles, ${this.#handles} at first`);
        break;
      }
      await sleep(50);
    }
    client.close();
  }

  /** Four clients in a separate thread send light requests, and get answers. */
  async #lightP99(seconds) {
    const asked = { url: this.#server.url, path: this.#light, answer: this.#lightAnswer, seconds };
    const { p99Ms, failures } = await measureLight(asked);
    for (const failure of failures) this.fail(`a light query: ${failure}`);
    return p99Ms;
  }

  #residentMiB() {
    return Math.round(this.#server.residentBytes() / mebibyte);
  }
}

const HEAVY = [
  '/r.*[0-9]{2}.*x/ OR /r.*a.*b.*x/',
  '*7x OR *q1x OR *zz*',
  Array.from({ length: 1500 }, (_, i) => `w${i}`).join(' OR '),
];

/** Takes seconds, because every expression walks the whole dictionary. */
const LONG = Array.from({ length: 300 }, (_, i) => `/r.*${i.toString(36)}.*[a-m].*${(i * 7) % 10}.*x/`).join(' OR ');

/** The bodies of consecutive answers, with an announced length or in chunks. */
function bodiesOf(received) {
  const bodies = [];
  let rest = received;
  while (rest.startsWith('HTTP/1.1 ')) {
    const start = rest.indexOf('\r\n\r\n') + 4;
    const length = /^content-length: (\d+)/im.exec(rest.slice(0, start))?.[1];
    let body = '';
    let at = start;
    if (length !== undefined) {
      body = rest.slice(start, start + Number(length));
      at += Number(length);
    } else {
      for (let size = -1; size !== 0; ) {
        const line = rest.indexOf('\r\n', at);
        size = Number.parseInt(rest.slice(at, line), 16) || 0;
        body += rest.slice(line + 2, line + 2 + size);
        at = line + 2 + size + 2;
      }
    }
    bodies.push(body);
    rest = rest.slice(at);
  }
  return bodies;
}

function putHead(length) {
  return `PUT /selection/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Waits for a condition, up to a limit. */
async function within(ms, event) {
  const giveUp = new AbortController();
  await Promise.race([event, sleep(ms, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
  giveUp.abort();
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}
