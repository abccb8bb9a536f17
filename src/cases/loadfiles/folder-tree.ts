/** The files of a folder. */
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import { FilePool } from '../files/byte-input.ts';
import { CaseFiles } from '../files/safe-path.ts';
import type { FileTree, FolderEntry, TableStamp } from './file-tree.ts';

export class FolderTree implements FileTree {
  readonly name: string;
  readonly realPath: string;
  readonly passedOver: { readonly name: string; readonly reason: string }[] = [];
  readonly #root: string;
  readonly #files: CaseFiles;
  readonly #pool: FilePool;

  /** `root` is the real path of the folder. */
  constructor(root: string) {
    this.name = basename(root);
    this.realPath = root;
    this.#root = root;
    this.#files = new CaseFiles(root);
    this.#pool = new FilePool(this.#files);
  }

  async *entries(folder: string): AsyncGenerator<FolderEntry> {
    try {
      for await (const entry of await opendir(join(this.#root, folder)))
        yield { name: entry.name, isFolder: entry.isDirectory() };
    } catch (error) {
      // A folder that cannot be listed has no files.
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#reportUnlisted(folder, code);
    }
  }

  #reportUnlisted(folder: string, code: string): void {
    const name = folder.replace(/\/$/, '');
    if (this.passedOver.some((known) => known.name === name)) return;
    this.passedOver.push({ name, reason: `the folder cannot be listed (${code}): tables in it are not read` });
  }

  async has(path: string): Promise<boolean> {
    try {
      await this.#files.locate(path);
      return true;
    } catch (error) {
      if (error instanceof AppError && / is missing$/.test(error.message)) return false;
      throw error;
    }
  }

  open(path: string, offset = 0): Promise<ByteInput> {
    return this.#pool.open({ file: path, offset });
  }

  openTable(path: string): Promise<ByteInput> {
    return this.open(path);
  }

  refusal(): null {
    return null;
  }

  async stamps(files: ReadonlySet<string>): Promise<readonly string[]> {
    const stamps: string[] = [];
    for (const file of files) {
      const { bytes, modified } = await this.stampOf(file);
      stamps.push(`${JSON.stringify(file)} ${bytes} ${modified}`);
    }
    return stamps;
  }

  async stampOf(file: string): Promise<TableStamp> {
    const { path } = await this.#files.locate(file);
    const { size, mtimeNs } = await stat(path, { bigint: true });
    return { bytes: Number(size), modified: String(mtimeNs) };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
