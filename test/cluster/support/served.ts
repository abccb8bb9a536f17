/** Starts the compiled program over cases, and waits until all of them can be searched. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, said, startCli } from '../../support/run-cli.ts';

export interface ServedSource {
  readonly id: string;
  readonly path: string;
  readonly engine?: string;
}

const PATIENCE = 300_000;

export class Served {
  readonly url: string;
  readonly #child: ChildProcessWithoutNullStreams;

  private constructor(url: string, child: ChildProcessWithoutNullStreams) {
    this.url = url;
    this.#child = child;
  }

  static async start(dir: string, sources: readonly ServedSource[], options: readonly string[] = []): Promise<Served> {
    const file = join(dir, `sources-${sources.map(({ engine }) => (engine === undefined ? 'e' : 'c')).join('')}.json`);
    await writeFile(file, JSON.stringify(sources));
    const child = startCli(['serve', '--sources', file, '--host', '127.0.0.1', '--port', '0', ...options]);
    const [, url] = await said(child, /listens on (http\S+)/);
    const served = new Served(url!, child);
    const begun = performance.now();
    while (performance.now() - begun < PATIENCE) {
      const answer = await fetch(`${url}/hits?limit=0&q=*`, { headers: { connection: 'close' } });
      const body = (await answer.json()) as { readonly incomplete?: unknown };
      if (answer.ok && body.incomplete === undefined) return served;
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error('the sources do not become ready');
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await ended(this.#child);
  }
}
