/**
 * Opens a portable case directory. Only the manifest is read; that every item file it names is there is checked, so
 * that a broken case is refused before a build starts. The case is never written to.
 */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { AppError } from '../shared/errors.ts';
import { checkRange, FilePool } from './byte-source.ts';
import type { ByteSource, CaseItem, CaseReader, ItemPart, PartRef, ReadObserver } from './case-reader.ts';
import { type Manifest, parseManifest, readManifestBytes, unreadable } from './manifest.ts';
import { readItemFile } from './read-items.ts';
import { CaseFiles } from './safe-path.ts';

/** Throws AppError CASE_UNREADABLE, naming the file and the fault, where the directory is no case that can be read. */
export async function openCase(path: string): Promise<CaseReader> {
  const realPath = await realDirectory(path);
  const files = new CaseFiles(realPath);
  const manifest = parseManifest(await readManifestBytes(files, path), path);
  const parts: ItemPart[] = [];
  for (const [index, file] of manifest.items.entries()) {
    const { stats } = await files.locate(file).catch((error: unknown) => {
      throw error instanceof AppError ? unreadable(path, `items[${index}]: ${error.message}`) : error;
    });
    parts.push({ index, file, bytes: stats.size });
  }
  return new CaseDirectory(path, realPath, manifest, parts, files);
}

class CaseDirectory implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly name: string | null;
  readonly itemCountExpected: number | null;
  readonly parts: readonly ItemPart[];
  readonly #files: CaseFiles;
  readonly #pool: FilePool;

  constructor(path: string, realPath: string, manifest: Manifest, parts: readonly ItemPart[], files: CaseFiles) {
    this.path = path;
    this.realPath = realPath;
    this.name = manifest.name;
    this.itemCountExpected = manifest.itemCount;
    this.parts = parts;
    this.#files = files;
    this.#pool = new FilePool(files);
  }

  async fingerprint(): Promise<string> {
    const hash = createHash('sha256');
    hash.update(await readManifestBytes(this.#files, this.path));
    for (const { file, index } of this.parts) {
      const { path } = await this.#locateItems(file, index);
      const { size, mtimeNs } = await stat(path, { bigint: true });
      hash.update(`\n${JSON.stringify(file)} ${size} ${mtimeNs}`);
    }
    return hash.digest('hex');
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const { handle } = await this.#files.open(part.file).catch((error: unknown) => {
      throw this.#asUnreadable(error, part.index);
    });
    try {
      yield* readItemFile(handle, part, observer);
    } finally {
      await handle.close();
    }
  }

  async openPart(ref: PartRef): Promise<ByteSource> {
    return this.#pool.source(ref);
  }

  async checkPart(ref: PartRef): Promise<void> {
    const { stats } = await this.#files.locate(ref.file);
    checkRange(ref, stats.size);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #locateItems(file: string, index: number): Promise<{ path: string }> {
    return this.#files.locate(file).catch((error: unknown) => {
      throw this.#asUnreadable(error, index);
    });
  }

  #asUnreadable(error: unknown, index: number): unknown {
    return error instanceof AppError ? unreadable(this.path, `items[${index}]: ${error.message}`) : error;
  }
}

async function realDirectory(path: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw unreadable(path, code === 'ENOENT' ? 'no such directory' : `cannot be read (${code ?? 'invalid path'})`);
  }
  if (!(await stat(real)).isDirectory()) throw unreadable(path, 'not a directory');
  return real;
}
