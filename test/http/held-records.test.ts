/** A client does not read its heavy records. Other clients with such records must retry until that client has left. */
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';

const HEAVY = 16 * 2 ** 20;
const page = '/hits?limit=2&properties=*';

const item = (id: number) => ({ id, properties: { long: 'heron '.repeat(HEAVY / 6) } });
const service = Service.beforeTests({ cases: { s: [item(1), item(2)] }, server: { heldWeightMax: 3 * HEAVY } });

/** Sends a request, and reads nothing of the answer. */
async function stalled(path: string): Promise<Socket> {
  const socket = connect(service.server.port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

test.each([page, '/sources/s/docs/1'])('%s is refused while other answers hold too much', async (path) => {
  const socket = await stalled(page);
  if (path !== page) {
    const second = await stalled(path);
    const { status } = await service.get(path);
    second.destroy();
    expect(status).toBe(503);
  } else {
    const { status, headers, json } = await service.get(path);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(json.error).toMatch(/running answers hold all the records/);
  }
  expect((await service.get('/search?q=')).status).toBe(200);
  socket.destroy();
  await until(async () => (await service.get(path)).status === 200);
});
