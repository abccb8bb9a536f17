/** Workbooks (XLSX, XLSM) as a kind of load file: each sheet is a table. */
import { ABOUT_SHEET, ABOUT_TITLES } from '../../../shared/cells/about-sheet.ts';
import { CSV_HEADER } from '../../../shared/cells/table-cells.ts';
import { AppError } from '../../../shared/errors.ts';
import type { InnerTables, OpenTable, TableKind } from '../table-kind.ts';
import { PackageParts } from './package-parts.ts';
import { SheetParser } from './sheet-parser.ts';
import { SharedTextCache, SheetRows } from './sheet-rows.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { readXml } from './xml-part.ts';

export const workbookKind: TableKind = {
  name: 'workbook',
  endings: ['.xlsx', '.xlsm'],
  isInFolders: true,
  isSeeking: true,
  isTable: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04',
  newRows: () => {
    throw new Error('a workbook is read sheet by sheet');
  },
  tablesIn,
};

/**
 * Returns the sheets with a row, or the first sheet if none has one. Throws AppError NOT_FOUND with a reason that a client may
 * see.
 */
async function tablesIn(open: OpenTable): Promise<InnerTables> {
  const input = await open();
  try {
    const parts = await PackageParts.open(input);
    const book = await readWorkbook(parts);
    const texts = new SharedTextCache();
    const filled: Sheet[] = [];
    const titles = new Map<Sheet, readonly string[]>();
    for (const sheet of book.sheets) {
      const row = await firstRow(parts, book, sheet);
      if (row !== null) filled.push(sheet);
      titles.set(sheet, row ?? []);
    }
    const [first] = book.sheets;
    if (first === undefined) throw new AppError('NOT_FOUND', 'the workbook has no sheet with rows');
    if (book.leftOut > 0) throw new AppError('NOT_FOUND', `the workbook has ${book.leftOut} sheets over a limit`);
    const isOwn = startsWith(titles.get(first)!, CSV_HEADER);
    const isAbout = (sheet: Sheet): boolean =>
      isOwn && sheet !== first && sheet.name === ABOUT_SHEET && startsWith(titles.get(sheet)!, ABOUT_TITLES);
    const sheets = filled.length > 0 ? filled.filter((sheet) => !isAbout(sheet)) : [first];
    const read = { ...book, sheets };
    return {
      tables: sheets.map((sheet) => ({
        name: sheet.name,
        newRows: (again, mapping) => new SheetRows(again, read, sheet, texts, mapping),
      })),
      passedOver: filled.filter(isAbout).map(({ name }) => ({ name, reason: ABOUT_REASON })),
    };
  } finally {
    await input.close();
  }
}

const ABOUT_REASON = 'it describes the other sheets of this export: it is not a table of items';

function startsWith(row: readonly string[], titles: readonly string[]): boolean {
  return titles.every((title, i) => row[i] === title);
}

/**
 * Returns the first cells of a sheet, if their texts are in the sheet itself. Null without cells. A damaged sheet counts as a
 * table, and reports its fault when it is read.
 */
async function firstRow(parts: PackageParts, book: Workbook, { part }: Sheet): Promise<readonly string[] | null> {
  // Cells that refer to shared texts get an arbitrary text, so that the shared texts need not be read.
  const parser = new SheetParser({ ...book, kinds: [] }, anyText, CSV_HEADER.length);
  try {
    for await (const _ of readXml(part, parts.read(part), parser)) {
      const [row] = parser.take();
      if (row !== undefined) return row.values;
    }
    return parser.take()[0]?.values ?? null;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** A list with a text at every index. */
const anyText: readonly string[] = new Proxy([], { get: () => 'x' });
