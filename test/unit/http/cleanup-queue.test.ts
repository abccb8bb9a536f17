import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CleanupQueue, cleanupsDone } from '../../../src/http/cleanup-queue.ts';
import { sentPieces } from '../../../src/http/input/sent-pieces.ts';
import { CLEANUP_MS_PER_TURN, CLEANUPS_PER_TURN_MAX } from '../../../src/http/limits.ts';

test('few are done at once; of many some in each turn, all of them, in order', async () => {
  const cleanups = new CleanupQueue();
  const done: number[] = [];
  cleanups.defer(() => done.push(-1));
  expect(done).toEqual([-1]);
  await turn();
  for (let i = 0; i < 1000; i++) cleanups.defer(() => done.push(i));
  let before = 1;
  expect(done.length).toBeLessThanOrEqual(before + CLEANUPS_PER_TURN_MAX);
  const all = cleanups.done();
  while (done.length < 1001) {
    before = done.length;
    await turn();
    expect(done.length - before).toBeLessThanOrEqual(CLEANUPS_PER_TURN_MAX);
  }
  await all;
  expect(done).toEqual([-1, ...Array.from({ length: 1000 }, (_, i) => i)]);
  await cleanups.done();
});

test('slow ones are fewer in a turn, and later ones come after them', async () => {
  const cleanups = new CleanupQueue();
  const done: number[] = [];
  const slow = (i: number) => () => {
    const start = performance.now();
    while (performance.now() - start < CLEANUP_MS_PER_TURN);
    done.push(i);
  };
  for (let i = 0; i < 5; i++) cleanups.defer(slow(i));
  expect(done).toEqual([0]);
  await turn();
  cleanups.defer(slow(5));
  expect(done.length).toBeLessThanOrEqual(2);
  await cleanups.done();
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
});

test('clients that leave at once during their bodies are handled some in each turn', async () => {
  const clients = 4 * CLEANUPS_PER_TURN_MAX;
  let begun = 0;
  let missed = 0;
  let missedInTurn = 0;
  let most = 0;
  const server = createServer(async (request) => {
    begun++;
    try {
      for await (const _piece of sentPieces(request));
    } catch {
      missed++;
      if (missedInTurn++ === 0)
        setImmediate(() => {
          missedInTurn = 0;
        });
      most = Math.max(most, missedInTurn);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  for (const socket of sockets) socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  while (begun < clients) await turn();
  for (const socket of sockets) socket.resetAndDestroy();
  while (missed < clients) await turn();
  // A turn may begin with those that arrived at its end.
  expect(most).toBeLessThanOrEqual(2 * CLEANUPS_PER_TURN_MAX);
  await cleanupsDone();
  server.close();
});
