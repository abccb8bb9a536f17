/**
 * A synthetic case behind a real server. It has as many items as requested, is made once and kept, and is listed as several
 * sources to make more hits.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeSyntheticCase } from '../../../bench/synthetic/write-case.ts';
import { ended, runCli, said, startCli } from '../../support/run-cli.ts';

const READY_TRIES = 600;
const READY_PAUSE_MS = 100;
const WORDS = 8;
const VOCABULARY = 20_000;

export interface LargeOptions {
  /** The folder of case, index and sources. */
  readonly dir: string;
  readonly items: number;
  /** Number of sources as which the one case is listed. */
  readonly sources: number;
  /** A case that exists already. */
  readonly path?: string;
}

export class ServedLarge {
  readonly url: string;
  readonly #child: ChildProcessWithoutNullStreams;

  private constructor(url: string, child: ChildProcessWithoutNullStreams) {
    this.url = url;
    this.#child = child;
  }

  static async start({ dir, items, sources, path }: LargeOptions): Promise<ServedLarge> {
    // A relative path in the sources file would be relative to the folder of that file.
    const case_ = resolve(path ?? join(dir, `case-${items}`));
    const data = join(dir, 'data');
    mkdirSync(dir, { recursive: true });
    if (!existsSync(join(case_, 'case.json'))) {
      await writeSyntheticCase(case_, { items, seed: 1, words: WORDS, vocabulary: VOCABULARY });
    }
    const built = await runCli(['index', 'build', case_, '--data', data]);
    if (built.code !== 0) throw new Error(`the index of ${case_} was not built: ${built.stderr}`);
    const listed = Array.from({ length: sources }, (_, n) => ({ id: `large-${n}`, path: case_ }));
    writeFileSync(join(dir, 'sources.json'), JSON.stringify(listed));
    const place = ['--sources', join(dir, 'sources.json'), '--data', data];
    const child = startCli(['serve', ...place, '--host', '127.0.0.1', '--port', '0']);
    const [, url] = await said(child, /listens on (http:\S+)/);
    const served = new ServedLarge(url!, child);
    await served.#ready();
    return served;
  }

  /** A search of all sources is refused until each is open. */
  async #ready(): Promise<void> {
    for (let n = 0; n < READY_TRIES; n++) {
      if ((await fetch(`${this.url}/search?q=x&limit=1`)).ok) return;
      await setTimeout(READY_PAUSE_MS);
    }
    throw new Error('the sources are not ready');
  }

  async json(path: string): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`);
    return (await response.json()) as Answer;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await ended(this.#child);
  }
}

/** The part of a page of hits, and of counts, that is examined. */
export interface Answer {
  readonly total: number;
  readonly hits: readonly { readonly properties: Readonly<Record<string, readonly string[]>> }[];
  readonly facets: readonly { readonly values: readonly { readonly value: string; readonly items: number }[] }[];
}
