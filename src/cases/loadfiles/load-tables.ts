/** Opens the tables of a case among the files found. Some files are not tables, and some have several. */
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseProblem } from '../case-reader.ts';
import { unreadableCase } from '../unreadable-case.ts';
import type { FileTree } from './file-tree.ts';
import type { FoundFiles, FoundTable } from './find-load-file.ts';
import { TABLE_HEAD_BYTES } from './limits.ts';
import { LoadedTable } from './loaded-table.ts';
import { type CaseMapping, mappingOfTable } from './mapping.ts';
import { readAt } from './rows/text-encoding.ts';
import type { InnerTable, OpenTable } from './table-kind.ts';
import { MANIFEST_REASON, ownManifests } from './unread-files.ts';

export interface LoadedTables {
  readonly tables: readonly LoadedTable[];
  readonly isOne: boolean;
  readonly passedOver: readonly CaseProblem[];
}

/** The folder with contents in an archive that case-access exported. */
const EXPORTED_CONTENTS = 'content/';
const CONTENT_REASON = 'it is the content of an item that case-access exported, and is not read as a table';

const ZIP_BEGINNING = Buffer.from('PK\x03\x04');
const ZIP_REASON =
  'it is a ZIP archive, not a table: it is not read; give it the ending .zip, or .xlsx if it is a workbook';

/** Throws AppError: NOT_FOUND if a named file cannot be opened, CASE_UNREADABLE if no table is left. */
export async function loadTables(
  found: FoundFiles,
  mapping: CaseMapping,
  tree: FileTree,
  casePath: string,
): Promise<LoadedTables> {
  const { isSearched, twins } = found;
  const tables: LoadedTable[] = [];
  const files = found.tables.map(({ file }) => file);
  const manifests = isSearched ? await ownManifests(files, tree) : new Set<string>();
  const passedOver: CaseProblem[] = twins.map((twin) => twinProblem(twin, manifests));
  for (const { name, reason } of tree.passedOver) passedOver.push({ ...problemOf(name, 'case'), reason });
  const exported = [...manifests].map((file) => `${folderOf(file)}${EXPORTED_CONTENTS}`);
  const isContent = (file: string): boolean => exported.some((folder) => file.startsWith(folder));
  const isOne = files.filter((file) => !manifests.has(file) && !isContent(file)).length === 1;
  for (const table of found.tables) {
    if (manifests.has(table.file) || isContent(table.file)) {
      const reason = manifests.has(table.file) ? MANIFEST_REASON : CONTENT_REASON;
      passedOver.push({ ...problemOf(table.file, 'type'), reason });
      continue;
    }
    const refusal = tree.refusal(table.file);
    if (refusal !== null) {
      passedOver.push({ ...problemOf(table.file, 'limit'), reason: refusal });
      continue;
    }
    try {
      const isSeeking = table.kind.isSeeking === true;
      const open: OpenTable = () => tree.openTable(table.file, isSeeking);
      const { bytes, head } = await headOf(open);
      if (!isSeeking && head.subarray(0, ZIP_BEGINNING.length).equals(ZIP_BEGINNING)) {
        passedOver.push({ ...problemOf(table.file, 'case'), reason: ZIP_REASON });
        continue;
      }
      if (!isSearched || table.kind.isTable?.(head) !== false) {
        const inside = await tablesIn(table, bytes, head, open, { mapping, tree, casePath, isOne });
        tables.push(...inside.tables);
        passedOver.push(...inside.passedOver);
      } else
        passedOver.push({ ...problemOf(table.file, 'type'), reason: 'it does not begin like a table: it is not read' });
    } catch (error) {
      if (!isSearched || !(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      passedOver.push({ ...problemOf(table.file, 'case'), reason: error.message });
    }
  }
  if (tables.length === 0)
    throw unreadableCase(casePath, `no load file: ${passedOver[0]!.file}: ${passedOver[0]!.reason}`);
  return { tables, isOne: isOne && tables.length === 1, passedOver };
}

/** Returns the size of the file, and its first bytes. */
async function headOf(open: OpenTable): Promise<{ readonly bytes: number; readonly head: Buffer }> {
  const input = await open();
  try {
    return { bytes: input.bytes, head: await readAt(input, 0, TABLE_HEAD_BYTES) };
  } finally {
    await input.close();
  }
}

interface Loading {
  readonly mapping: CaseMapping;
  readonly tree: FileTree;
  readonly casePath: string;
  readonly isOne: boolean;
}

async function tablesIn(
  { file, kind, images }: FoundTable,
  bytes: number,
  head: Buffer,
  open: OpenTable,
  { mapping, tree, casePath, isOne }: Loading,
): Promise<Pick<LoadedTables, 'tables' | 'passedOver'>> {
  const list = images === null ? null : { file: images, open: () => tree.open(images) };
  const inside = (await kind.tablesIn?.(open, realFolderOf(file, tree))) ?? null;
  const inner: readonly (InnerTable | null)[] = inside?.tables ?? [null];
  const isOneOfSeveral = !isOne || inner.length > 1;
  const tables = inner.map((table) => {
    const name = table === null ? file : `${file}/${table.name}`;
    const own = mappingOfTable(mapping, name, !isOneOfSeveral, casePath);
    const rows = table?.newRows(open, own) ?? kind.newRows(open, own, head);
    return new LoadedTable({
      file: name,
      folder: folderOf(file),
      bytes: Math.floor(bytes / inner.length),
      sources: images === null ? [file] : [file, images],
      mapping: own,
      rows,
      images: list,
      isOneOfSeveral,
    });
  });
  const passedOver = inside?.passedOver ?? [];
  return {
    tables,
    passedOver: passedOver.map(({ name, reason }) => ({ ...problemOf(`${file}/${name}`, 'type'), reason })),
  };
}

function realFolderOf(file: string, { realPath }: FileTree): string | null {
  return realPath === null ? null : join(realPath, folderOf(file));
}

/** Returns the folder of a file, with a trailing slash. Empty for the top folder. */
export function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function problemOf(file: string, kind: CaseProblem['kind']): Omit<CaseProblem, 'reason'> {
  return { file, line: null, id: null, kind };
}

/** In an export of case-access, the other table has the same items. */
function twinProblem({ file, of }: FoundFiles['twins'][number], manifests: ReadonlySet<string>): CaseProblem {
  if (manifests.has(`${folderOf(file)}manifest.csv`))
    return { ...problemOf(file, 'type'), reason: `it has the same items as ${of}, and is not read` };
  const reason = `it has the name of ${of} and may be the same table: it is not read; to decide, set "tables" in a mapping`;
  return { ...problemOf(file, 'case'), reason };
}
