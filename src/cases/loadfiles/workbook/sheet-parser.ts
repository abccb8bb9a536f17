/** Reads the cells of a sheet, row by row, as text. */
import { VALUE_UNITS_MAX } from '../limits.ts';
import { dateText, numberText } from './number-formats.ts';
import { unescaped, type Workbook } from './workbook.ts';
import type { XmlAttributes, XmlTaker } from './xml-part.ts';

export interface SheetRow {
  /** The row number in the sheet, from 1. */
  readonly line: number;
  /** Indexed by column. Empty if there is no cell. */
  readonly values: readonly string[];
  readonly units: number;
  /** Cells beyond the last supported column. */
  readonly left: number;
  /** Columns of truncated values. */
  readonly cut: readonly number[];
  /** Cells whose shared text is missing. */
  readonly missing: number;
}

export class SheetParser implements XmlTaker {
  readonly #book: Workbook;
  readonly #texts: readonly string[];
  readonly #columnsMax: number;
  /** Cells with a link to a URL. */
  links = 0;
  #rows: SheetRow[] = [];
  #line = 0;
  #values: string[] = [];
  #units = 0;
  #left = 0;
  #missing = 0;
  #cut: number[] = [];
  /** State of the current cell. */
  #column = -1;
  #type = 'n';
  #style = 0;
  #text = '';
  #isText = false;
  #isPhonetic = false;
  #isCut = false;

  constructor(book: Workbook, texts: readonly string[], columnsMax: number) {
    this.#book = book;
    this.#texts = texts;
    this.#columnsMax = columnsMax;
  }

  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.#beginRow(attributes);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'hyperlink' && attributes.has('id')) this.links++;
    this.#isText = (name === 'v' || name === 't') && !this.#isPhonetic;
  }

  text(piece: string): void {
    if (!this.#isText) return;
    const room = VALUE_UNITS_MAX - this.#text.length;
    if (piece.length > room) this.#isCut = true;
    this.#text += piece.slice(0, Math.max(0, room));
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #beginRow(attributes: XmlAttributes): void {
    const given = Number(attributes.get('r'));
    this.#line = Number.isSafeInteger(given) && given > this.#line ? given : this.#line + 1;
    this.#values = [];
    this.#cut = [];
    this.#units = 0;
    this.#left = 0;
    this.#missing = 0;
    this.#column = -1;
  }

  #beginCell(attributes: XmlAttributes): void {
    const column = columnOf(attributes.get('r'));
    this.#column = column ?? this.#column + 1;
    this.#type = attributes.get('t') ?? 'n';
    this.#style = Number(attributes.get('s') ?? 0);
    this.#text = '';
    this.#isCut = false;
  }

  #endCell(): void {
    const value = this.#value();
    const column = this.#column;
    if (value === '') return;
    if (column >= this.#columnsMax) {
      this.#left++;
      return;
    }
    while (this.#values.length < column) this.#values.push('');
    this.#values[column] = value;
    this.#units += value.length;
    if (this.#isCut) this.#cut.push(column);
  }

  #endRow(): void {
    if (this.#values.length === 0 && this.#left === 0) return;
    this.#rows.push({
      line: this.#line,
      values: this.#values,
      units: this.#units,
      left: this.#left,
      cut: this.#cut,
      missing: this.#missing,
    });
  }

  /** Returns the displayed value of the cell. For a formula, this is its value when the workbook was saved. */
  #value(): string {
    const text = this.#text;
    switch (this.#type) {
      case 's': {
        const shared = this.#texts[Number(text)];
        if (shared === undefined && text !== '') this.#missing++;
        return shared ?? '';
      }
      case 'b':
        return text === '' ? '' : text === '1' ? 'TRUE' : 'FALSE';
      case 'n': {
        if (text.trim() === '') return '';
        const kind = this.#book.kinds[this.#style] ?? 'number';
        return dateText(Number(text), kind, this.#book.is1904) ?? numberText(text);
      }
      default:
        return unescaped(text);
    }
  }
}

/** Returns the column of a reference: `B12` → 1. Null without a reference. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,4})\d*$/i.exec(reference ?? '')?.[1]?.toUpperCase();
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
