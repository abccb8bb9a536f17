/** A table of cells with column letters and row numbers, with limits on both. */
import { CELL_UNITS_SHOWN, SHEET_COLUMNS_SHOWN, SHEET_ROWS_SHOWN } from './limits.ts';
import type { PageWriter } from './page-writer.ts';

const LABEL = { style: 'color:#5f6368;background-color:#f1f3f4;font-weight:normal' };
const LETTERS = 26;

export class TableWriter {
  readonly #page: PageWriter;
  readonly #name: string;
  #rows = 0;
  #columns = 0;
  #isFull = false;

  constructor(page: PageWriter, name: string) {
    this.#page = page;
    this.#name = name;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** `beyond` is the number of cells that the caller left out. */
  row(line: number, values: readonly string[], beyond = 0): void {
    if (this.#isFull) return;
    if (this.#rows >= SHEET_ROWS_SHOWN) {
      this.#isFull = true;
      this.#page.notice(`Only the first ${SHEET_ROWS_SHOWN} rows with values of the sheet "${this.#name}" are shown.`);
      return;
    }
    if (this.#rows++ === 0) this.#begin(values.length);
    const cells = values.slice(0, SHEET_COLUMNS_SHOWN);
    if (beyond > 0 || values.length > cells.length) {
      this.#page.notice(`Only the first ${SHEET_COLUMNS_SHOWN} columns of the sheet "${this.#name}" are shown.`);
    }
    this.#columns = Math.max(this.#columns, cells.length);
    this.#page.open('tr');
    this.#page.line('th', String(line), LABEL);
    for (const value of cells) this.#cell(value);
    this.#page.close();
  }

  end(): void {
    if (this.#rows === 0) return;
    // The width of a table is known only at its end. If the table is wider than the first row, the letters are repeated at the
    // bottom.
    this.#letters(this.#columns);
    this.#page.close();
  }

  #begin(columns: number): void {
    this.#columns = columns;
    this.#page.open('table', { border: '1', cellspacing: '0', cellpadding: '3' });
    this.#letters(Math.min(columns, SHEET_COLUMNS_SHOWN));
  }

  #letters(columns: number): void {
    this.#page.open('tr');
    this.#page.line('th', '', LABEL);
    for (let column = 0; column < columns; column++) this.#page.line('th', lettersOf(column), LABEL);
    this.#page.close();
  }

  #cell(value: string): void {
    if (value.length > CELL_UNITS_SHOWN) {
      this.#page.notice(`Cells of more than ${CELL_UNITS_SHOWN} characters are cut.`);
    }
    this.#page.line('td', value.slice(0, CELL_UNITS_SHOWN));
  }
}

/** Returns column letters: 0 → `A`, 27 → `AB`. */
export function lettersOf(column: number): string {
  let rest = column;
  let letters = '';
  do {
    letters = String.fromCharCode(65 + (rest % LETTERS)) + letters;
    rest = Math.floor(rest / LETTERS) - 1;
  } while (rest >= 0);
  return letters;
}
