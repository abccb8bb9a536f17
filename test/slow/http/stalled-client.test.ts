/** Only the client that does not read is cut off, not one that the server keeps waiting. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cutOffWhenStalled } from '../../../src/http/stalled-client.ts';
import { pause } from '../../support/until.ts';

const MS = 100;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const STALLED = { msMax: MS, slowMsMax: 600_000, slowBytesMax: 0 };

async function asked(listener: RequestListener, limits = STALLED): Promise<Socket> {
  const server = createServer((req, res) => {
    res.once('close', cutOffWhenStalled({ req, res }, limits));
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

test('a client that waits for an answer gets it, before its first byte and within it', async () => {
  const socket = await asked(async (_req, res) => {
    await pause(5 * MS);
    res.write('first');
    await pause(5 * MS);
    res.end('last');
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'close');
  expect(text).toMatch(/first[\s\S]*last\r\n0\r\n\r\n$/);
});

test('a client that does not read available data loses its connection', async () => {
  let isCut = false;
  const socket = await asked((_req, res) => {
    res.on('close', () => (isCut = !res.writableFinished));
    res.write(Buffer.alloc(64 << 20));
  });
  socket.pause();
  for (let waited = 0; !isCut && waited < 10_000; waited += MS) await pause(MS);
  expect(isCut).toBe(true);
});

describe('a client that reads a little occasionally', () => {
  const slow = { msMax: 600_000, slowMsMax: 10 * MS, slowBytesMax: 8 << 20 };
  const answerBytes = 64 << 20;
  const inPieces: RequestListener = (_req, res) => {
    const piece = Buffer.alloc(64 << 10);
    Readable.from(Array.from({ length: answerBytes / piece.length }, () => piece)).pipe(res);
  };
  const atOnce: RequestListener = (_req, res) => void res.end(Buffer.alloc(answerBytes / 2));

  /** Returns how much of an answer arrives if this many bytes are read in every tenth of the relevant time. */
  async function read(bytes: number, listener = inPieces): Promise<number> {
    const socket = await asked(listener, slow);
    let received = 0;
    let left = bytes;
    socket.on('data', (piece: Buffer) => {
      received += piece.length;
      left -= piece.length;
      if (left <= 0) socket.pause();
    });
    const refill = setInterval(() => {
      left = bytes;
      socket.resume();
    }, MS);
    await once(socket, 'close');
    clearInterval(refill);
    return received;
  }

  test('loses its connection', async () => {
    expect(await read(64 << 10)).toBeLessThan(answerBytes);
  });

  test('keeps it if that is enough', async () => {
    expect(await read(8 << 20)).toBeGreaterThan(answerBytes);
  });

  test('keeps it if that is enough, and the answer is one write that takes longer than the time limit', async () => {
    expect(await read(1 << 20, atOnce)).toBeGreaterThan(answerBytes / 2);
  });

  test('loses it within one write', async () => {
    expect(await read(64 << 10, atOnce)).toBeLessThan(answerBytes / 2);
  });
});
