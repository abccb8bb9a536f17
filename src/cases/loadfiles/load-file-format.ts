/** Load files as a format of cases: docs/load-files.md has the rules. A folder of another format may have some, too, and is of that one. */
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat, CaseLocation } from '../case-format.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { type FoundFiles, findLoadFile } from './find-load-file.ts';
import { LoadFileCase, type LoadFileSource } from './load-file-case.ts';
import { type Mapping, mappingFile, parseMapping, readMappingFile } from './mapping.ts';
import { DelimitedRows } from './rows/delimited-rows.ts';
import { EdrmRows } from './rows/edrm-rows.ts';
import { ImageRows } from './rows/image-rows.ts';

/** Raised when part references, or the rules by which rows become items, change: indexes are then built again. */
const VERSION = 4;

export const loadFileFormat: CaseFormat = {
  name: 'loadfile',
  version: VERSION,
  givesWay: true,

  async detect(location) {
    const found = await findLoadFile(location, await chosenFile(location).catch(() => null));
    return typeof found === 'string' ? found : null;
  },

  /** Only names and the mapping are looked at: a table of millions of rows is first read when its items are. */
  async open(location) {
    const { path, realPath } = location;
    const found = await findLoadFile(location, await chosenFile(location));
    if (typeof found === 'string') throw unreadable(path, found);
    const files = new CaseFiles(found.root);
    const { stats } = await files.locate(found.file).catch((error: unknown) => {
      throw error instanceof AppError ? unreadable(path, error.message) : error;
    });
    const mapping = await mappingOf(location, found, files);
    const newRows: LoadFileSource['newRows'] = (open) => {
      if (found.kind === 'edrm') return new EdrmRows(open, mapping);
      if (found.kind === 'images') return new ImageRows(open);
      return new DelimitedRows(open, found.kind === 'tabs', mapping);
    };
    return new LoadFileCase({
      path,
      realPath,
      format: loadFileFormat,
      found,
      bytes: stats.size,
      files,
      mapping,
      newRows,
    });
  },
};

/** The load file that a mapping names, where the case is a folder. */
async function chosenFile({ realPath, isFile, options, path }: CaseLocation): Promise<string | null> {
  if (isFile) return null;
  const given = options.mapping ?? (await readMappingFile(new CaseFiles(realPath), '', path));
  return given === null ? null : (parseMapping(given, 'mapping', path).file ?? null);
}

/** That of the sources file, else the one beside the load file, else the one of the case. */
async function mappingOf({ options, path }: CaseLocation, { folder }: FoundFiles, files: CaseFiles): Promise<Mapping> {
  if (options.mapping !== undefined) return parseMapping(options.mapping, 'mapping', path);
  const beside = (await readMappingFile(files, folder, path)) ?? (await readMappingFile(files, '', path));
  return parseMapping(beside ?? {}, mappingFile, path);
}
