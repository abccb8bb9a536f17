/** The files of an application's export, by name, in a folder or in a ZIP archive. Nothing is extracted. */
import { dirname, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseLocation } from '../case-format.ts';
import type { ByteInput } from '../case-reader.ts';
import { shown } from '../files/safe-path.ts';
import { openArchiveBundle } from './archive-bundle.ts';
import type { BundleFile, BundleSource } from './bundle-source.ts';
import { openFolderBundle } from './folder-bundle.ts';

export class Bundle {
  readonly files: readonly BundleFile[];
  readonly leftOut: number;
  readonly stamp: string;
  readonly #source: BundleSource;
  readonly #names: ReadonlySet<string>;
  #isClosed = false;

  constructor(source: BundleSource) {
    this.files = source.files;
    this.leftOut = source.leftOut;
    this.stamp = source.stamp;
    this.#source = source;
    this.#names = new Set(source.files.map(({ name }) => name));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Throws AppError NOT_FOUND if there is no file of this name. */
  check(name: string): void {
    if (!this.has(name)) throw new AppError('NOT_FOUND', `file ${shown(name)} is missing`);
  }

  /** Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(name: string): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    this.check(name);
    return this.#source.open(name);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#source.close();
  }
}

/**
 * Opens a folder with its subfolders, a ZIP archive, or the folder of a given file, and lists the files. Throws AppError
 * NOT_FOUND if an archive cannot be read.
 */
export async function openBundle({ realPath, isFile }: Pick<CaseLocation, 'realPath' | 'isFile'>): Promise<Bundle> {
  if (!isFile) return new Bundle(await openFolderBundle(realPath, true));
  if (extname(realPath).toLowerCase() === '.zip') return new Bundle(await openArchiveBundle(realPath));
  return new Bundle(await openFolderBundle(dirname(realPath), false));
}
