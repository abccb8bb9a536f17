/** The memory of counts is released, even if the client disconnects at the same moment as many others. */
import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { cleanupsDone, deferCleanup } from '../../src/http/cleanup-queue.ts';
import { CLEANUP_MS_PER_TURN } from '../../src/http/limits.ts';
import { Service } from '../support/http-service.ts';
import { pause, until } from '../support/until.ts';

const NAMES = 4000;
const items = Array.from({ length: NAMES }, (_, id) => ({ id, properties: { name: `item ${id}` } }));
const service = Service.beforeTests({ cases: { one: items }, server: { queryMebibytes: 1 } });
const PATH = `/facets?facet=name&facetLimit=${NAMES}`;

/** The end of a client, which takes a turn. */
function otherEnd(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CLEANUP_MS_PER_TURN);
}

/** Asks for counts, and leaves before the engine answers. The answer is complete before the server stops its work. */
async function leave(): Promise<void> {
  let proceed = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  let isAsked = false;
  service.engine('one').beforeSearch = () => {
    isAsked = true;
    return held;
  };
  const client = request(new URL(PATH, service.server.url)).on('error', () => undefined);
  client.end();
  await until(() => isAsked);
  for (let i = 0; i < 600; i++) deferCleanup(otherEnd);
  client.destroy();
  await pause(100);
  proceed();
  await cleanupsDone();
  await pause();
}

test('the client leaves while an engine counts', async () => {
  for (let i = 0; i < 6; i++) await leave();
  service.engine('one').beforeSearch = () => undefined;
  const { status, json } = await service.get(PATH);
  expect([status, json.facets?.[0].values.length]).toEqual([200, NAMES]);
});
