/**
 * Engine processes are killed when a refresh has published a new index and not opened it yet, and while a request still reads the
 * earlier state. The source stays ready, because the files of the earlier index are still there.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { send } from '../support/http-client.ts';
import { ended, said, startCli } from '../support/run-cli.ts';
import { addItemFile, writeCase } from '../support/tiny-case.ts';
import { until } from '../support/until.ts';

const servers: ReturnType<typeof startCli>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGTERM');
    await ended(server);
  }
});

const ROUNDS = 3;

test('engine processes that are killed during a refresh take no source out of service', async () => {
  const dir = temporaryDir();
  const path = join(dir, 'case');
  const data = join(dir, 'data');
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: `heron ${id}` }));
  await writeCase(path, items, { gzip: false });
  writeFileSync(join(dir, 'sources.json'), JSON.stringify([{ id: 'one', path }]));
  const server = startCli([
    ...['serve', '--sources', join(dir, 'sources.json'), '--data', data],
    ...['--host', '127.0.0.1', '--port', '0', '--engine-processes', '2'],
  ]);
  servers.push(server);
  let log = '';
  server.stderr.on('data', (text) => {
    log += String(text);
  });
  const ready = said(server, /case: ready/);
  const [, url = ''] = await said(server, /listens on (http:\S+)/);
  await ready;
  const [key = ''] = readdirSync(join(data, 'indexes'));
  const engines = async (): Promise<number[]> => {
    const { json } = await send(url, 'GET', '/status');
    return json.engines
      .filter((one: { state: string }) => one.state === 'ready')
      .map((one: { pid: number }) => one.pid);
  };
  const killEngines = async (): Promise<void> => {
    const pids = await engines();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await until(async () => (await engines()).filter((pid) => !pids.includes(pid)).length === 2);
  };
  const count = async (): Promise<unknown> => {
    let answer = await send(url, 'GET', '/search?q=heron');
    while (answer.status === 503) answer = await send(url, 'GET', '/search?q=heron');
    return answer.json.docs?.length ?? answer.text;
  };
  for (let round = 1; round <= ROUNDS; round++) {
    await until(async () => (await engines()).length === 2);
    // A request whose body does not end keeps the state that it began with.
    const reading = connect(Number(new URL(url).port), '127.0.0.1');
    await once(reading, 'connect');
    reading.write(
      'POST /hits HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    addItemFile(path, `added-${100 + round}.jsonl`, [{ id: 100 + round, text: `heron ${100 + round}` }]);
    const refreshed = send(url, 'POST', '/sources/one/refresh');
    await until(() => existsSync(join(data, 'indexes', key, `gen-${String(round + 1).padStart(6, '0')}`)));
    await killEngines();
    expect((await refreshed).json).toMatchObject({ changed: true, items: 100 + round });
    await killEngines();
    expect(await count()).toBe(100 + round);
    reading.destroy();
  }
  // The earlier indexes go with the last requests that read them.
  await until(() => readdirSync(join(data, 'indexes', key)).length === 1);
  expect(log.split('\n').filter((line) => /damaged|does not open/.test(line))).toEqual([]);
});
