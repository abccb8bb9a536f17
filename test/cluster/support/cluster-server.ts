/** A server process over sources here and on a cluster, as a user starts it. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../support/http-client.ts';
import { ended, said, startCli } from '../../support/run-cli.ts';

/** Characters. */
const LOG_KEPT = 4000;

export interface ServedSource {
  readonly id: string;
  readonly path: string;
  readonly engine: string;
}

/** An answer as a client sees it; `cut` if the connection ended before the answer did. */
export interface Seen {
  readonly status: number | 'cut';
  readonly text: string;
}

export class ClusterServer {
  readonly url: string;
  readonly #child: ChildProcessWithoutNullStreams;
  #log = '';

  private constructor(url: string, child: ChildProcessWithoutNullStreams) {
    this.url = url;
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-LOG_KEPT);
    });
  }

  /** The end of the log, which has the cause of a 500. */
  get log(): string {
    return this.#log;
  }

  static async start(dir: string, sources: readonly ServedSource[]): Promise<ClusterServer> {
    const file = join(dir, 'sources.json');
    writeFileSync(file, JSON.stringify(sources));
    const flags = ['--data', join(dir, 'data'), '--host', '127.0.0.1', '--port', '0', '--engine-processes', '1'];
    const child = startCli(['serve', '--sources', file, ...flags]);
    child.stdout.resume();
    const [, url] = await said(child, /listens on (http:\S+)/);
    const server = new ClusterServer(url!, child);
    await server.ready(sources.length, 120_000);
    return server;
  }

  /** Resolves with the number of milliseconds until this many sources could answer. */
  async ready(count: number, patience: number): Promise<number> {
    for (const begun = performance.now(); performance.now() - begun < patience; await sleep(100)) {
      const sources = await this.sources();
      if (sources.filter(({ state }) => state === 'ready').length === count) return performance.now() - begun;
    }
    throw new Error(`not ${count} sources after ${patience / 1000} s: ${JSON.stringify(await this.sources())}`);
  }

  async sources(): Promise<readonly { readonly id: string; readonly state: string; readonly reason?: string }[]> {
    return (await send(this.url, 'GET', '/status')).json.sources;
  }

  async get(path: string): Promise<Seen> {
    try {
      const answer = await fetch(this.url + path);
      try {
        return { status: answer.status, text: await answer.text() };
      } catch {
        return { status: 'cut', text: '' };
      }
    } catch {
      throw new Error('the server does not answer');
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await ended(this.#child);
  }
}
