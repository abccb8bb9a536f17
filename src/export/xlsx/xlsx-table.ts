/**
 * Writes a set as a workbook (XLSX), piece by piece. Its items are on as many sheets as they need, and a last sheet describes
 * them.
 */
import { ABOUT_SHEET, ABOUT_TITLES } from '../../shared/cells/about-sheet.ts';
import { CELL_UNITS_MAX } from '../../shared/cells/spreadsheet-cells.ts';
import { CSV_HEADER } from '../../shared/cells/table-cells.ts';
import { numberCell, TITLE_STYLE, textCell } from '../../shared/cells/xlsx-cells.ts';
import { propertyTitles, type TableColumns, withMarks } from '../columns.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { singleRows } from '../set-rows.ts';
import { cutCellsText } from '../tables.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import {
  CONTENT_TYPES,
  RELATIONSHIPS,
  rangeTo,
  STYLES,
  sheetBegin,
  sheetEnd,
  type WrittenSheet,
  workbookParts,
} from './parts.ts';
import { type SheetLimits, SheetRowWriter, type WrittenSheetRow } from './sheet-rows.ts';

/** Maximum size of a sheet, not counting its titles. Excel does not open a part of 4 GiB or more. */
const SHEET_LIMITS: SheetLimits = { rows: 1_048_576 - 1, bytes: 2 ** 31 };
const PART_BYTES_MAX = 2 ** 32 - 1;
const LINK_TITLE = 'file';

type AboutSet = Pick<ExportSet<ExportSource>, 'total' | 'missing' | 'hints'>;

export interface XlsxExport {
  readonly table: TableColumns;
  /** A path for each item in order, which may be empty. Null if there are no files. */
  readonly links: AsyncIterable<string> | null;
  readonly query: unknown;
  readonly limits?: SheetLimits;
}

export function xlsxTable<T extends ExportSource>(set: ExportSet<T>, asked: XlsxExport): Pieces {
  const columns = asked.table.columns.map(({ names }) => names);
  return workbook(singleRows(withMarks(set, asked.table.marks), { kind: 'xlsx', columns }), set, asked);
}

/** `lists` has the rows, each without its end. */
export async function* workbook(
  lists: AsyncIterable<readonly WrittenSheetRow[]>,
  set: AboutSet,
  { table, links, query, limits = SHEET_LIMITS }: XlsxExport,
): Pieces {
  const book = new Workbook();
  const own = [...CSV_HEADER, ...table.marks];
  const behind = links === null ? [] : [LINK_TITLE];
  const titles = [...own, ...propertyTitles(table.columns, [...own, ...behind]), ...behind];
  const rows = new SheetRowWriter(lists, links);
  try {
    // Before anything is sent, an error can still be reported.
    await rows.hasMore();
    yield* book.begin();
    for (let n = 1; n === 1 || (await rows.hasMore()); n++) {
      yield* book.sheet(n === 1 ? 'Items' : `Items ${n}`, titles, rows.ofSheet(limits), () => rows.count);
    }
    const about = aboutRows(set, table, query);
    const lines = about.map((cells) => `<row>${cells.join('')}</row>`).join('');
    yield* book.sheet(ABOUT_SHEET, ABOUT_TITLES, [Buffer.from(lines)], () => about.length);
    yield* book.end();
  } finally {
    await rows.close();
    await book.close();
  }
}

class Workbook {
  readonly #zip = new ZipWriter();
  readonly #sheets: WrittenSheet[] = [];

  /** Programs that check the beginning of a file recognize a workbook by its first part. */
  async *begin(): Pieces {
    yield* this.#part('[Content_Types].xml', [CONTENT_TYPES]);
    yield* this.#part('_rels/.rels', [RELATIONSHIPS]);
    yield* this.#part('xl/styles.xml', [STYLES]);
  }

  /** `count` returns the number of its rows once they are written. */
  async *sheet(
    name: string,
    titles: readonly string[],
    rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    count: () => number,
  ): Pieces {
    const file = `sheet${this.#sheets.length + 1}.xml`;
    const range = (): string => rangeTo(titles.length, count() + 1);
    async function* content(): AsyncGenerator<string | Uint8Array> {
      yield sheetBegin(titles.length);
      yield `<row>${titles.map((title) => textCell(title, TITLE_STYLE)).join('')}</row>`;
      yield* rows;
      yield sheetEnd(range());
    }
    yield* this.#part(`xl/worksheets/${file}`, content());
    this.#sheets.push({ name, file, range: range() });
  }

  async *end(): Pieces {
    const { workbook, relationships } = workbookParts(this.#sheets);
    yield* this.#part('xl/workbook.xml', [workbook]);
    yield* this.#part('xl/_rels/workbook.xml.rels', [relationships]);
    yield* this.#zip.end();
  }

  close(): Promise<void> {
    return this.#zip.close();
  }

  async *#part(path: string, content: AsyncIterable<string | Uint8Array> | Iterable<string>): Pieces {
    const { fault } = yield* this.#zip.file(path, bytesOf(content), PART_BYTES_MAX - 1, true);
    if (fault !== null) throw fault;
  }
}

async function* bytesOf(content: AsyncIterable<string | Uint8Array> | Iterable<string>): Pieces {
  for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** Returns the rows of the last sheet: information for readers who have only the file. */
function aboutRows(
  { total, missing, hints }: AboutSet,
  { cutCells }: TableColumns,
  query: unknown,
): readonly (readonly string[])[] {
  const line = (what: string, value: string): string[] => [textCell(what), textCell(value)];
  return [
    [textCell('items'), numberCell(String(total))],
    line('complete', missing.length === 0 ? 'yes' : 'no'),
    ...missing.map(({ source, reason }) => line('missing source', `${source}: ${reason}`)),
    [textCell('cut cells'), numberCell(String(cutCells))],
    ...(cutCells === 0 ? [] : [line('cut', cutCellsText(cutCells)!)]),
    line('cells', `up to ${CELL_UNITS_MAX} characters; several values are joined by "; "`),
    line('time zone', 'UTC, in every cell with a time; a day without a time has none'),
    ...hints.map((hint) => line('hint', hint)),
    line('query', JSON.stringify(query)),
  ];
}
