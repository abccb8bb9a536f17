/** Reads the rows of a sheet of a workbook (XLSX). */
import { AppError } from '../../../shared/errors.ts';
import { shown } from '../../files/safe-path.ts';
import {
  BATCH_ROWS_MAX,
  BATCH_UNITS_MAX,
  COLUMNS_MAX,
  ROW_UNITS_MAX,
  SHEET_BYTES_MAX,
  VALUE_UNITS_MAX,
} from '../limits.ts';
import type { Mapping } from '../mapping.ts';
import { ColumnList } from '../rows/column-list.ts';
import { headerBelowTitle, TITLE_ROWS } from '../rows/header-row.ts';
import type { RowObserver, RowSource, TableRow } from '../rows/row-source.ts';
import type { OpenTable } from '../table-kind.ts';
import { PackageParts } from './package-parts.ts';
import { NO_LINKS, readSheetLinks, type SheetLinks } from './sheet-links.ts';
import { SheetParser, type SheetRow } from './sheet-parser.ts';
import { readSharedTexts, type SharedTexts, type Sheet, type Workbook } from './workbook.ts';
import { readXml } from './xml-part.ts';

/** Caches shared texts while anything reads them, because several passes over the sheets of a workbook need the same texts. */
export class SharedTextCache {
  #kept: WeakRef<SharedTexts> | null = null;

  async read(parts: PackageParts, { texts: part }: Workbook): Promise<SharedTexts> {
    const kept = this.#kept?.deref();
    if (kept !== undefined) return kept;
    const texts = part === null ? { texts: [], leftOut: 0 } : await readSharedTexts(parts, part);
    this.#kept = new WeakRef(texts);
    return texts;
  }
}

export class SheetRows implements RowSource {
  readonly fixedUses = new Map();
  readonly #open: OpenTable;
  readonly #book: Workbook;
  readonly #sheet: Sheet;
  readonly #texts: SharedTextCache;
  readonly #mapping: Mapping;
  #columns = new ColumnList();
  #width = 0;
  #headerLine = 1;
  #isGuessed = false;
  #links: SheetLinks = NO_LINKS;

  constructor(open: OpenTable, book: Workbook, sheet: Sheet, texts: SharedTextCache, mapping: Mapping) {
    this.#open = open;
    this.#book = book;
    this.#sheet = sheet;
    this.#texts = texts;
    this.#mapping = mapping;
  }

  get columns(): readonly string[] {
    return this.#columns.names;
  }

  get description(): string {
    const parts = [`sheet ${shown(this.#sheet.name)} of a workbook`];
    if (this.#book.is1904) parts.push('dates from 1904');
    if (this.#headerLine > 1) parts.push(`header in row ${this.#headerLine}${this.#isGuessed ? ' (guessed)' : ''}`);
    return parts.join(', ');
  }

  get asMapping(): Readonly<Record<string, unknown>> {
    const { header } = this.#mapping;
    return header === undefined ? { headerRow: this.#headerLine } : { header };
  }

  async prepare(): Promise<void> {
    this.#columns = new ColumnList();
    await this.#withParts(async (parts) => {
      const first = await this.#firstRows(parts);
      const { header, headerRow } = this.#mapping;
      const guessed = header === undefined && headerRow === undefined ? headerBelowTitle(first) : null;
      const row = first.find(({ line }) => line >= (headerRow ?? guessed ?? 1));
      if (row === undefined && header === undefined) return;
      this.#isGuessed = guessed !== null;
      this.#headerLine = row?.line ?? 1;
      for (const name of header ?? row!.values) this.#columns.add(name);
      this.#width = this.#columns.names.length;
      this.#links = await readSheetLinks(parts, this.#sheet.part).catch((error: unknown) => {
        // The rows before the fault are still read, and reading them reports it.
        if (error instanceof AppError) return NO_LINKS;
        throw error;
      });
      for (const column of this.#links.columns)
        this.#columns.add(`${this.#columns.names[column] ?? `column ${column + 1}`} link`);
    });
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const input = await this.#open();
    try {
      const parts = await PackageParts.open(input);
      const reading = new Reading(this.#columns, this.#width, this.#links, observer);
      for (const fault of this.#book.faults) observer.problem('case', null, null, fault);
      const isHeader = ({ line }: SheetRow): boolean => this.#mapping.header === undefined && line <= this.#headerLine;
      const share = input.bytes / Math.max(1, this.#book.sheets.length);
      yield* reading.rows(this.#sheetRows(parts, observer, share), isHeader);
      if (this.#isGuessed) {
        const reason = 'the header seems to be in this row: the rows above it are treated as a title and are not items';
        observer.problem('type', this.#headerLine, null, `${reason}; to decide, set "headerRow" in a mapping`);
      }
      if (this.#links.leftOut > 0)
        observer.problem('limit', null, null, `${this.#links.leftOut} links of cells are skipped`);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      observer.problem('case', null, null, `${error.message}: nothing after that is read`);
    } finally {
      await input.close();
    }
  }

  async *#sheetRows(
    parts: PackageParts,
    observer: RowObserver | null,
    share: number,
  ): AsyncGenerator<readonly SheetRow[]> {
    const { texts, leftOut } = await this.#texts.read(parts, this.#book);
    if (leftOut > 0)
      observer?.problem('limit', null, null, `${leftOut} texts of the workbook exceed a limit and are skipped`);
    const parser = new SheetParser(this.#book, texts, COLUMNS_MAX);
    const total = Math.max(1, parts.bytesOf(this.#sheet.part));
    let bytes = 0;
    try {
      for await (const count of readXml(this.#sheet.part, parts.read(this.#sheet.part), parser)) {
        bytes += count;
        observer?.progress((count / total) * share);
        yield parser.take();
        if (bytes <= SHEET_BYTES_MAX) continue;
        observer?.problem(
          'limit',
          null,
          null,
          `the sheet has more than ${SHEET_BYTES_MAX} bytes: the rest is not read`,
        );
        return;
      }
    } catch (error) {
      // The rows before the fault are returned.
      yield parser.take();
      throw error;
    }
    yield parser.take();
    if (parser.links > 0 && this.#links === NO_LINKS) {
      observer?.problem('value', null, null, `${parser.links} links of cells have no address in the workbook`);
    }
  }

  /** Returns the rows that may contain the header. */
  async #firstRows(parts: PackageParts): Promise<readonly SheetRow[]> {
    const first: SheetRow[] = [];
    const most = Math.max(TITLE_ROWS, this.#mapping.headerRow ?? 0);
    try {
      for await (const rows of this.#sheetRows(parts, null, 0)) {
        first.push(...rows.slice(0, most - first.length));
        if (first.length >= most) break;
      }
    } catch (error) {
      if (!(error instanceof AppError) || first.length === 0) throw error;
    }
    return first;
  }

  async #withParts(work: (parts: PackageParts) => Promise<void>): Promise<void> {
    const input = await this.#open();
    try {
      await work(await PackageParts.open(input));
    } finally {
      await input.close();
    }
  }
}

/** One pass through the rows. */
class Reading {
  readonly #columns: ColumnList;
  readonly #width: number;
  readonly #links: SheetLinks;
  readonly #observer: RowObserver;
  #number = 0;

  constructor(columns: ColumnList, width: number, links: SheetLinks, observer: RowObserver) {
    this.#columns = columns;
    this.#width = width;
    this.#links = links;
    this.#observer = observer;
  }

  async *rows(
    batches: AsyncIterable<readonly SheetRow[]>,
    isHeader: (row: SheetRow) => boolean,
  ): AsyncGenerator<readonly TableRow[]> {
    let batch: TableRow[] = [];
    let units = 0;
    for await (const rows of batches) {
      for (const row of rows) {
        if (isHeader(row)) continue;
        const read = this.#row(row);
        if (read === null) continue;
        batch.push(read);
        units += row.units;
        if (batch.length < BATCH_ROWS_MAX && units < BATCH_UNITS_MAX) continue;
        yield batch;
        batch = [];
        units = 0;
      }
      yield batch;
      batch = [];
      units = 0;
    }
  }

  #row({ line, values, units, left, cut, missing }: SheetRow): TableRow | null {
    this.#number++;
    const number = this.#number;
    if (units > ROW_UNITS_MAX) {
      this.#observer.problem(
        'limit',
        line,
        null,
        `row ${number} has more than ${ROW_UNITS_MAX} characters: it is skipped`,
      );
      return null;
    }
    const report = (kind: 'value' | 'limit', reason: string): void =>
      this.#observer.problem(kind, line, number, reason);
    if (left > 0) report('limit', `${left} values are beyond ${COLUMNS_MAX} columns: they are skipped`);
    if (missing > 0) report('value', `${missing} cells refer to texts that the workbook does not have`);
    for (const column of cut)
      report('limit', `a value of ${this.#columns.shown(column)} was cut at ${VALUE_UNITS_MAX} characters`);
    const named: (string | undefined)[] = values.slice(0, this.#width);
    // Columns without a name come after the links, numbered as in the sheet.
    for (let i = this.#width; i < values.length; i++) {
      if (values[i] === '') continue;
      const column = this.#columns.indexOf(`column ${i + 1}`);
      if (column >= 0) named[column] = values[i];
    }
    const links = this.#links.addresses.get(line);
    for (const [n, column] of this.#links.columns.entries()) {
      const address = links?.get(column);
      if (address !== undefined) named[this.#width + n] = address;
    }
    return { number, line, values: named };
  }
}
