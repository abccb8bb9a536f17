/** Finds the tables of a case, their kinds, and the folder of the files that they name. Reads only names. */
import { basename, dirname, extname, join } from 'node:path';
import type { CaseLocation } from '../case-format.ts';
import { shown } from '../files/safe-path.ts';
import { folded } from './case-paths.ts';
import type { FileTree, FolderEntry } from './file-tree.ts';
import { FolderTree } from './folder-tree.ts';
import { TABLE_FOLDER_NAMES_MAX, TABLE_FOLDERS_DEPTH_MAX, TABLES_MAX } from './limits.ts';
import type { TableKind } from './table-kind.ts';
import { endingsOf, kindOf, TABLE_KINDS } from './table-kinds.ts';

export interface FoundTable {
  /** The table, and its list of page images, below the root. */
  readonly file: string;
  readonly images: string | null;
  readonly kind: TableKind;
}

export interface FoundFiles {
  /** The real path of the folder that contains all files of the case. */
  readonly root: string;
  /** In code point order of their paths. */
  readonly tables: readonly [FoundTable, ...FoundTable[]];
  /** Whether the tables were named explicitly. Other files were then excluded on purpose. */
  readonly isGiven: boolean;
  /** Whether a folder was searched for tables, so that some of these may not be tables. */
  readonly isSearched: boolean;
  /** Files that have the name of a table in the same folder, apart from the extension. They may be copies of it. */
  readonly twins: readonly { readonly file: string; readonly of: string }[];
}

/** Folders of load files in a volume, and the folders next to them. If they exist, the volume is the case. */
const DATA_FOLDERS: ReadonlySet<string> = new Set(['data', 'loadfile', 'loadfiles', 'load files', 'load']);
export const FILE_FOLDERS: ReadonlySet<string> = new Set([
  ...['text', 'texts', 'fulltext', 'ocr', 'native', 'natives', 'native files', 'image', 'images', 'img', 'tiff', 'pdf'],
]);

/** Folders into which tools sort their tables. A table next to them is one of several. */
const TOOL_FOLDERS: ReadonlySet<string> = new Set([
  ...['browsinghistory', 'eventlogs', 'filedeletion', 'filefolderaccess', 'filesystem', 'liveresponse'],
  ...['programexecution', 'registry', 'sqldatabases', 'systemactivity', '_tsv exports'],
]);

/** Lists a folder by its path. */
type ListFolder = (folder: string) => Promise<readonly FolderEntry[]>;

/** Returns the tables, or a message for users that names the missing parts. `chosen`: the names in a mapping. */
export async function findLoadFile(
  { realPath, isFile }: Pick<CaseLocation, 'realPath' | 'isFile'>,
  chosen: readonly string[] | null = null,
): Promise<FoundFiles | string> {
  return isFile ? fromFile(realPath) : inFolder(realPath, chosen, listFolder);
}

/** Like `findLoadFile`, in an archive. */
export function findInArchive(tree: FileTree, realPath: string, chosen: readonly string[] | null) {
  const list: ListFolder = async (folder) => {
    if (folder !== realPath && !folder.startsWith(`${realPath}/`)) return [];
    const below = folder.slice(realPath.length + 1);
    return listed(tree.entries(below === '' || below.endsWith('/') ? below : `${below}/`));
  };
  return inFolder(realPath, chosen, list);
}

async function inFolder(
  realPath: string,
  chosen: readonly string[] | null,
  list: ListFolder,
): Promise<FoundFiles | string> {
  const names = namesOf(await list(realPath));
  if (chosen !== null) return fromChosen(realPath, chosen, names, list);
  const here = only(names);
  if (here === null) {
    for (const name of names.filter((folder) => DATA_FOLDERS.has(folded(folder))).sort()) {
      const inside = namesOf(await list(join(realPath, name)));
      const there = only(inside);
      if (there !== null && there !== 'several') return within(realPath, `${name}/`, there, inside);
    }
  } else if (here !== 'several' && !names.some((name) => TOOL_FOLDERS.has(folded(name))))
    return placed(realPath, here, names, false, list);
  return searched(realPath, list);
}

async function fromFile(realPath: string): Promise<FoundFiles | string> {
  const name = basename(realPath);
  if (kindOf(name, true) === null) return `the file is not named like a load file (${endingsOf(true)})`;
  const folder = dirname(realPath);
  return placed(folder, name, namesOf(await listFolder(folder)), true, listFolder);
}

async function fromChosen(
  realPath: string,
  chosen: readonly string[],
  names: readonly string[],
  list: ListFolder,
): Promise<FoundFiles | string> {
  const [name, ...others] = chosen;
  const strange = chosen.find((file) => kindOf(file, true) === null);
  if (name === undefined || strange !== undefined) return `${shown(strange ?? '')} is not named like a load file`;
  if (others.length === 0 && names.includes(name)) return placed(realPath, name, names, true, list);
  const lists = new ImageLists(names);
  const table = (file: string): FoundTable => {
    const kind = kindOf(file, true)!;
    return { file, kind, images: file.includes('/') ? null : lists.of(file, kind) };
  };
  return {
    root: realPath,
    tables: [table(name), ...others.map(table)],
    isGiven: true,
    isSearched: false,
    twins: [],
  };
}

/** Finds the case of a load file: its folder, or the volume of that folder, whichever was given. */
async function placed(
  folder: string,
  name: string,
  names: readonly string[],
  isGiven: boolean,
  list: ListFolder,
): Promise<FoundFiles> {
  const volume = dirname(folder);
  if (!DATA_FOLDERS.has(folded(basename(folder))) || !(await isVolume(volume, list)))
    return within(folder, '', name, names, isGiven);
  return within(volume, `${basename(folder)}/`, name, names, isGiven);
}

/**
 * `/data/x.csv` must not make the whole disk a case. A volume contains folders of files, and is not the root of the file
 * system.
 */
async function isVolume(folder: string, list: ListFolder): Promise<boolean> {
  if (dirname(folder) === folder) return false;
  return (await list(folder)).some(({ name }) => FILE_FOLDERS.has(folded(name)));
}

function within(root: string, folder: string, name: string, names: readonly string[], isGiven = false): FoundFiles {
  const kind = kindOf(name, true)!;
  const images = new ImageLists(names).of(name, kind);
  const table = { file: `${folder}${name}`, images: images === null ? null : `${folder}${images}`, kind };
  return { root, tables: [table], isGiven, isSearched: false, twins: [] };
}

/** Returns the only load file of a folder, or null for none. A list of images counts only if there is no other file. */
function only(names: readonly string[]): string | 'several' | null {
  const all = names.filter((name) => kindOf(name, false) !== null);
  const tables = strongest(all, (name) => kindOf(name, false)!);
  const [name, ...others] = tables;
  return name === undefined ? null : others.length > 0 ? 'several' : name;
}

/**
 * Selects among possible tables. Weak kinds count only if there are no others, and lists of images only if there is nothing
 * else.
 */
function strongest<T>(files: readonly T[], kind: (file: T) => TableKind): readonly T[] {
  const tables = files.filter((file) => kind(file).isImageList !== true);
  const strong = tables.filter((file) => kind(file).isWeak !== true);
  return strong.length > 0 ? strong : tables.length > 0 ? tables : files;
}

/** Returns the files of a folder that are named like tables. A list of images belongs to the table of its folder. */
export function tableNames(files: readonly string[]): readonly string[] {
  const all = files.filter((name) => kindOf(name, false) !== null);
  const tables = all.filter((name) => kindOf(name, false)?.isImageList !== true);
  return tables.length > 0 ? tables : all;
}

/** Returns all tables of the folder, and of its subfolders if tools write tables of their kind into subfolders. */
async function searched(root: string, list: ListFolder): Promise<FoundFiles | string> {
  const found: FoundTable[] = [];
  const twins: FoundFiles['twins'][number][] = [];
  let names = 0;
  const folders: (readonly [folder: string, depth: number])[] = [['', 0]];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [folder, depth] = next;
    const entries = await list(join(root, folder));
    names += entries.length;
    if (names > TABLE_FOLDER_NAMES_MAX)
      return `it has more than ${TABLE_FOLDER_NAMES_MAX} files in its folders: give the path of a load file, or of a folder of tables`;
    const files = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
    const inside = tablesOf(files, depth === 0);
    if (found.length + inside.tables.length > TABLES_MAX)
      return `more than ${TABLES_MAX} load files are in it; give the path of one of them, or of a folder with fewer`;
    const lists = new ImageLists(files);
    for (const { name, kind } of inside.tables)
      found.push({ file: `${folder}${name}`, images: withFolder(folder, lists.of(name, kind)), kind });
    for (const { file, of } of inside.twins) twins.push({ file: `${folder}${file}`, of: `${folder}${of}` });
    if (depth === TABLE_FOLDERS_DEPTH_MAX) continue;
    for (const entry of entries) {
      if (entry.isFolder && !FILE_FOLDERS.has(folded(entry.name))) folders.push([`${folder}${entry.name}/`, depth + 1]);
    }
  }
  const [first, ...others] = found.sort((a, b) => (a.file < b.file ? -1 : 1));
  if (first === undefined) return `no load file (${endingsOf(false)}) is in it`;
  return { root, tables: [first, ...others], isGiven: false, isSearched: true, twins };
}

interface Named {
  readonly name: string;
  readonly kind: TableKind;
}

/**
 * Returns tables of one folder. If files differ only in their extension, only one counts, because tools write a table in
 * several formats.
 */
function tablesOf(files: readonly string[], isTop: boolean): { tables: readonly Named[]; twins: FoundFiles['twins'] } {
  const all = files.flatMap((name) => {
    const kind = kindOf(name, false);
    return kind !== null && (isTop || kind.isInFolders) ? [{ name, kind }] : [];
  });
  const tables = all.filter(({ kind }) => kind.isImageList !== true);
  const byStem = new Map<string, Named>();
  const twins: FoundFiles['twins'][number][] = [];
  const rank = ({ kind }: Named): number => TABLE_KINDS.indexOf(kind);
  for (const named of (tables.length > 0 ? tables : all).sort(
    (a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1),
  )) {
    const stem = folded(named.name.slice(0, -extname(named.name).length));
    const other = byStem.get(stem);
    if (other === undefined || other.kind === named.kind) byStem.set(other === undefined ? stem : named.name, named);
    else twins.push({ file: named.name, of: other.name });
  }
  return { tables: [...byStem.values()], twins };
}

/** The lists of page images of a folder. */
class ImageLists {
  readonly #byStem = new Map<string, string>();
  readonly #only: string | null;

  constructor(names: readonly string[]) {
    // Among lists with the same name, prefers `.opt`, then `.lfp`, then `.dii`.
    const lists = names.filter((name) => kindOf(name, false)?.isImageList === true).sort();
    for (const list of lists) this.#byStem.set(stemOf(list), list);
    this.#only = lists.length === 1 ? lists[0]! : null;
  }

  /** Returns the list with the name of a table, or the only one. */
  of(table: string, kind: TableKind): string | null {
    if (kind.isImageList === true || kind.name === 'edrm') return null;
    return this.#byStem.get(stemOf(table)) ?? this.#only;
  }
}

function stemOf(name: string): string {
  return folded(basename(name, extname(name)));
}

function withFolder(folder: string, name: string | null): string | null {
  return name === null ? null : `${folder}${name}`;
}

function listFolder(folder: string): Promise<readonly FolderEntry[]> {
  return listed(new FolderTree(folder).entries(''));
}

async function listed(entries: AsyncIterable<FolderEntry>): Promise<readonly FolderEntry[]> {
  const all: FolderEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function namesOf(entries: readonly FolderEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}
