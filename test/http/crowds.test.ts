/**
 * One user who takes all resources, by many slow bodies, heavy searches and answers that nobody reads; and how others are
 * served meanwhile. Users have tokens here. Without names, all are one user.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  HEAVY_SEARCH_COUNT_MAX,
  HEAVY_WAITING_COUNT_MAX,
  LARGE_BODY_COUNT_MAX,
  LARGE_BODY_OWN_COUNT_MAX,
  LARGE_BODY_WAITING_COUNT_MAX,
  SMALL_BODIES_BYTES_MAX,
  SMALL_BODY_BYTES_MAX,
} from '../../src/http/limits.ts';
import type { Answer } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing, tokenOf } from '../support/token-users.ts';
import { pause, until } from '../support/until.ts';

/** More than the buffers of a connection take, even on a busy machine. */
const HEAVY_RECORD = 2 ** 23;
let service: Service;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  const long = { id: 2, properties: { long: 'heron '.repeat(HEAVY_RECORD / 6) } };
  service = await Service.start({
    cases: { a: [{ id: 1, text: 'alpha' }, long] },
    server: (dir) => ({
      ...knowing(['greedy', 'other'].map((name) => ({ name, role: 'annotator' })))(dir),
      heldWeightMax: 5 * HEAVY_RECORD,
    }),
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
});

const as = (user: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  askingAs(service)(user, method, path, body);

/** A request as bytes, which may be incomplete. */
async function begin(user: string, head: string, rest = ''): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(service.server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  await once(socket, 'connect');
  socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokenOf(user)}\r\n${rest}`);
  return {
    socket,
    received: () => {
      for (let piece = socket.read(); piece !== null; piece = socket.read()) text += String(piece);
      return text;
    },
  };
}

/** Announces a body of this many bytes, and sends its beginning. */
const announce = (user: string, bytes: number) =>
  begin(
    user,
    'PUT /selection/add',
    `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n[${' '.repeat(8)}`,
  );

const reference = '{"source":"a","id":1}';

test('slow bodies of one user take neither every permit nor every place in the queue', async () => {
  const size = SMALL_BODY_BYTES_MAX + 1;
  const count = LARGE_BODY_OWN_COUNT_MAX + LARGE_BODY_WAITING_COUNT_MAX;
  expect(LARGE_BODY_OWN_COUNT_MAX).toBeLessThan(LARGE_BODY_COUNT_MAX);
  const greedy = await Promise.all(Array.from({ length: count }, () => announce('greedy', size)));
  await pause(200);
  const large = `[${reference}]${' '.repeat(size)}`;
  const { status, json } = await as('other', 'PUT', '/selection/add', large);
  expect([status, json]).toEqual([200, { changed: 1, size: 1 }]);
  // A user who already has that many waiting requests gets no permit.
  expect((await as('greedy', 'PUT', '/selection/add', large)).status).toBe(503);
  expect(greedy.filter(({ received }) => received().includes(' 503 ')).length).toBeLessThanOrEqual(1);
});

test('small bodies that do not arrive take bounded memory, and other small ones are accepted meanwhile', async () => {
  const size = SMALL_BODY_BYTES_MAX;
  const read = SMALL_BODIES_BYTES_MAX / size + LARGE_BODY_OWN_COUNT_MAX;
  const more = 3;
  const count = read + LARGE_BODY_WAITING_COUNT_MAX + more;
  const slow = await Promise.all(Array.from({ length: count }, () => announce('greedy', size)));
  await until(() => slow.filter(({ received }) => received().includes(' 503 ')).length === more);
  expect((await as('greedy', 'PUT', '/selection/add', `[${reference}]`)).status).toBe(200);
  expect((await as('other', 'PUT', '/selection/add', `[${reference}]${' '.repeat(size - 100)}`)).status).toBe(200);
  for (const { socket } of slow) socket.destroy();
  await until(() => slow.every(({ socket }) => socket.closed));
  await pause(200);
  const medium = `[${reference}]${' '.repeat(size - 100)}`;
  const again = await Promise.all(Array.from({ length: 8 }, () => as('greedy', 'PUT', '/selection/add', medium)));
  expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('heavy searches of one user leave room in the queue, and the next permit goes to a user without one', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  service.engine('a').beforeSearch = (query) => {
    order.push(JSON.stringify(query).includes('own') ? 'other' : 'greedy');
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const count = HEAVY_SEARCH_COUNT_MAX + HEAVY_WAITING_COUNT_MAX;
  const greedy = Array.from({ length: count }, () => as('greedy', 'GET', '/search?q=/al.*/'));
  await until(() => order.length === HEAVY_SEARCH_COUNT_MAX);
  await pause(200);
  const other = as('other', 'GET', '/search?q=/own.*/');
  // One of the first user's requests loses its place.
  expect((await Promise.race(greedy)).status).toBe(503);
  waiting.shift()!();
  await until(() => order.length === HEAVY_SEARCH_COUNT_MAX + 1);
  expect(order.at(-1)).toBe('other');
  service.engine('a').beforeSearch = () => undefined;
  for (const resolve of waiting.splice(0)) resolve();
  expect((await other).status).toBe(200);
  const statuses = (await Promise.all(greedy)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([503]);
});

test('unread records of one user leave room for those of others', async () => {
  const path = '/hits?q=id:2&properties=*';
  for (let n = 0; n < 2; n++) {
    const { socket } = await begin('greedy', `GET ${path}`, '\r\n');
    await once(socket, 'readable');
  }
  expect((await as('greedy', 'GET', path)).status).toBe(503);
  for (let n = 0; n < 2; n++) {
    const { socket } = await begin('other', `GET ${path}`, '\r\n');
    await once(socket, 'readable');
    expect(String(socket.read(15))).toBe('HTTP/1.1 200 OK');
  }
});
