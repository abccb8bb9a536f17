/**
 * The entries of a ZIP archive as files. A folder around all entries is left out. Nothing is extracted, and nested archives are
 * not opened.
 */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { openArchiveBundle } from '../bundles/archive-bundle.ts';
import type { BundleFile, BundleSource } from '../bundles/bundle-source.ts';
import type { ByteInput } from '../case-reader.ts';
import { memoryInput, sliceInput } from '../files/memory-input.ts';
import { shown } from '../files/safe-path.ts';
import type { FileTree, FolderEntry } from './file-tree.ts';
import {
  ARCHIVE_FILES_BYTES_MAX,
  ARCHIVE_RATIO_BYTES_MIN,
  ARCHIVE_RATIO_MAX,
  ARCHIVE_SEEKABLE_BYTES_MAX,
} from './limits.ts';

/** Files that operating systems add to archives. */
const COMPANION = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;
const ARCHIVE = /\.(?:zip|7z|rar|tar|tgz|gz|bz2|xz|zst|cab)$/i;

const MARK_BYTES = 4;

export class ArchiveTree implements FileTree {
  readonly realPath = null;
  readonly name: string;
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
  readonly #realPath: string;
  readonly #source: BundleSource;
  /** The folder around all entries: empty, or with a trailing slash. */
  readonly #around: string;
  readonly #files: ReadonlyMap<string, BundleFile>;
  /** The names in each folder, keyed by folder. */
  readonly #folders: ReadonlyMap<string, ReadonlyMap<string, FolderEntry>>;
  /** Tables whose size was found to be within the limit. */
  readonly #counted = new Set<string>();
  #bytes = 0;

  private constructor(realPath: string, source: BundleSource) {
    const files = source.files.filter(({ name }) => !COMPANION.test(name));
    this.#realPath = realPath;
    this.#source = source;
    this.#around = folderAround(files);
    this.name = this.#around === '' ? basename(realPath, extname(realPath)) : basename(this.#around);
    this.#files = new Map(files.map((file) => [file.name.slice(this.#around.length), file]));
    this.#folders = foldersOf(this.#files.keys());
    this.passedOver = [...passedOver(this.#files.keys(), source.leftOut), ...misnamed(source.misnamed ?? [])];
  }

  /** Throws AppError NOT_FOUND if the archive cannot be read. */
  static async open(realPath: string): Promise<ArchiveTree> {
    return new ArchiveTree(realPath, await openArchiveBundle(realPath));
  }

  async *entries(folder: string): AsyncGenerator<FolderEntry> {
    yield* this.#folders.get(folder)?.values() ?? [];
  }

  async has(path: string): Promise<boolean> {
    return this.#files.has(path);
  }

  async open(path: string, offset = 0): Promise<ByteInput> {
    const file = this.#files.get(path);
    if (file === undefined) throw new AppError('NOT_FOUND', `file ${shown(path)} is missing`);
    const input = await this.#source.open(file.name);
    return offset === 0 ? input : sliceInput(input, offset, Math.max(0, input.bytes - offset));
  }

  /** Stored entries support random access. For compressed entries, the contents are kept in memory. */
  async openTable(path: string, isSeeking: boolean): Promise<ByteInput> {
    const input = await this.open(path);
    const file = this.#files.get(path)!;
    // Reads a byte order mark here, because the checksum covers it but readers skip it.
    if (!isSeeking) await input.read(Buffer.alloc(MARK_BYTES), 0).catch((error) => closing(input, error));
    if (!isSeeking || file.storedBytes === file.bytes) return input;
    try {
      if (input.bytes > ARCHIVE_SEEKABLE_BYTES_MAX) {
        const reason = `has more than ${ARCHIVE_SEEKABLE_BYTES_MAX} bytes in the archive: unpack it to have it read`;
        throw new AppError('NOT_FOUND', `file ${shown(path)} ${reason}`);
      }
      return memoryInput(Buffer.concat((await input.stream().toArray()) as Buffer[]));
    } finally {
      await input.close();
    }
  }

  refusal(path: string): string | null {
    const { bytes = 0, storedBytes = 0 } = this.#files.get(path) ?? {};
    if (bytes > ARCHIVE_RATIO_BYTES_MIN && bytes > storedBytes * ARCHIVE_RATIO_MAX)
      return `it has ${storedBytes} bytes in the archive and ${bytes} unpacked, more than ${ARCHIVE_RATIO_MAX} times as many: it is not read; unpack it yourself if you trust it`;
    if (this.#counted.has(path)) return null;
    if (this.#bytes + bytes > ARCHIVE_FILES_BYTES_MAX)
      return `with it, the tables of the archive would unpack to more than ${ARCHIVE_FILES_BYTES_MAX} bytes: it is not read`;
    this.#counted.add(path);
    this.#bytes += bytes;
    return null;
  }

  /** Returns the stamp of the archive. */
  async stamps(): Promise<readonly string[]> {
    const found = await stat(this.#realPath, { bigint: true }).catch(() => null);
    if (found === null) throw new AppError('NOT_FOUND', `archive ${shown(basename(this.#realPath))} is missing`);
    return [`${JSON.stringify(basename(this.#realPath))} ${found.size} ${found.mtimeNs}`];
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

function folderAround(files: readonly BundleFile[]): string {
  const first = files[0]?.name ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  return files.every(({ name }) => name.startsWith(folder)) ? folder : '';
}

function foldersOf(files: Iterable<string>): ReadonlyMap<string, ReadonlyMap<string, FolderEntry>> {
  const folders = new Map<string, Map<string, FolderEntry>>();
  for (const file of files) {
    let isFolder = false;
    // Adds folders from the file upwards, until one is known.
    for (let path = file; path !== ''; isFolder = true) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      const name = path.slice(folder.length);
      const known = folders.get(folder);
      if (known?.has(name) === true) break;
      if (known === undefined) folders.set(folder, new Map([[name, { name, isFolder }]]));
      else known.set(name, { name, isFolder });
      path = folder.slice(0, -1);
    }
  }
  return folders;
}

function passedOver(files: Iterable<string>, leftOut: number): { name: string; reason: string }[] {
  const archives = [...files].filter((name) => ARCHIVE.test(name));
  const omitted: { name: string; reason: string }[] = [];
  if (archives.length > 0) {
    const more = archives.length === 1 ? '' : `, as ${archives.length - 1} more`;
    omitted.push({
      name: archives[0]!,
      reason: `it is an archive inside the archive${more}: unpack it to have its tables read`,
    });
  }
  if (leftOut > 0)
    omitted.push({ name: '', reason: `${leftOut} entries of the archive exceed a limit and are skipped` });
  return omitted;
}

function misnamed(names: readonly string[]): { name: string; reason: string }[] {
  const [name] = names;
  if (name === undefined) return [];
  const more = names.length === 1 ? '' : `, as ${names.length - 1} more`;
  const reason = `the archive is damaged: this entry has another name in the list of the archive than before its data${more}: it may be another file`;
  return [{ name, reason }];
}

async function closing(input: ByteInput, error: unknown): Promise<never> {
  await input.close();
  throw error;
}
