/** LMDB's own errors while an index is read take that index out of service, and no other: a real served process. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { zeroTreePages } from '../support/damaged-tree.ts';
import { temporaryDir } from '../support/endings.ts';
import { send } from '../support/http-client.ts';
import { ended, said, startCli } from '../support/run-cli.ts';

const dir = temporaryDir();
const servers: ReturnType<typeof startCli>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGTERM');
    await ended(server);
  }
});

test('a tree that is damaged while it is served affects only its source', async () => {
  const data = join(dir, 'data');
  const server = startCli([
    ...['serve', '--sources', resolve('data-samples/sources.json'), '--data', data],
    ...['--host', '127.0.0.1', '--port', '0', '--engine-processes', '2'],
  ]);
  servers.push(server);
  const ready = ['seized-laptop', 'usb-stick', 'VOL001'].map((name) => said(server, new RegExp(`${name}: ready, `)));
  const [, url] = await said(server, /listens on (http:\S+)/);
  await Promise.all(ready);
  const indexes = join(data, 'indexes');
  const name = readdirSync(indexes).find((entry) => entry.includes('usb-stick'))!;
  const generation = readdirSync(join(indexes, name)).find((entry) => entry.startsWith('gen-'))!;
  expect(zeroTreePages(join(indexes, name, generation))).toBeGreaterThan(0);

  const statuses = new Set<number>();
  let states: readonly { id: string; state: string; reason?: string }[] = [];
  for (const q of ['heron', 'name:a*', 'mod?fied', '/inv.*/', 'a', 'e~1', '*:*', 'size:[1 TO 9]']) {
    for (const path of ['/search', '/explain']) {
      statuses.add((await send(url!, 'GET', `${path}?q=${encodeURIComponent(q)}`)).status);
    }
    states = (await send(url!, 'GET', '/status')).json.sources;
  }
  expect([...statuses]).not.toContain(500);
  expect(states).toMatchObject([
    { id: 'seized-laptop', state: 'ready' },
    { id: 'usb-stick', state: 'failed' },
    { id: 'rui-phone', state: 'ready' },
    { id: 'production', state: 'ready' },
  ]);
  const { status, json } = await send(url!, 'GET', '/search?q=*:*');
  expect([status, json.incomplete.map(({ source }: { source: string }) => source)]).toEqual([200, ['usb-stick']]);
  expect(json.docs.length).toBeGreaterThan(0);
});
