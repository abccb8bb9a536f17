/** Converts the rows of `tsk_files`, such as files, folders and unallocated space, to items. */
import type { CaseItem, CaseProblem } from '../case-reader.ts';
import type { DatabaseRow } from '../sqlite/database-request.ts';
import type { PathPrefixes, RowsOf } from './case-database.ts';
import { categoryOf } from './categories.ts';
import { ID_MAX } from './limits.ts';
import type { PageMarks } from './marks.ts';
import { fileReference } from './part-reference.ts';
import {
  addValue,
  countOfCell,
  type DatabaseCell,
  dateOfCell,
  isAutopsyId,
  type PropertyValues,
  type ReportValue,
  reportFault,
  shownCell,
  sizeOfCell,
  textOfCell,
} from './values.ts';

/** Values of `tsk_files.type` for artificial folders and other special rows. */
const TYPE = { carved: 1, derived: 2, local: 3, virtualFolder: 6, slack: 7, localFolder: 8 } as const;
/** Values of `dir_type` and `meta_type` for folders. */
const FOLDER_NAME = 3;
const FOLDER_META = 2;
const UNALLOCATED = 2;
const KNOWN: Readonly<Record<number, string>> = { 1: 'known', 2: 'notable' };

/** Columns of `tsk_files` and their properties, in the order of the cells of a row. */
const COLUMNS = [
  ['f.obj_id', 'id'],
  ['p.obj_id', 'parentId'],
  ['f.name', 'name'],
  ['f.parent_path', 'path'],
  ['f.data_source_obj_id', 'data source'],
  ['f.fs_obj_id', 'file system'],
  ['f.type', 'type'],
  ['f.dir_type', 'dir_type'],
  ['f.meta_type', 'meta_type'],
  ['f.dir_flags', 'dir_flags'],
  ['f.meta_flags', 'meta_flags'],
  ['f.size', 'length'],
  ['f.crtime', 'created'],
  ['f.atime', 'accessed'],
  ['f.mtime', 'modified'],
  ['f.ctime', 'changed'],
  ['f.md5', 'md5'],
  ['f.known', 'hashStatus'],
  ['f.sha1', 'sha-1'],
  ['f.sha256', 'sha-256'],
  ['f.mime_type', 'contentType'],
  ['f.extension', 'ext'],
  ['w.path', 'path of the content'],
  ['w.encoding_type', 'encoding_type'],
] as const;
/** Columns that only some versions have. */
const LATER: ReadonlySet<string> = new Set(['f.sha1', 'f.sha256', 'f.mime_type', 'f.extension']);

export function fileQuery(present: ReadonlySet<string>): RowsOf {
  return {
    columns: COLUMNS.map(([column]) => (LATER.has(column) && !present.has(column.slice(2)) ? 'NULL' : column)),
    from:
      'FROM tsk_files f LEFT JOIN tsk_objects o ON o.obj_id = f.obj_id LEFT JOIN tsk_files p ON p.obj_id = o.par_obj_id ' +
      'LEFT JOIN tsk_files_path w ON w.obj_id = f.obj_id WHERE f.obj_id >= CAST(? AS INTEGER) ORDER BY f.obj_id LIMIT ?',
  };
}

export function fileItem(
  row: DatabaseRow,
  prefixes: PathPrefixes,
  marks: PageMarks,
  report: (kind: CaseProblem['kind'], id: number | null, reason: string) => void,
): CaseItem | null {
  const [id, parent, nameCell, folder, source, fileSystem, type, dirType, metaType, dirFlags, metaFlags, size] = row;
  const [created, accessed, modified, changed, md5, known, sha1, sha256, mime, extension, path, encoding] =
    row.slice(12);
  const name = textOfCell(nameCell);
  if (!isAutopsyId(id) || name === null) {
    report(
      'record',
      null,
      `object ${textOfCell(id)}: ${name === null ? 'it has no name' : `its number is not between 0 and ${ID_MAX}`}`,
    );
    return null;
  }
  // Skips the entries for the folder itself and its parent, which repeat other items.
  if (name === '.' || name === '..') return null;
  const reportValue: ReportValue = (problem, reason) => report(problem, id, reason);
  for (const [n, [, property]] of COLUMNS.entries()) reportFault(property, row[n], reportValue);
  reportFault('path', nameCell, reportValue);
  const isFolder = dirType === FOLDER_NAME || metaType === FOLDER_META;
  const isTreeNode = type === TYPE.virtualFolder || type === TYPE.localFolder;
  const contentType = textOfCell(mime);
  const properties: PropertyValues = new Map([['name', [name === '' ? '/' : name]]]);
  addValue(properties, 'path', `${prefixes(source, fileSystem)}${textOfCell(folder) ?? '/'}${name}`);
  addValue(
    properties,
    'length',
    sizeOfCell(size, (reason) => reportValue('value', `length ${reason}`)),
  );
  addValue(properties, 'ext', isFolder || extension === '' ? null : textOfCell(extension));
  addValue(properties, 'contentType', contentType);
  addValue(properties, 'category', isFolder || isTreeNode ? 'Folders' : categoryOf(contentType));
  addDates(properties, [created, accessed, modified, changed], reportValue);
  for (const [hash, cell, digits] of [
    ['md5', md5, 32],
    ['sha-1', sha1, 40],
    ['sha-256', sha256, 64],
  ] as const) {
    addValue(properties, hash, hashOf(cell, digits));
    if (textOfCell(cell) && hashOf(cell, digits) === null)
      reportValue('value', `${hash} is not valid: ${shownCell(cell)}`);
  }
  addValue(properties, 'hashStatus', KNOWN[Number(known)] ?? null);
  if (hasFlag(dirFlags) || hasFlag(metaFlags)) addValue(properties, 'deleted', 'true');
  if (type === TYPE.carved) addValue(properties, 'carved', 'true');
  if (isFolder || isTreeNode) addValue(properties, 'isDir', 'true');
  if (isTreeNode) addValue(properties, 'treeNode', 'true');
  marks.addTo(properties, String(id), reportValue);
  return {
    id,
    parentId: isAutopsyId(parent) ? parent : null,
    properties: [...properties],
    text: null,
    content: isFolder || isTreeNode ? null : contentOf(id, type, path, encoding, size, hashOf(md5, 32)),
    thumb: null,
    line: null,
  };
}

type Shown = DatabaseCell | undefined;

function contentOf(id: number, type: Shown, path: Shown, encoding: Shown, size: Shown, md5: string | null) {
  const isKept = type === TYPE.derived || type === TYPE.local;
  return fileReference(isKept ? { path: textOfCell(path) ?? '', isBelowCase: type === TYPE.derived } : null, {
    id,
    isEncoded: isKept && encoding === 1,
    size: countOfCell(size),
    md5,
  });
}

function addDates(properties: PropertyValues, cells: readonly (DatabaseCell | undefined)[], report: ReportValue): void {
  for (const [n, name] of ['created', 'accessed', 'modified', 'changed'].entries())
    addValue(
      properties,
      name,
      dateOfCell(cells[n], (reason) => report('value', `${name} ${reason}`)),
    );
}

function hashOf(cell: DatabaseCell | undefined, digits: number): string | null {
  const text = textOfCell(cell);
  return text?.length === digits && /^[0-9A-Fa-f]+$/.test(text) ? text.toLowerCase() : null;
}

function hasFlag(cell: DatabaseCell | undefined): boolean {
  return typeof cell === 'number' && (cell & UNALLOCATED) !== 0;
}
