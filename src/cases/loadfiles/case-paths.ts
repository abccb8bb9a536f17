/**
 * Finds the files that a load file names: relative to the case, with either slash, in any letter case. The exact spelling is
 * tried first. Only then are folders listed, and their names cached within a limit. Opening a file (`FileTree`) checks that it
 * is in the case, so a listing decides only the spelling.
 */
import { AppError } from '../../shared/errors.ts';
import { shown } from '../files/safe-path.ts';
import type { FileTree } from './file-tree.ts';
import { FOLDER_NAMES_MAX } from './limits.ts';

/** Names of a folder by lower case, or null if there are too many. */
type Listing = ReadonlyMap<string, string> | null;

export class CasePaths {
  readonly #tree: FileTree;
  /** The folder of the load file below the root: empty, or with a trailing slash. */
  readonly #folder: string;
  readonly #listings = new Map<string, Listing>();
  #names = 0;

  readonly #namesMax: number;

  constructor(tree: FileTree, folder: string, namesMax = FOLDER_NAMES_MAX) {
    this.#namesMax = namesMax;
    this.#tree = tree;
    this.#folder = folder;
  }

  /**
   * Returns the path below the root of the file that `spelled` means in a table of `folder`. Throws AppError NOT_FOUND with a
   * reason that a client may see.
   */
  async find(spelled: string, folder: string | null = null): Promise<string> {
    const candidates = this.#candidates(spelled, folder ?? this.#folder);
    for (const path of candidates) if (await this.#tree.has(path)) return path;
    let isListed = true;
    for (const path of candidates) {
      const found = await this.#findFolded(path);
      if (found.path !== null && (await this.#tree.has(found.path))) return found.path;
      isListed &&= found.isListed;
    }
    const more = isListed ? '' : `; in a folder of more than ${this.#namesMax} names, only the exact spelling is tried`;
    throw new AppError('NOT_FOUND', `file ${shown(spelled)} is missing${more}`);
  }

  /** Yields possible relative paths: below the root, below the folder of the load file, and without the root's own name. */
  #candidates(spelled: string, folder: string): readonly string[] {
    const fault = (reason: string): AppError => new AppError('NOT_FOUND', `file ${shown(spelled)} ${reason}`);
    if (spelled.includes('\0')) throw fault('holds a NUL character');
    const parts = spelled
      .trim()
      .split(/[\\/]/)
      .filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw fault('leaves the case directory');
    const rootName = folded(this.#tree.name);
    const own = parts.findIndex((part) => folded(part) === rootName);
    if (/^\s*([A-Za-z]:|[\\/]{2})/.test(spelled)) {
      if (own < 0) throw fault('is an absolute path');
      return own === parts.length - 1 ? [] : [parts.slice(own + 1).join('/')];
    }
    if (parts.length === 0) throw fault('is empty');
    const path = parts.join('/');
    const paths = [path];
    if (folder !== '') paths.push(`${folder}${path}`);
    if (own === 0 && parts.length > 1) paths.push(parts.slice(1).join('/'));
    return paths;
  }

  async #findFolded(path: string): Promise<{ readonly path: string | null; readonly isListed: boolean }> {
    let found = '';
    for (const part of path.split('/')) {
      const listing = await this.#list(found);
      if (listing === null) return { path: `${found}${part}`, isListed: false };
      const name = listing.get(folded(part));
      if (name === undefined) return { path: null, isListed: true };
      found += `${name}/`;
    }
    return { path: found.slice(0, -1), isListed: true };
  }

  async #list(folder: string): Promise<Listing> {
    const known = this.#listings.get(folder);
    if (known !== undefined) return known;
    const listing = await readNames(this.#tree, folder, this.#namesMax);
    this.#names += listing?.size ?? 0;
    for (const [oldest, names] of this.#listings) {
      if (this.#names <= this.#namesMax) break;
      this.#listings.delete(oldest);
      this.#names -= names?.size ?? 0;
    }
    this.#listings.set(folder, listing);
    return listing;
  }
}

/** If names differ only in letter case, the first in code point order counts. */
async function readNames(tree: FileTree, folder: string, namesMax: number): Promise<Listing> {
  const names = new Map<string, string>();
  for await (const { name } of tree.entries(folder)) {
    const key = folded(name);
    const other = names.get(key);
    if (other === undefined || name < other) names.set(key, name);
    if (names.size > namesMax) return null;
  }
  return names;
}

export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
