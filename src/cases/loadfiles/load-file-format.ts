/** Load files as a format of cases: docs/load-files.md has the rules. A folder of another format may have some, too, and is of that one. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat, CaseLocation } from '../case-format.ts';
import { FilePool } from '../files/byte-input.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { CasePaths } from './case-paths.ts';
import { type FoundFiles, findLoadFile } from './find-load-file.ts';
import { LoadFileCase } from './load-file-case.ts';
import { folderOf, loadTables } from './load-tables.ts';
import { asJson, type CaseMapping, mappingFile, parseMapping, readMappingFile } from './mapping.ts';
import { kindOf } from './table-kinds.ts';

/** Raised when part references, or the rules by which rows become items, change: indexes are then built again. */
const VERSION = 5;

export const loadFileFormat: CaseFormat = {
  name: 'loadfile',
  version: VERSION,
  givesWay: true,
  takesMapping: true,

  async detect(location) {
    const found = await findLoadFile(location, await chosenFiles(location).catch(() => null));
    return typeof found === 'string' ? found : null;
  },

  async isUnsure(location) {
    const found = await findLoadFile(location, await chosenFiles(location).catch(() => null));
    return typeof found !== 'string' && found.isSearched;
  },

  /** Only names, the mapping and first bytes are looked at: a table of millions of rows is first read when its items are. */
  async open(location) {
    const { path, realPath } = location;
    const found = await findLoadFile(location, await chosenFiles(location));
    if (typeof found === 'string') throw unreadable(path, found);
    const files = new CaseFiles(found.root);
    const pool = new FilePool(files);
    try {
      const [{ file }] = found.tables;
      const hasOneFile = found.tables.length === 1;
      const folder = hasOneFile ? folderOf(file) : '';
      const mapping = await mappingOf(location, folder, files);
      const { tables, isOne, passedOver } = await loadTables(found, mapping, pool, path);
      return new LoadFileCase({
        path,
        realPath,
        format: loadFileFormat,
        name: hasOneFile ? file : basename(realPath),
        givenBy: asJson(mapping),
        tables,
        isOne,
        stamps: () => stampsOf(found, files),
        passedOver,
        pool,
        paths: new CasePaths(found.root, files, folder),
      });
    } catch (error) {
      await pool.close();
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? unreadable(path, error.message) : error;
    }
  },
};

/** The load files that a mapping names, where the case is a folder. */
async function chosenFiles({ realPath, isFile, options, path }: CaseLocation): Promise<readonly string[] | null> {
  if (isFile) return null;
  const given = options.mapping ?? (await readMappingFile(new CaseFiles(realPath), '', path));
  if (given === null) return null;
  const { file, tables } = parseMapping(given, 'mapping', path);
  return file !== undefined ? [file] : tables !== undefined ? [...new Set([...tables.keys()].map(fileOfTable))] : null;
}

/** A table inside of a file has its name behind that of the file. */
function fileOfTable(table: string): string {
  for (let end = table.length; end > 0; end = table.lastIndexOf('/', end - 1)) {
    if (kindOf(table.slice(0, end), true) !== null) return table.slice(0, end);
  }
  return table;
}

/** That of the sources file, else the one beside the load file, else the one of the case. */
async function mappingOf({ options, path }: CaseLocation, folder: string, files: CaseFiles): Promise<CaseMapping> {
  if (options.mapping !== undefined) return parseMapping(options.mapping, 'mapping', path);
  const beside = (await readMappingFile(files, folder, path)) ?? (await readMappingFile(files, '', path));
  return parseMapping(beside ?? {}, mappingFile, path);
}

async function stampsOf({ tables }: FoundFiles, files: CaseFiles): Promise<readonly string[]> {
  const names = new Set(tables.flatMap(({ file, images }) => (images === null ? [file] : [file, images])));
  const stamps: string[] = [];
  for (const file of names) {
    const { path } = await files.locate(file);
    const { size, mtimeNs } = await stat(path, { bigint: true });
    stamps.push(`${JSON.stringify(file)} ${size} ${mtimeNs}`);
  }
  return stamps;
}
