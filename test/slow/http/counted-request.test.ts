import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { CountedRequest } from '../../../src/http/input/counted-request.ts';
import { CHUNKS_OF_TURN_MAX, SMALL_CHUNK_FRAMES_BYTES_MAX } from '../../../src/http/limits.ts';
import { pause } from '../../support/until.ts';

/** What reaches a server: chunks, and the maximum of them in one turn of the event loop. */
let chunks = 0;
let chunksOfTurn = 0;
let mostOfTurn = 0;
class Watched extends CountedRequest {
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

async function serve(answer: (request: CountedRequest, response: ServerResponse) => unknown): Promise<number> {
  [chunks, chunksOfTurn, mostOfTurn] = [0, 0, 0];
  server = createServer({ IncomingMessage: Watched }, (request, response) =>
    answer(request as CountedRequest, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Node parses its whole read at once. */
const READ_BYTES = 64 * 1024;
/** Five bytes of frames, and two that may count as one. The rest of the read still comes. */
const ONE_BYTE_CHUNKS_MAX = SMALL_CHUNK_FRAMES_BYTES_MAX / 3 + READ_BYTES / 6 + 2;

async function sent(port: number, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  socket.write(HEAD);
  await pause(20);
  socket.write(body);
  await once(socket, 'close');
  return received;
}

test('of a body in chunks of one byte no more is read than may be', async () => {
  const port = await serve(async (request, response) => {
    let bytes = 0;
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length;
      if (request.isInSmallChunks) break;
    }
    response.writeHead(400, { Connection: 'close' }).end(`${bytes}`);
  });
  expect(await sent(port, '1\r\n \r\n'.repeat(300_000))).toMatch(/^HTTP\/1.1 400 /);
  expect(chunks).toBeLessThan(ONE_BYTE_CHUNKS_MAX);
});

test.each([0, 50])('nor where nobody reads the body, and the answer is sent after %i ms', async (ms) => {
  const port = await serve((_request, response) => {
    void pause(ms).then(() => response.writeHead(404).end());
  });
  expect(await sent(port, '1\r\n \r\n'.repeat(300_000))).toMatch(/^HTTP\/1.1 404 /);
  expect(chunks).toBeLessThan(ONE_BYTE_CHUNKS_MAX);
});

test('chunks of three bytes are few in one turn, and all of them come', async () => {
  const port = await serve(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    response.writeHead(200, { Connection: 'close' }).end(`${text.length} ${text === 'abc'.repeat(100_000)}`);
  });
  expect(await sent(port, `${'3\r\nabc\r\n'.repeat(100_000)}0\r\n\r\n`)).toMatch(/\n300000 true/);
  expect(mostOfTurn).toBeLessThan(CHUNKS_OF_TURN_MAX + READ_BYTES / 8 + 2);
});

test('bodies in chunks of any sizes come whole to readers of any speed', async () => {
  const port = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    const isSlow = request.url === '/slow';
    if (isSlow) await pause(20);
    for await (const piece of request) {
      pieces.push(piece as Buffer);
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
