/** An open portable case directory. It is never written to. */
import { createHash } from 'node:crypto';
import { type FileHandle, stat } from 'node:fs/promises';
import type { UsualNames } from '../../schema/usual-names.ts';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { CaseLocation } from '../case-format.ts';
import type {
  ByteInput,
  CaseGrowth,
  CaseItem,
  CaseProblem,
  CaseReader,
  CaseSegment,
  FormatVersion,
  ItemPart,
  PartItems,
  ReadObserver,
} from '../case-reader.ts';
import { checkRange, FilePool } from '../files/byte-input.ts';
import type { CaseFiles } from '../files/safe-path.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { readItemsById } from './items-by-id.ts';
import { type Manifest, manifestFile, readManifestBytes } from './manifest.ts';
import { rangeOfRef } from './part-range.ts';
import { readItemFile } from './read-items.ts';

export class PortableCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string | null;
  readonly aliases: UsualNames;
  readonly processedAt: string | null;
  readonly itemCountExpected: number | null;
  readonly parts: readonly ItemPart[];
  readonly analyzed = null;
  readonly #files: CaseFiles;
  readonly #pool: FilePool;

  constructor(
    location: Pick<CaseLocation, 'path' | 'realPath'>,
    format: FormatVersion,
    manifest: Manifest,
    parts: readonly ItemPart[],
    files: CaseFiles,
  ) {
    this.path = location.path;
    this.realPath = location.realPath;
    this.format = format;
    this.name = manifest.name;
    this.aliases = manifest.aliases;
    this.processedAt = manifest.created;
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

  async growth(): Promise<CaseGrowth> {
    const segments: CaseSegment[] = [];
    for (const { file, index } of this.parts) {
      const { path } = await this.#locateItems(file, index);
      const { size, mtimeNs } = await stat(path, { bigint: true });
      segments.push({ file, bytes: Number(size), modified: String(mtimeNs) });
    }
    return { basis: JSON.stringify(this.aliases), segments };
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const handle = await this.#open(part);
    try {
      yield* readItemFile(handle, part, observer);
    } finally {
      await handle.close();
    }
  }

  readItemsById(temporary: string, observer: ReadObserver, parts = this.parts): AsyncGenerator<PartItems> {
    const files = { parts, open: (part: ItemPart) => this.#open(part) };
    return readItemsById(files, temporary, observer);
  }

  countProblem(records: number): CaseProblem | null {
    const expected = this.itemCountExpected;
    if (expected === null || expected === records) return null;
    const reason = `itemCount is ${expected}, but the item files have ${records} records`;
    return { file: manifestFile, line: null, id: null, kind: 'case', reason };
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    return this.#pool.open(rangeOfRef(ref));
  }

  async checkPart(ref: PartRef): Promise<void> {
    const range = rangeOfRef(ref);
    const { stats } = await this.#files.locate(range.file);
    checkRange(range, stats.size);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #open(part: ItemPart): Promise<FileHandle> {
    const { handle } = await this.#files.open(part.file).catch((error: unknown) => {
      throw this.#asUnreadable(error, part.index);
    });
    return handle;
  }

  async #locateItems(file: string, index: number): Promise<{ path: string }> {
    return this.#files.locate(file).catch((error: unknown) => {
      throw this.#asUnreadable(error, index);
    });
  }

  #asUnreadable(error: unknown, index: number): unknown {
    return error instanceof AppError ? unreadableCase(this.path, `items[${index}]: ${error.message}`) : error;
  }
}
