/**
 * Finds data sources that were moved after processing. `iped/data/newDataSourceLocations.txt` maps original paths to current
 * ones, one pair per line (`old = new`). It is used only for paths that no longer exist.
 */
import { join } from 'node:path';
import type { EvidenceFiles } from '../../evidence/evidence-files.ts';

const FILE = 'iped/data/newDataSourceLocations.txt';
const BYTES_MAX = 1 << 20;
/** Maximum number of sources whose path is cached. */
const SOURCES_MAX = 4096;
/** How long entries are cached. Limited, because a disk with evidence may be mounted while the case is open. */
const KNOWN_MILLISECONDS = 10_000;

export class MovedSources {
  readonly #files: EvidenceFiles;
  #locations: Promise<ReadonlyMap<string, string>> | null = null;
  /** Keyed by source, because a case has few of them, but millions of items. */
  readonly #known = new Map<string, { readonly path: Promise<string>; readonly until: number }>();

  readonly #now: () => number;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(files: EvidenceFiles, now: () => number = () => performance.now()) {
    this.#files = files;
    this.#now = now;
  }

  /** Returns the current path of `id` in the source. */
  async resolve(source: string, id: string): Promise<string> {
    let known = this.#known.get(source);
    if (known === undefined || known.until < this.#now()) {
      known = { path: this.#find(source), until: this.#now() + KNOWN_MILLISECONDS };
      if (this.#known.size < SOURCES_MAX) this.#known.set(source, known);
    }
    return join(await known.path, id);
  }

  async #find(source: string): Promise<string> {
    const isThere = await this.#files.locate(source).then(
      () => true,
      () => false,
    );
    if (isThere) return source;
    this.#locations ??= this.#read();
    return (await this.#locations).get(source) ?? this.#files.find(source);
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const opened = await this.#files.open(FILE).catch(() => null);
    if (opened === null) return new Map();
    try {
      const bytes = Buffer.alloc(Math.min(opened.stats.size, BYTES_MAX));
      const { bytesRead } = await opened.handle.read(bytes, 0, bytes.length, 0);
      return parseLocations(bytes.toString('utf8', 0, bytesRead));
    } finally {
      await opened.handle.close();
    }
  }
}

/** Both paths may contain equals signs. The last one with blanks around it separates them, or else the first one. */
export function parseLocations(text: string): ReadonlyMap<string, string> {
  const locations = new Map<string, string>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const between = line.lastIndexOf(' = ');
    const at = between < 0 ? line.indexOf('=') : between + 1;
    const [old, now] = [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
    if (old !== '' && now !== '' && !line.startsWith('#')) locations.set(old, now);
  }
  return locations;
}
