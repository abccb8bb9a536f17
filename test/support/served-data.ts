/** A real server process over a sample case and a data directory, for tests that stop it, kill it or remove its files. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Answer, type RequestOptions, send } from './http-client.ts';
import { ended, said, startCli } from './run-cli.ts';

export const CASE = resolve('data-samples/usb-stick');
/** An item of it. */
export const ITEM = { source: 'usb', id: 18 };

export class ServedData {
  readonly url: string;
  readonly child: ChildProcessWithoutNullStreams;

  private constructor(url: string, child: ChildProcessWithoutNullStreams) {
    this.url = url;
    this.child = child;
  }

  /** Resolves when the sources answer. Rejects with the output if the process ends before. */
  static async start(data: string, args: readonly string[] = []): Promise<ServedData> {
    // These take a while to start, and few tests here need any.
    const engines = args.includes('--engine-processes') ? [] : ['--engine-processes', '0'];
    const sources = join(data, '..', 'sources.json');
    writeFileSync(sources, JSON.stringify([{ id: ITEM.source, path: CASE }]));
    const child = startCli([
      'serve',
      '--sources',
      sources,
      '--data',
      data,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      ...engines,
      ...args,
    ]);
    const ready = said(child, /: ready, /);
    ready.catch(() => undefined);
    const [, url] = await said(child, /listens on (http:\S+)/);
    await ready;
    return new ServedData(url!, child);
  }

  ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return send(this.url, method, path, options);
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }

  /** Shuts it down properly, even if it was stopped. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGCONT');
    this.child.kill('SIGTERM');
    return ended(this.child);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await ended(this.child);
  }
}
