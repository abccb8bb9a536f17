import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LARGE_BODY_COUNT_MAX, PIPELINED_COUNT_MAX, SMALL_BODY_BYTES_MAX } from '../../src/http/limits.ts';
import { openHooked, Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { pause, settled, until } from '../support/until.ts';

let service: Service;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  service = await Service.start({ cases: { a: [{ id: 1, text: 'alpha' }] } });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
});

async function connection(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(service.server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** Makes searches for `held` wait until `release` is called. */
function holdSearches(): { release: () => void; begun: () => number; signals: AbortSignal[] } {
  const waiting: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  service.engine('a').beforeSearch = (_query, { signal }) => {
    if (signal !== undefined) signals.push(signal);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    service.engine('a').beforeSearch = () => undefined;
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { release, begun: () => signals.length, signals };
}

const search = 'GET /search?q=alpha HTTP/1.1\r\nHost: localhost\r\n\r\n';
const body = '[{"source":"a","id":1}]';
const add = (length: number): string =>
  `PUT /selection/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const selected = async (): Promise<number> => (await service.get('/selection')).json.docs.length;

describe('pipelined requests', () => {
  test('are processed one after the other', async () => {
    const { release, begun } = holdSearches();
    const { socket, received } = await connection();
    socket.write(search + add(body.length) + body);
    await until(() => begun() === 1);
    await pause(50);
    expect(await selected()).toBe(0);
    release();
    await until(async () => (await selected()) === 1);
    await until(() => received().includes('"changed":1'));
    expect(received().indexOf('"docs"')).toBeLessThan(received().indexOf('"changed"'));
  });

  test('are limited in number; with one more the connection is cut, and the work stops', async () => {
    const { release, begun, signals } = holdSearches();
    const patient = await connection();
    patient.socket.write(search.repeat(1 + PIPELINED_COUNT_MAX));
    await until(() => begun() === 1);
    const greedy = await connection();
    greedy.socket.write(search.repeat(2 + PIPELINED_COUNT_MAX));
    await once(greedy.socket, 'close');
    await until(() => signals.length === 2 && signals[1]!.aborted);
    release();
    await until(() => patient.received().split('HTTP/1.1 200').length === 2 + PIPELINED_COUNT_MAX);
  });
});

test('a long query is refused unparsed while no heavy search is admitted, and a short one is answered', async () => {
  const waiting: (() => void)[] = [];
  service.engine('a').beforeSearch = (query) =>
    query.kind === 'regexp' ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;
  // This is not even well-formed. A server that answers 400 has parsed it.
  const long = { q: `${'alpha '.repeat(1000)}(` };
  expect((await service.post('/search', long)).status).toBe(400);
  const heavy = Array.from({ length: 66 }, () => service.get('/search?q=/al.*/'));
  await until(async () => (await service.get('/metrics')).text.includes('lane="heavy",state="waiting"} 64'));
  const refused = await service.post('/search', long);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await service.get('/search?q=alpha')).status).toBe(200);
  service.engine('a').beforeSearch = () => undefined;
  for (const resolve of waiting.splice(0)) resolve();
  expect((await Promise.all(heavy)).filter(({ status }) => status !== 200)).toEqual([]);
});

test('few large bodies are read at once: others wait, small ones do not, and a client that leaves returns its permit', async () => {
  const large = body + ' '.repeat(SMALL_BODY_BYTES_MAX);
  const slow = await Promise.all(Array.from({ length: LARGE_BODY_COUNT_MAX }, connection));
  for (const { socket } of slow) socket.write(add(large.length) + body);
  await pause(100);
  const { socket: leaving } = await connection();
  leaving.write(add(large.length) + large);
  await pause(100);
  const next = await connection();
  next.socket.write(add(large.length) + large);
  expect((await service.put('/selection/remove', JSON.parse(body))).json).toEqual({ changed: 0, size: 0 });
  await pause(100);
  expect(next.received()).toBe('');
  leaving.destroy();
  slow[0]!.socket.destroy();
  // The server may or may not have read the other client's bytes before it noticed that.
  await until(() => next.received().includes('"size":1'));
  for (const { socket } of slow.slice(1)) socket.write(' '.repeat(large.length - body.length));
  await until(() => slow.slice(1).every(({ received }) => received().includes('"size":1')));
});

test('a search that takes too long is ended: 503, no part of it, and only its own time counts', async () => {
  const word = (i: number): string => `r${((i * 2654435761) % 2 ** 32).toString(36)}x`;
  const items: TinyItem[] = Array.from({ length: 1000 }, (_, i) => ({
    id: i,
    text: Array.from({ length: 30 }, (_, n) => word(i * 30 + n)).join(' '),
  }));
  const bounded = await Service.start({
    cases: { big: items },
    searchMsMax: 150,
    openSource: (path, _onProgress, _signal, dir) => openHooked(path, dir),
  });
  const q = Array.from({ length: 400 }, (_, i) => `/r.*${i.toString(36)}.*[a-m].*${i % 10}.*x/`).join(' OR ');
  const slow = bounded.post('/search', { q });
  const light = await bounded.get(`/search?q=${word(5)}`);
  expect(light.json.docs).toEqual([{ source: 'big', id: 0 }]);
  const { status, headers, json } = await settled(slow, 'a search that takes too long');
  expect([status, json.docs]).toEqual([503, undefined]);
  // The same search would take too long again.
  expect(headers['retry-after']).toBeUndefined();
  await bounded.stop();
});

test.each(['/hits', '/records'])(
  'a body of %s in chunks of one byte is read while it is short, then refused',
  async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const whole = path === '/hits' ? '{"q":"alpha"}' : '{"docs":[{"source":"a","id":1}]}';
    const inBytes = (text: string): string => [...text].map((one) => `1\r\n${one}\r\n`).join('');
    const short = await connection();
    short.socket.write(`${head}${inBytes(whole)}0\r\n\r\n`);
    await until(() => short.received().includes('HTTP/1.1 200'));
    const long = await connection();
    long.socket.write(head + inBytes(' '.repeat(100_000)));
    await once(long.socket, 'close');
    expect(long.received()).toMatch(/^HTTP\/1.1 400 .*chunks of the body are too small/s);
  },
);

test('clients that leave at once during their bodies are all counted', async () => {
  const clients = await Promise.all(Array.from({ length: 300 }, connection));
  for (const { socket } of clients) socket.write(add(body.length) + body.slice(0, 5));
  await pause(200);
  for (const [i, { socket }] of clients.entries()) {
    if (i % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  const counted = async (): Promise<number> => {
    const { text } = await service.get('/metrics');
    const lines = text.matchAll(/^case_access_request_seconds_count\{.*route="\/selection\/add".*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await until(async () => (await counted()) === 300);
});
