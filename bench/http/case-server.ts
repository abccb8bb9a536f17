/** A server of one case in its own process, on a free port. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ListeningProcess, listeningProcess } from './listening-process.ts';

const READY_TRIES = 3000;
const READY_PAUSE_MS = 100;
const cli = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Serves the case as source `bench`, with the `main.js` of any build. Builds the index if it is missing. Returns when searches are answered. */
export async function serveCase(
  casePath: string,
  data: string,
  more: readonly string[] = [],
  main = cli,
): Promise<ListeningProcess> {
  mkdirSync(data, { recursive: true });
  const sources = join(data, 'bench-sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: resolve(casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', data];
  const server = await listeningProcess(['node', main, 'serve', ...flags, ...more]);
  for (let attempt = 0; attempt < READY_TRIES; attempt++) {
    const response = await fetch(`${server.url}/search?q=*:*&limit=1&sourceID=bench`);
    await response.arrayBuffer();
    if (response.status === 200) return server;
    await sleep(READY_PAUSE_MS);
  }
  server.process.kill('SIGTERM');
  throw new Error('the source was not ready within five minutes');
}
