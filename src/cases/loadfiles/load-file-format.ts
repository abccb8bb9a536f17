/**
 * Load files as a case format; docs/load-files.md describes the rules. A folder of another format may also contain load files,
 * and belongs to that format.
 */
import { basename, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat, CaseLocation } from '../case-format.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { ArchiveTree } from './archive-tree.ts';
import { CasePaths } from './case-paths.ts';
import type { FileTree } from './file-tree.ts';
import { type FoundFiles, findInArchive, findLoadFile } from './find-load-file.ts';
import { FolderTree } from './folder-tree.ts';
import { LoadFileCase } from './load-file-case.ts';
import { folderOf, loadTables } from './load-tables.ts';
import { asJson, type CaseMapping, mappingFile, parseMapping, readMappingFile } from './mapping.ts';
import { kindOf } from './table-kinds.ts';
import { findUnreadFiles } from './unread-files.ts';

/** Raised when part references change, or the rules by which rows become items. Indexes are then built again. */
const VERSION = 7;

/** A UFDR file is a ZIP archive with the report of a Cellebrite reader. */
const ARCHIVES: ReadonlySet<string> = new Set(['.zip', '.ufdr']);

export const loadFileFormat: CaseFormat = {
  name: 'loadfile',
  version: VERSION,
  givesWay: true,
  takesMapping: true,

  async detect(location) {
    const found = await lookIn(location);
    return typeof found === 'string' ? found : null;
  },

  async isUnsure(location) {
    const found = await lookIn(location);
    return typeof found !== 'string' && found.isSearched;
  },

  /** Reads only names, the mapping and first bytes. A table of millions of rows is read only when its items are read. */
  async open(location) {
    const { path, realPath } = location;
    let tree: FileTree | null = null;
    try {
      if (isArchive(location)) tree = await ArchiveTree.open(realPath);
      const found = await find(location, tree, await chosenFiles(location, tree));
      if (typeof found === 'string') throw unreadableCase(path, found);
      tree ??= new FolderTree(found.root);
      return await openTables(location, found, tree);
    } catch (error) {
      await tree?.close();
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? unreadableCase(path, error.message) : error;
    }
  },
};

async function openTables(location: CaseLocation, found: FoundFiles, tree: FileTree): Promise<LoadFileCase> {
  const { path, realPath } = location;
  const [{ file }] = found.tables;
  const hasOneFile = found.tables.length === 1;
  const folder = hasOneFile ? folderOf(file) : '';
  const mapping = await mappingOf(location, folder, tree);
  const unread = await findUnreadFiles(found, tree);
  const { tables, isOne, passedOver } = await loadTables(found, mapping, tree, path);
  return new LoadFileCase({
    path,
    realPath,
    format: loadFileFormat,
    name: hasOneFile && !isArchive(location) ? file : basename(realPath),
    givenBy: asJson(mapping),
    tables,
    isOne,
    stamps: () => tree.stamps(filesOf(found)),
    passedOver: [...passedOver, ...unread.problems],
    unread: unread.files,
    tree,
    paths: new CasePaths(tree, folder),
  });
}

function isArchive({ realPath, isFile }: Pick<CaseLocation, 'realPath' | 'isFile'>): boolean {
  return isFile && ARCHIVES.has(extname(realPath).toLowerCase());
}

/** Reads only names. Returns the reason if an archive cannot be listed. */
async function lookIn(location: CaseLocation): Promise<FoundFiles | string> {
  if (!isArchive(location)) return find(location, null, await chosenFiles(location, null).catch(() => null));
  try {
    const tree = await ArchiveTree.open(location.realPath);
    try {
      return await find(location, tree, await chosenFiles(location, tree).catch(() => null));
    } finally {
      await tree.close();
    }
  } catch (error) {
    if (error instanceof AppError) return `tables: ${error.message}`;
    throw error;
  }
}

function find(
  location: CaseLocation,
  archive: FileTree | null,
  chosen: readonly string[] | null,
): Promise<FoundFiles | string> {
  return archive === null ? findLoadFile(location, chosen) : findInArchive(archive, location.realPath, chosen);
}

async function mappingIn(archive: FileTree | null, realPath: string, path: string): Promise<unknown> {
  if (archive !== null) return readMappingFile(archive, '', path);
  const tree = new FolderTree(realPath);
  try {
    return await readMappingFile(tree, '', path);
  } finally {
    await tree.close();
  }
}

/** Returns the load files that a mapping names, if the case is a folder or an archive. */
async function chosenFiles(location: CaseLocation, archive: FileTree | null): Promise<readonly string[] | null> {
  const { realPath, isFile, options, path } = location;
  if (isFile && archive === null) return null;
  const given = options.mapping ?? (await mappingIn(archive, realPath, path));
  if (given === null) return null;
  const { file, tables } = parseMapping(given, 'mapping', path);
  return file !== undefined ? [file] : tables !== undefined ? [...new Set([...tables.keys()].map(fileOfTable))] : null;
}

/** For a table inside a file, the file name is followed by the name of the table. */
function fileOfTable(table: string): string {
  for (let end = table.length; end > 0; end = table.lastIndexOf('/', end - 1)) {
    if (kindOf(table.slice(0, end), true) !== null) return table.slice(0, end);
  }
  return table;
}

/** Returns the mapping of the sources file, or else the one next to the load file, or else the one of the case. */
async function mappingOf({ options, path }: CaseLocation, folder: string, tree: FileTree): Promise<CaseMapping> {
  if (options.mapping !== undefined) return parseMapping(options.mapping, 'mapping', path);
  const beside = (await readMappingFile(tree, folder, path)) ?? (await readMappingFile(tree, '', path));
  return parseMapping(beside ?? {}, mappingFile, path);
}

function filesOf({ tables }: FoundFiles): ReadonlySet<string> {
  return new Set(
    tables.flatMap(({ file, images, kind: { companion } }) => {
      const beside = companion === undefined ? [] : [`${folderOf(file)}${companion}`];
      return images === null ? [file, ...beside] : [file, images];
    }),
  );
}
