/** Workbooks (XLSX, XLSM) as a kind of load file: each sheet is a table. */
import { AppError } from '../../../shared/errors.ts';
import type { InnerTable, OpenTable, TableKind } from '../table-kind.ts';
import { PackageParts } from './package-parts.ts';
import { SheetParser } from './sheet-parser.ts';
import { SheetRows, TextKeeper } from './sheet-rows.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { readXml } from './xml-part.ts';

export const workbookKind: TableKind = {
  name: 'workbook',
  endings: ['.xlsx', '.xlsm'],
  isInFolders: true,
  isTable: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04',
  newRows: () => {
    throw new Error('a workbook is read sheet by sheet');
  },
  tablesIn,
};

/** Sheets with a row; if there is none, the first. Throws AppError NOT_FOUND with a reason fit for a client. */
async function tablesIn(open: OpenTable): Promise<readonly InnerTable[]> {
  const input = await open();
  try {
    const parts = await PackageParts.open(input);
    const book = await readWorkbook(parts);
    const texts = new TextKeeper();
    const filled: Sheet[] = [];
    for (const sheet of book.sheets) if (await hasRow(parts, book, sheet)) filled.push(sheet);
    const [first] = book.sheets;
    if (first === undefined) throw new AppError('NOT_FOUND', 'the workbook has no sheet with rows');
    if (book.leftOut > 0) throw new AppError('NOT_FOUND', `the workbook has ${book.leftOut} sheets over a limit`);
    const sheets = filled.length > 0 ? filled : [first];
    const read = { ...book, sheets };
    return sheets.map((sheet) => ({
      name: sheet.name,
      newRows: (again, mapping) => new SheetRows(again, read, sheet, texts, mapping),
    }));
  } finally {
    await input.close();
  }
}

async function hasRow(parts: PackageParts, book: Workbook, { part }: Sheet): Promise<boolean> {
  // Any text will do: the shared ones are not read for that.
  const parser = new SheetParser({ ...book, kinds: [] }, anyText, 1);
  try {
    for await (const _ of readXml(part, parts.read(part), parser)) if (parser.take().length > 0) return true;
    return parser.take().length > 0;
  } catch (error) {
    // A damaged sheet is a table that says so.
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** A list that has a text everywhere. */
const anyText: readonly string[] = new Proxy([], { get: () => 'x' });
