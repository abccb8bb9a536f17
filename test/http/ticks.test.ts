/**
 * Requests that once blocked a server for seconds, each sent to a real served process. The event loop of the server continues
 * within 25 ms of processor time, and `/health` is answered meanwhile. Controls run at the same time: an idle process shows how
 * long other programs have the processors, and a fixed piece of work shows how much they slow this program down. Limits grow
 * with both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Agent, get, Agent as HttpAgent, request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { PaceControl } from '../support/pace-control.ts';
import { ended, said } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';
import { pause } from '../support/until.ts';

const TICK_MAX = 25;
const HEALTH_MAX = 50;
const NOISE_TIMES = 8;
/** An index with this many fields takes a minute to build. `TICKS=long` takes the sizes at which the faults were found. */
const isLong = process.env.TICKS === 'long';
const FIELDS = isLong ? 1_000_000 : 8000;
const PREFIXES = isLong ? 97_576 : 15_000;
const REFERENCES = isLong ? 2_400_000 : 1_000_000;
const VALUES = isLong ? 1_000_000 : 500_000;
/** Ids of the items that have many fields. They are the last items of the case. */
const MANY_FIELDS = 10_000;
const MANY_VALUES = 10_001;
const NAMING = isLong ? 20_000 : 4000;
const WORDS = isLong ? 400_000 : 1000;
const dir = temporaryDir();
const probe = resolve('test/support/tick-probe.mjs');
const agent: Agent = new HttpAgent({ keepAlive: true });
let server: ChildProcess;
let idle: ChildProcess;
let control: PaceControl;
let url = '';

const filesOfTicks = { server: join(dir, 'server.ticks'), idle: join(dir, 'idle.ticks') };
const start = (ticks: string, args: readonly string[]) =>
  spawn(process.execPath, ['--import', probe, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', TICK_FILE: ticks },
  });

beforeAll(async () => {
  const record = (id: number, count: number, nameOf: (i: number) => string): string => {
    const members = Array.from({ length: count }, (_, i) => `"${nameOf(i)}":["v${i % 1000}"]`);
    return `{"id":${id},"properties":{${members.join(',')}},"text":"heron"}`;
  };
  const items = [
    ...valued(),
    ...dated(),
    ...worded(),
    // It has more fields than allowed. Fields of items with smaller ids are found.
    record(MANY_FIELDS, FIELDS, (i) => `p${i.toString(36)}`),
    valuedRecord(MANY_VALUES, 'note', VALUES),
  ];
  const sources = [{ id: 'many', path: await writeCase(join(dir, 'many'), items) }];
  writeFileSync(join(dir, 'sources.json'), JSON.stringify(sources));
  const main = resolve('dist/src/cli/main.js');
  const args = [
    '--sources',
    join(dir, 'sources.json'),
    '--data',
    join(dir, 'data'),
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  control = await PaceControl.start();
  idle = start(filesOfTicks.idle, ['-e', 'setInterval(() => undefined, 1e6)']);
  const served = start(filesOfTicks.server, [main, 'serve', ...args, '--engine-processes', '2']);
  server = served;
  const ready = sources.map(({ path }) => said(served as never, new RegExp(`${path}: ready, `)));
  url = (await said(served as never, /listens on (http:\S+)/))[1]!;
  await Promise.all(ready);
});

afterAll(async () => {
  agent.destroy();
  control.stop();
  idle.kill();
  server.kill('SIGTERM');
  await ended(server as never);
});

/** Items with many values of one field, so that it has many suggestions and categories. */
function valued(): string[] {
  return Array.from({ length: 60 }, (_, i) => valuedRecord(i + 3, 'category', 1000, i * 1000));
}

/** Items on three thousand days, with individual numbers. */
function dated(): string[] {
  return Array.from({ length: 3000 }, (_, i) => {
    const day = new Date(Date.UTC(2000, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
    return `{"id":${i + 100},"properties":{"modified":["${day}T10:00:00Z"],"length":["${i * 1000}"]}}`;
  });
}

/** Texts of very many words. */
function worded(): string[] {
  const text = Array.from({ length: WORDS }, (_, i) => `w${i.toString(36)}`).join(' ');
  return Array.from({ length: 2 }, (_, i) => `{"id":${i + 5000},"properties":{},"text":"${text}"}`);
}

function valuedRecord(id: number, name: string, count: number, from = 0): string {
  const values = Array.from({ length: count }, (_, k) => `"value ${(from + k) % 60_000}"`).join(',');
  return `{"id":${id},"properties":{"${name}":[${values}]}}`;
}

/** For a body that was refused while it was sent. The connection may be closed before the answer is read. */
const REFUSED = 0;

interface Asked {
  readonly status: number;
  readonly bytes: number;
}

function ask(method: string, path: string, body?: Buffer | string, more: object = {}): Promise<Asked> {
  return new Promise((done, fail) => {
    const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...more };
    const asked = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      answer.on('error', fail);
      answer.on('close', () => done({ status: answer.statusCode!, bytes }));
    });
    asked.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EPIPE' || fault.code === 'ECONNRESET') done({ status: REFUSED, bytes: 0 });
      else fail(fault);
    });
    asked.end(body);
  });
}

const health = (): Promise<number> =>
  new Promise((done, fail) => {
    const start = performance.now();
    get(`${url}/health`, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => done(performance.now() - start));
    }).on('error', fail);
  });

interface Ticks {
  /** The longest time at work. */
  readonly busy: number;
  /** The longest time without a processor, because other programs had it. */
  readonly waited: number;
}

function longest(file: string, from: number, to: number): Ticks {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const ticks = lines.map((line) => line.split(' ').map(Number) as [number, number, number]);
  const within = ticks.filter(([at]) => at >= from && at <= to + 5);
  return {
    busy: Math.max(0, ...within.map(([, busy]) => busy)),
    waited: Math.max(0, ...within.map(([, , waited]) => waited)),
  };
}

/** Bodies are made before the time is measured. */
const sent = (method: string, path: string, body: string) => {
  const bytes = Buffer.from(body);
  return () => ask(method, path, bytes);
};
const post = (body: object) => () => sent('POST', '/search', JSON.stringify(body));
const posted = (path: string, body: object) => () => sent('POST', path, JSON.stringify(body));
const literal = (path: string, body: string) => () => sent('POST', path, body);
const explained = (q: string) => () => () => ask('GET', `/explain?q=${encodeURIComponent(q)}`);
const plain = (path: string, body: string) => () => {
  const bytes = Buffer.from(body);
  return () => ask('POST', path, bytes, { 'Content-Type': 'text/plain' });
};
const got =
  (path: string, headers: object = {}) =>
  () =>
  () =>
    ask('GET', path, undefined, headers);
const inChunks = (path: string, count: number) => () => {
  const { hostname, port } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const bytes = Buffer.from(`${head}${'1\r\n \r\n'.repeat(count)}`);
  return async (): Promise<Asked> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return { status: Number(answer.toString('latin1', 9, 12)), bytes: 0 };
  };
};
const repeated = (path: string, piece: string) => got(`${path}${piece.repeat(ADDRESS_UNITS / piece.length)}`);
const facetsOf = (count: number, facet: object) => posted('/facets', { q: '', facets: words(count, () => facet) });
const words = <T = string>(count: number, wordOf: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => wordOf(i));

const ADDRESS_UNITS = 1_000_000;
const accepted = 'a/b;q=0.1,'.repeat(ADDRESS_UNITS / 10);
/** Written as bytes, because making this many headers would block this process. */
const ofHeaders = (count: number) => () => {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(`GET /health HTTP/1.1\r\nHost: ${hostname}\r\n${'x:1\r\n'.repeat(count)}\r\n`);
  return async (): Promise<Asked> => {
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return { status: Number(answer.toString('latin1', 9, 12)), bytes: 0 };
  };
};

/** Takes seconds to read. */
const HEAVY = [
  'a thousand times a record of very many values',
  400,
  () => sent('POST', '/records', heavyRecords()),
] as const;
/** Requests that are left out of most runs, because the engines take seconds. */
const LONG = [
  ['a hundred facets of 10,000 values', 200, facetsOf(100, { field: 'category', limit: 10_000 })],
  ['a hundred facets of hours', 200, facetsOf(100, { field: 'modified', interval: 'hour' })],
  ['a hundred facets of events', 200, facetsOf(100, { events: true, interval: 'hour' })],
  ['a hundred facets of 1000 ranges', 200, facetsOf(100, { field: 'length', ranges: words(1000, (i) => i * 3000) })],
  ['100,000 wrong queries', 200, plain('/keywords', words(100_000, (i) => `(w${i}`).join('\n'))],
  ['100,000 wrong queries as CSV', 200, plain('/keywords?format=csv', words(100_000, (i) => `(w${i}`).join('\n'))],
  ['texts of a query of stars', 200, got('/findings?group=text&q=*')],
  ['60 MB of blank lines', 200, plain('/keywords', '\n'.repeat(60_000_000))],
  ['all fields', 200, got('/fields')],
  ['60 MB of queries', 200, plain('/keywords', words(10_000, (i) => `w${i} ${'a'.repeat(6000)}`).join('\n'))],
] as const;
const rows: readonly (readonly [string, number, () => () => Promise<Asked>])[] = [
  ['the description of the interface', 200, got('/openapi.json')],
  ['the description as WADL', 200, got('/application.wadl')],
  ['a body of 60 MB', 413, () => sent('POST', '/search', `{"q":"${'a '.repeat(30_000_000)}"}`)],
  ['millions of references', 404, () => sent('PUT', '/selection/add', references())],
  ['a query of 1 MiB', 200, post({ q: words(99_000, (i) => `w${i}`).join(' ') })],
  ['a wrong query of 1 MiB', 400, post({ q: `${words(99_000, (i) => `w${i}`).join(' ')} (` })],
  ['invented fields explained', 200, explained(words(40, (i) => `unknown${i}:x`).join(' '))],
  ['a record of very many properties', 200, () => () => ask('GET', `/sources/many/docs/${MANY_FIELDS}`)],
  ['a record of very many values', 200, () => () => ask('GET', `/sources/many/docs/${MANY_VALUES}`)],
  ['very many prefixes explained', 200, explained(words(PREFIXES, (i) => `${i.toString(36)}*`).join(' '))],
  ['20,000 ranges', 200, post({ q: words(20_000, (i) => `[a${i} TO b${i}]`).join(' ') })],
  ['20,000 ranges explained', 200, explained(words(20_000, (i) => `[a${i} TO b${i}]`).join(' '))],
  [
    '900 words over 20,000 fields',
    200,
    post({ q: words(900, (i) => `w${i}`).join(' '), fields: words(20_000, (i) => `f${i}`) }),
  ],
  ['a million numbers as names', 400, literal('/hits', `{"q":"a","fields":[${'1,'.repeat(990_000)}1]}`)],
  ['a million brackets', 400, literal('/search', `{"q":${'['.repeat(990_000)}${']'.repeat(990_000)}}`)],
  ['very many members', 400, literal('/facets', `{${words(170_000, (i) => `"${i.toString(36)}":1`).join(',')}}`)],
  ['names that nothing expands by', 400, literal('/hits', `{"q":"a","expand":[${'"a",'.repeat(490_000)}"a"]}`)],
  ['as many filters as may be', 400, posted('/hits', { q: 'a', filter: words(100, () => 'a '.repeat(2048)) })],
  ['200,000 properties shown', 400, posted('/hits', { q: '', properties: words(200_000, (i) => `x${i}`) })],
  ['10,000 properties shown', 200, posted('/hits', { q: '', properties: words(10_000, (i) => `x${i}`) })],
  ['10,000 columns', 200, posted('/export', { q: '', format: 'csv', properties: words(10_000, (i) => `x${i}`) })],
  [
    'facets of 10,000 values',
    200,
    posted('/facets', { q: '', facets: words(4, () => ({ field: 'category', limit: 10_000 })) }),
  ],
  ['facets of intervals to be chosen', 200, facetsOf(isLong ? 100 : 15, { field: 'modified', interval: 'auto' })],
  ['queries that name bookmarks', 200, plain('/keywords', words(NAMING, (i) => `bookmark:b${i} x`).join('\n'))],
  ['a query of 60 MB in a list', 400, plain('/keywords', 'a '.repeat(30_000_000))],
  ['an Accept of a megabyte', 400, () => () => ask('POST', '/keywords', '{"queries":["a"]}', { Accept: accepted })],
  ['an Accept-Encoding of a megabyte', 200, got('/app/', { 'Accept-Encoding': accepted })],
  ['180,000 headers', 431, ofHeaders(180_000)],
  ['a body in 300,000 chunks of one byte', 400, inChunks('/hits', 300_000)],
  ['the same where no body is read', 404, inChunks('/nothing', 300_000)],
  ['a parameter 100,000 times', 400, repeated('/hits?q=', '&filter=a')],
  ['a megabyte of fields to sort by', 400, repeated('/hits?q=&sort=', 'a:asc,')],
  ['a megabyte of a box', 400, repeated('/hits?q=&bbox=', '1,')],
  ['a megabyte of plus signs', 200, repeated('/search?limit=1&q=', '+')],
  ...(isLong ? [HEAVY, ...LONG] : []),
  ['names of fields suggested', 200, () => () => ask('GET', '/suggest?prefix=pz9')],
  ['values suggested', 200, () => () => ask('GET', '/suggest?field=category&prefix=valeu%20599')],
  ['categories', 200, () => () => ask('GET', '/categories')],
];

function heavyRecords(): string {
  return JSON.stringify({
    docs: Array.from({ length: 1000 }, () => ({ source: 'many', id: MANY_VALUES })),
    properties: ['*'],
  });
}

function references(): string {
  const one = '{"source":"many","id":3},';
  return `[${one.repeat(REFERENCES)}{"source":"many","id":2000000000}]`;
}

/** The effect of one request in a series on the server. */
interface Held {
  readonly status: number;
  /** The longest tick of the server, and the slowest `/health` (99 of 100), in milliseconds. */
  readonly busy: number;
  readonly p99: number;
  /** The time that other programs of the machine took meanwhile. */
  readonly noise: number;
  /** How many times slower this machine is than the machine for which the limits were set. */
  readonly pace: number;
}

async function hold(run: () => Promise<Asked>): Promise<Held> {
  await pause(50);
  const from = Date.now();
  const waits: number[] = [];
  let isDone = false;
  const looking = (async () => {
    while (!isDone || waits.length < 20) {
      waits.push(await health());
      await pause(2);
    }
  })();
  const { result, pace } = await control.during(run);
  isDone = true;
  await looking;
  const to = Date.now();
  await pause(20);
  const { busy, waited } = longest(filesOfTicks.server, from, to);
  const noise = waited + longest(filesOfTicks.idle, from, to).waited;
  const p99 = waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!;
  return { status: result.status, busy, p99, noise, pace };
}

/** This process sends requests, too, and other tests run on the machine. A server that blocks others does so every time. */
const ATTEMPTS = 12;

test.each(rows)('%s', async (name, status, begin) => {
  const attempts: Held[] = [];
  const isHeld = ({ busy, p99, noise, pace }: Held) =>
    busy >= TICK_MAX * pace || p99 >= HEALTH_MAX * pace + NOISE_TIMES * noise;
  do attempts.push(await hold(begin()));
  while (isHeld(attempts.at(-1)!) && attempts.length < ATTEMPTS);
  if (process.env.TICKS_TOLD) console.info(name, attempts);
  const statuses = attempts.map((attempt) => (attempt.status === REFUSED && status >= 400 ? status : attempt.status));
  expect(statuses).toEqual(attempts.map(() => status));
  expect(attempts.filter((attempt) => !isHeld(attempt))).toHaveLength(1);
});

test('the longest tick of the last minute is reported', async () => {
  const { text } = await new Promise<{ text: string }>((done) => {
    get(`${url}/metrics`, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => done({ text }));
    });
  });
  const [, seconds] = /^case_access_longest_tick_seconds (\S+)$/m.exec(text)!;
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThan(60);
});
