/**
 * Data sources that were moved after processing: `iped/data/newDataSourceLocations.txt` maps the path that an item names
 * to where it is now, a pair in a line (`old = new`). It is looked up only for a path that is no longer there.
 */
import { join } from 'node:path';
import type { EvidenceFiles } from '../../evidence/evidence-files.ts';

const FILE = 'iped/data/newDataSourceLocations.txt';
const BYTES_MAX = 1 << 20;

export class MovedSources {
  readonly #files: EvidenceFiles;
  #locations: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(files: EvidenceFiles) {
    this.#files = files;
  }

  /** The path of `id` in the source, where that is now. */
  async resolve(source: string, id: string): Promise<string> {
    const isThere = await this.#files.locate(source).then(
      () => true,
      () => false,
    );
    if (isThere) return join(source, id);
    this.#locations ??= this.#read();
    return join((await this.#locations).get(source) ?? source, id);
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

/** Either path may contain an equals sign: the one between blanks separates. */
export function parseLocations(text: string): ReadonlyMap<string, string> {
  const locations = new Map<string, string>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, old, now] = /^(?!#)(.+?)(?: = |=)(.+)$/.exec(line) ?? [];
    if (old !== undefined && now !== undefined) locations.set(old.trim(), now.trim());
  }
  return locations;
}
