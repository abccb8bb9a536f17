/** A listening server over real case directories and a real bookmark store, in its own directory. It stops at the end. */
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeAll } from '@jest/globals';
import { pino } from 'pino';
import { parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import type { BookmarkStore } from '../../src/bookmarks/bookmark-store.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import type { CaseOptions } from '../../src/cases/case-format.ts';
import { FORMAT_VERSION } from '../../src/engine/format.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/http/server.ts';
import { openSource } from '../../src/sources/open-source.ts';
import type { OpenSource, OpenSourceFunction } from '../../src/sources/source.ts';
import { SourceRegistry } from '../../src/sources/source-registry.ts';
import { drawPicture } from '../../src/thumbnails/make-thumbnail.ts';
import { pictureData } from '../../src/thumbnails/picture-data.ts';
import { ThumbnailCache } from '../../src/thumbnails/thumbnail-cache.ts';
import { atEnd, temporaryDir } from './endings.ts';
import { HookedEngine } from './hooked-engine.ts';
import { type Answer, type RequestOptions, send } from './http-client.ts';
import { type TinyCaseOptions, type TinyItem, writeCase } from './tiny-case.ts';

export interface ServiceOptions {
  /** Keyed by source id: items. A case directory is written for each. */
  readonly cases?: Readonly<Record<string, readonly (TinyItem | string)[]>>;
  readonly caseOptions?: TinyCaseOptions;
  /** Keyed by id: the paths of additional sources. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Default: `openHooked`. `dir` is the directory of the service. */
  readonly openSource?: (
    path: string,
    onProgress: Parameters<OpenSourceFunction>[1],
    signal: AbortSignal,
    dir: string,
    options: CaseOptions,
    merges: boolean,
  ) => Promise<OpenSource>;
  /** Milliseconds until small parts of an index are merged. */
  readonly mergeAfter?: number;
  readonly searchMsMax?: number;
  /** Additional options of the server. Functions get the directory of the service. */
  readonly server?: Partial<ServerOptions> | ((dir: string) => Partial<ServerOptions>);
  readonly roots?: (dir: string) => readonly string[];
  /** False if the test observes sources while they are being opened. */
  readonly waitForSources?: boolean;
}

export class Service {
  readonly dir = temporaryDir();
  sources!: SourceRegistry;
  bookmarks!: BookmarkStore;
  server!: RunningServer;
  /** Lines of the log, parsed. */
  readonly log: Record<string, unknown>[] = [];
  loading!: Promise<void>;
  #stopped: Promise<void> | null = null;

  /** Returns a service that starts before the tests of the file or of the `describe`. */
  static beforeTests(options: ServiceOptions = {}): Service {
    const service = new Service();
    beforeAll(() => service.#start(options));
    return service;
  }

  static async start(options: ServiceOptions = {}): Promise<Service> {
    const service = new Service();
    await service.#start(options);
    return service;
  }

  async #start(options: ServiceOptions): Promise<void> {
    const { dir, log } = this;
    const definitions: { id: string; path: string }[] = [];
    for (const [id, items] of Object.entries(options.cases ?? {})) {
      const path = join(dir, 'cases', encodeURIComponent(id));
      definitions.push({ id, path: await writeCase(path, items, options.caseOptions) });
    }
    for (const [id, path] of Object.entries(options.paths ?? {})) definitions.push({ id, path });
    const open: NonNullable<ServiceOptions['openSource']> =
      options.openSource ??
      ((path, _onProgress, _signal, _dir, caseOptions, merges) => openHooked(path, dir, caseOptions, merges));
    this.sources = new SourceRegistry({
      ...(options.roots === undefined ? {} : { roots: options.roots(dir) }),
      ...(options.mergeAfter === undefined ? {} : { mergeAfter: options.mergeAfter }),
      openSource: (path, onProgress, signal, caseOptions, _engine, merges = false) =>
        open(path, onProgress, signal, dir, caseOptions, merges),
    });
    atEnd(() => this.stop());
    this.loading = this.sources.load(definitions);
    if (options.waitForSources !== false) await this.loading;
    this.bookmarks = await openBookmarkStore(join(dir, 'bookmarks'));
    this.server = await startServer({
      host: '127.0.0.1',
      port: 0,
      sources: this.sources,
      bookmarks: this.bookmarks,
      thumbnails: new ThumbnailCache(join(dir, 'thumbnails')),
      drawPicture,
      readPicture: async (source) => {
        const bytes = Buffer.alloc(source.bytes);
        await source.read(bytes, 0);
        return pictureData(bytes);
      },
      parseQuery,
      printQuery,
      version: { program: '0.0.0', indexFormat: FORMAT_VERSION },
      log: pino({ level: 'info' }, collect(log)),
      ...(options.searchMsMax === undefined ? {} : { searchMsMax: options.searchMsMax }),
      ...(typeof options.server === 'function' ? options.server(dir) : options.server),
    });
  }

  get(path: string, options: RequestOptions = {}): Promise<Answer> {
    return send(this.server.url, 'GET', path, options);
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return send(this.server.url, 'POST', path, { body, ...options });
  }

  put(path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return send(this.server.url, 'PUT', path, { body, ...options });
  }

  delete(path: string, options: RequestOptions = {}): Promise<Answer> {
    return send(this.server.url, 'DELETE', path, options);
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return send(this.server.url, method, path, options);
  }

  engine(id: string): HookedEngine {
    return this.sources.getReady(id).engine as HookedEngine;
  }

  /** Needed only if something happens after the stop. The directory remains until the end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.server?.stop();
    await this.sources.close();
    await this.bookmarks?.close();
  }
}

/** Opens a case with the real engine, its index in the directory of the service. */
export async function openHooked(
  path: string,
  dir: string,
  caseOptions: CaseOptions = {},
  merges = false,
): Promise<OpenSource> {
  const source = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true, caseOptions, merges });
  const hooked = new HookedEngine(source.engine, source.items);
  return {
    ...source,
    engine: hooked,
    items: hooked,
    async close() {
      await hooked.close();
      await source.close();
    },
  };
}

/** Returns references in the form of the answers. */
export function refs(source: string, ...ids: number[]): { source: string; id: number }[] {
  return ids.map((id) => ({ source, id }));
}

function collect(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString('utf8').split('\n')) if (line !== '') lines.push(JSON.parse(line));
      done();
    },
  });
}
