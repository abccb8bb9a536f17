/** Who is cut off: the client that does not read, not the one that the server lets wait. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { cutOffWhenStalled } from '../../../src/http/stalled-client.ts';

const MS = 100;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function asked(listener: RequestListener): Promise<Socket> {
  const server = createServer((req, res) => {
    cutOffWhenStalled({ req, res }, MS);
    listener(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return socket;
}

test('a client that waits for an answer that is being made gets it, before its first byte and within it', async () => {
  const socket = await asked(async (_req, res) => {
    await sleep(5 * MS);
    res.write('first');
    await sleep(5 * MS);
    res.end('last');
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'close');
  expect(text).toMatch(/first[\s\S]*last\r\n0\r\n\r\n$/);
});

test('a client that reads nothing of what there is to read loses its connection', async () => {
  let isCut = false;
  const socket = await asked((_req, res) => {
    res.on('close', () => (isCut = !res.writableFinished));
    res.write(Buffer.alloc(64 << 20));
  });
  socket.pause();
  for (let waited = 0; !isCut && waited < 10_000; waited += MS) await sleep(MS);
  expect(isCut).toBe(true);
});
