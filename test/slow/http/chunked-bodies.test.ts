import { once } from 'node:events';
import { createServer, IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import Koa from 'koa';
import { bodyTexts } from '../../../src/http/input/body-texts.ts';
import { sentPieces } from '../../../src/http/input/sent-pieces.ts';
import { unreadBodies } from '../../../src/http/input/unread-body.ts';
import { BUFFERED_BODY_BYTES_MAX, FRAMING_BYTES_MAX } from '../../../src/http/limits.ts';
import { pause } from '../../support/until.ts';

/** Counts the chunks that reach a server, and the maximum of them in one turn of the event loop. */
let chunks = 0;
let chunksOfTurn = 0;
let mostOfTurn = 0;
class Watched extends IncomingMessage {
  override push(chunk: Buffer | null): boolean {
    if (chunk !== null) {
      chunks++;
      if (chunksOfTurn++ === 0)
        setImmediate(() => {
          chunksOfTurn = 0;
        });
      mostOfTurn = Math.max(mostOfTurn, chunksOfTurn);
    }
    return super.push(chunk);
  }
}

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<number> {
  [chunks, chunksOfTurn, mostOfTurn] = [0, 0, 0];
  server = createServer(
    { IncomingMessage: Watched, highWaterMark: BUFFERED_BODY_BYTES_MAX },
    async (request, response) => {
      await Promise.resolve(answer(request, response)).catch((fault: unknown) => response.destroy(fault as Error));
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const headWith = (line: string): string =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${line}\r\n`;
/** Node parses its whole read at once. */
const READ_BYTES = 64 * 1024;
/** Four of six bytes count toward the limit. The buffer fills up, and the rest of the read still arrives. */
const ONE_BYTE_CHUNKS_MAX = FRAMING_BYTES_MAX / 4 + BUFFERED_BODY_BYTES_MAX + READ_BYTES / 6 + 2;

async function sent(port: number, body: string, line = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  socket.write(headWith(line));
  await pause(20);
  socket.write(body, 'latin1');
  // The rest of a refused body resets the connection, sometimes before the answer is read.
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

test.each(['', 'Content-Encoding: gzip\r\n'])(
  'no more of a body in chunks of one byte is read than allowed (%j)',
  async (line) => {
    let refused: unknown;
    const port = await serve(async (request, response) => {
      try {
        for await (const _text of bodyTexts(request, 1 << 20));
        response.end();
      } catch (fault) {
        refused = fault;
        response.writeHead(400, { Connection: 'close' }).end();
      }
    });
    // The header of a gzip stream whose name never ends.
    const chunk = line === '' ? '1\r\n \r\n' : '1\r\na\r\n';
    const begin = line === '' ? '' : 'a\r\n\x1f\x8b\x08\x08\0\0\0\0\0\0\r\n';
    const answer = await sent(port, begin + chunk.repeat(300_000), line);
    expect(answer).toMatch(/^$|^HTTP\/1.1 400 /);
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('too small') });
    expect(chunks).toBeLessThan(ONE_BYTE_CHUNKS_MAX);
  },
);

test.each([0, 50])('nor is more read if no route reads the body, and the answer is sent after %i ms', async (ms) => {
  const app = new Koa();
  app.use(unreadBodies).use(async (ctx) => {
    await pause(ms);
    ctx.status = 404;
  });
  const port = await serve(app.callback());
  expect(await sent(port, '1\r\n \r\n'.repeat(300_000))).toMatch(/^$|^HTTP\/1.1 404 /);
  expect(chunks).toBeLessThan(ONE_BYTE_CHUNKS_MAX);
});

test('an unread body in larger chunks leaves the connection for the next request', async () => {
  const app = new Koa();
  app.use(unreadBodies).use((ctx) => {
    ctx.status = 404;
    if (ctx.path === '/last') ctx.set('Connection', 'close');
  });
  const port = await serve(app.callback());
  const next = 'GET /last HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await sent(port, `${`1000\r\n${' '.repeat(0x1000)}\r\n`.repeat(500)}0\r\n\r\n${next}`);
  expect(answers.match(/HTTP\/1.1 404 /g)).toHaveLength(2);
});

test('few chunks of five bytes are read in one turn, and all of them arrive', async () => {
  const port = await serve(async (request, response) => {
    let text = '';
    for await (const piece of sentPieces(request)) text += String(piece);
    response.writeHead(200, { Connection: 'close' }).end(`${text.length} ${text === 'abcde'.repeat(100_000)}`);
  });
  expect(await sent(port, `${'5\r\nabcde\r\n'.repeat(100_000)}0\r\n\r\n`)).toMatch(/\n500000 true/);
  expect(mostOfTurn).toBeLessThan(BUFFERED_BODY_BYTES_MAX / 5 + READ_BYTES / 10 + 2);
});

test('bodies in chunks of any sizes arrive completely at readers of any speed', async () => {
  const port = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    const isSlow = request.url === '/slow';
    if (isSlow) await pause(20);
    for await (const piece of sentPieces(request)) {
      pieces.push(piece);
      if (isSlow && pieces.length % 8 === 0) await pause(1);
    }
    response.end(Buffer.concat(pieces));
  });
  for (let round = 0; round < 24; round++) {
    const sizeMax = [8, 100, 2000, 40_000][round % 4]!;
    const body = Array.from({ length: 3000 / (1 + (round % 4) * 9) }, (_, i) =>
      Buffer.alloc(3 + Math.floor(Math.random() * sizeMax), i),
    );
    const asked = request({ port, method: 'POST', path: round % 3 === 0 ? '/slow' : '/', agent: false });
    for (const piece of body) asked.write(piece);
    asked.end();
    const [answer] = await once(asked, 'response');
    const received: Buffer[] = [];
    for await (const piece of answer) received.push(piece);
    expect(Buffer.concat(received)).toEqual(Buffer.concat(body));
  }
});
