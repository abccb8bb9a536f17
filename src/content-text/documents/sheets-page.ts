/** A workbook as a page: a table for each sheet, up to a number of rows and columns, with the comments of its cells. */
import { SheetParser } from '../../cases/loadfiles/workbook/sheet-parser.ts';
import { readSharedTexts, readWorkbook, type Sheet } from '../../cases/loadfiles/workbook/workbook.ts';
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import { AppError } from '../../shared/errors.ts';
import type { DocumentPackage } from './document-package.ts';
import { CELL_UNITS_SHOWN, SHEET_COLUMNS_SHOWN, SHEETS_SHOWN } from './limits.ts';
import type { PageWriter } from './page-writer.ts';
import { TableWriter } from './table-writer.ts';

export async function sheetsPage(parts: DocumentPackage, page: PageWriter): Promise<void> {
  const book = await readWorkbook(parts.parts);
  for (const fault of book.faults) page.notice(`The workbook is damaged: ${fault}.`);
  const shared = book.texts === null ? { texts: [], leftOut: 0 } : await sharedTexts(parts, book.texts, page);
  if (shared.leftOut > 0) page.notice(`${shared.leftOut} texts of the workbook are not shown.`);
  const { sheets } = book;
  if (sheets.length > SHEETS_SHOWN) {
    page.notice(`Only the first ${SHEETS_SHOWN} of ${sheets.length + book.leftOut} sheets are shown.`);
  }
  for (const sheet of sheets.slice(0, SHEETS_SHOWN)) {
    if (page.isFull) return;
    const name = sheet.isHidden ? `${sheet.name} (hidden in the workbook)` : sheet.name;
    page.line('h2', name);
    const parser = new SheetParser(book, shared.texts, SHEET_COLUMNS_SHOWN);
    const table = new TableWriter(page, sheet.name);
    await parts.readBeside(page, sheet.part, new RowsOfSheet(parser, table));
    table.end();
    if (table.isEmpty) page.line('p', 'No cell of this sheet has a value.', { style: 'color:#5f6368' });
    await besideSheet(parts, sheet, page);
  }
}

async function sharedTexts(
  parts: DocumentPackage,
  part: string,
  page: PageWriter,
): Promise<{ readonly texts: readonly string[]; readonly leftOut: number }> {
  try {
    return await readSharedTexts(parts.parts, part);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    page.notice(`The workbook is damaged: ${error.message}. Cells with text of it are empty.`);
    return { texts: [], leftOut: 0 };
  }
}

/** Passes on each row when it ends. */
class RowsOfSheet implements XmlTaker {
  readonly #parser: SheetParser;
  readonly #table: TableWriter;

  constructor(parser: SheetParser, table: TableWriter) {
    this.#parser = parser;
    this.#table = table;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (!this.#table.isFull) this.#parser.open(name, attributes);
  }

  text(piece: string): void {
    if (!this.#table.isFull) this.#parser.text(piece);
  }

  close(name: string): void {
    if (this.#table.isFull) return;
    this.#parser.close(name);
    if (name !== 'row') return;
    for (const row of this.#parser.take()) this.#table.row(row.line, row.values, row.left);
  }
}

/** Adds comments of cells, and the text of boxes on the sheet. */
async function besideSheet(parts: DocumentPackage, { part }: Sheet, page: PageWriter): Promise<void> {
  for (const { type, target } of (await parts.relations(part)).values()) {
    if (type.endsWith('/comments')) await parts.readBeside(page, target, new CellComments(page));
    else if (type.endsWith('/drawing')) {
      const relations = await parts.relations(target);
      await parts.readBeside(page, target, new DrawingTexts(page, relations));
    }
  }
}

class CellComments implements XmlTaker {
  readonly #page: PageWriter;
  readonly #authors: string[] = [];
  #isAuthor = false;
  #isText = false;
  #count = 0;

  constructor(page: PageWriter) {
    this.#page = page;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'author') {
      this.#isAuthor = true;
      this.#authors.push('');
    } else if (name === 'comment') {
      if (this.#count++ === 0) this.#page.line('h3', 'Comments');
      const author = this.#authors[Number(attributes.get('authorId'))] ?? '';
      this.#page.open('p');
      this.#page.text(`${attributes.get('ref') ?? ''}${author === '' ? '' : ` (${author})`}: `, ['<b>']);
    } else if (name === 't') this.#isText = true;
  }

  text(piece: string): void {
    if (this.#isAuthor) this.#authors[this.#authors.length - 1] += piece.slice(0, CELL_UNITS_SHOWN);
    else if (this.#isText) this.#page.text(piece);
  }

  close(name: string): void {
    if (name === 'author') this.#isAuthor = false;
    else if (name === 't') this.#isText = false;
    else if (name === 'comment') this.#page.close();
  }
}

class DrawingTexts implements XmlTaker {
  readonly #page: PageWriter;
  readonly #relations: ReadonlyMap<string, { readonly target: string }>;
  #isText = false;

  constructor(page: PageWriter, relations: ReadonlyMap<string, { readonly target: string }>) {
    this.#page = page;
    this.#relations = relations;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'p') this.#page.open('p');
    else if (name === 't') this.#isText = true;
    else if (name === 'blip') {
      const target = this.#relations.get(attributes.get('embed') ?? '')?.target;
      if (target !== undefined) this.#page.picture(target);
    }
  }

  text(piece: string): void {
    if (this.#isText) this.#page.text(piece);
  }

  close(name: string): void {
    if (name === 'p') this.#page.close();
    else if (name === 't') this.#isText = false;
  }
}
