/** Converts a row of a load file to an item. */
import { detachedText } from '../../shared/strings/detached-text.ts';
import { internalized } from '../../shared/strings/internalized.ts';
import type { CaseItem } from '../case-reader.ts';
import { RowText } from '../row-text.ts';
import type { LoadedColumn } from './columns/column.ts';
import type { ColumnFacts } from './columns/column-facts.ts';
import { FaultyRows } from './columns/faulty-rows.ts';
import { MisfitValues } from './columns/misfit-values.ts';
import { firstOf, isBlank, listInCell, type Survey } from './columns/survey.ts';
import { type SizeReading, toSize } from './columns/usual-sizes.ts';
import { refOfFile } from './file-ref.ts';
import { RowDates } from './row-dates.ts';
import { RowParents } from './row-parents.ts';
import type { ImageList } from './rows/image-list.ts';
import type { TableRow } from './rows/row-source.ts';

/** How the rows of a table become items of its case. */
export interface TableRows {
  /** The id of a row is this plus its number. */
  readonly base: number;
  /** Its name and its folder below the case, if there are several tables. The name becomes a property of its items. */
  readonly table: string | null;
  readonly folder: string | null;
}

export const TABLE_PROPERTY = 'table';

const ONLY_TABLE: TableRows = { base: 0, table: null, folder: null };

type Properties = [name: string, values: readonly string[]][];

export class RowItemReader {
  readonly parents: RowParents;
  readonly misfits: MisfitValues;
  readonly dates: RowDates;
  /** Rows whose text has values without a column name, and rows whose text was truncated. */
  readonly unnamed = new FaultyRows<TableRow>();
  readonly shortened = new FaultyRows<TableRow>();
  readonly #range: TableRows;
  readonly #columns: readonly ColumnFacts[];
  readonly #images: ImageList | null;
  readonly #documents: readonly number[];
  readonly #native: number;
  readonly #thumb: number;
  readonly #paths: readonly number[];
  readonly #inline: readonly number[];
  /**
   * Indexed by column: whether its values are dates. This and the following cache facts that would otherwise be derived for
   * each cell.
   */
  readonly #isDate: readonly boolean[];
  /** Whether its values are properties, and how they are normalized. */
  readonly #isProperty: readonly boolean[];
  readonly #names: readonly string[];
  readonly #normal: readonly (((value: string) => string) | null)[];
  readonly #separators: readonly (string | null)[];
  readonly #sizes: readonly (SizeReading | null)[];
  /** Whether a cell is the only value of its property, and nothing is derived from it. */
  readonly #isPlain: readonly boolean[];
  /** Lists, keyed by cell. Many columns of lists have few distinct cells. */
  readonly #lists: readonly Map<string, readonly string[]>[];

  constructor(survey: Survey, images: ImageList | null, range = ONLY_TABLE) {
    const { columns } = survey;
    this.#range = range;
    const withUse = (use: string): number[] =>
      columns.filter(({ column }) => column.use === use).map(({ column }) => column.index);
    this.#columns = columns;
    this.#isDate = columns.map(({ isDate }) => isDate);
    this.#isProperty = columns.map(({ column, isPath }) => column.use !== 'text' || isPath);
    this.#names = columns.map(({ column }) => internalized(column.property));
    this.#normal = columns.map(({ column }) => normalOf(column));
    this.#separators = columns.map(({ separator }) => separator);
    this.#sizes = columns.map(({ isSize, sizes }) => (isSize ? sizes!.reading : null));
    this.parents = new RowParents(survey);
    this.misfits = new MisfitValues(columns);
    this.#isPlain = columns.map(
      ({ isDate, column: { index, isList } }) =>
        !isDate &&
        !isList &&
        this.#sizes[index] === null &&
        this.#normal[index] === null &&
        !this.misfits.hasType(index),
    );
    this.#lists = columns.map(() => new Map());
    this.dates = new RowDates(columns, this.misfits);
    this.#images = images;
    this.#documents = withUse('document');
    this.#native = withUse('native')[0] ?? -1;
    this.#thumb = withUse('thumb')[0] ?? -1;
    const texts = withUse('text');
    this.#paths = texts.filter((index) => columns[index]!.isPath);
    this.#inline = texts.filter((index) => !columns[index]!.isPath);
  }

  item(row: TableRow): CaseItem {
    const ids = valuesIn(row, this.#documents);
    const { base, table, folder } = this.#range;
    const properties = this.#properties(row);
    if (table !== null) properties.push([TABLE_PROPERTY, [table]]);
    const image = this.#images?.find(ids) ?? null;
    if (image !== null) addImage(properties, image);
    if (row.properties !== undefined) addOthers(properties, row.properties);
    addName(properties, ids);
    const native = firstOf(row, this.#native) ?? image?.path;
    const thumb = firstOf(row, this.#thumb);
    const own = this.#text(row);
    const text = own ?? this.#rowText(row);
    const parent = this.parents.of(row, ids);
    const item = {
      id: base + row.number,
      parentId: parent === null ? null : base + parent,
      properties,
      text,
      content: native === undefined ? null : refOfFile('file', native, folder),
      thumb: thumb === undefined ? null : refOfFile('file', thumb, folder),
      line: row.line,
    };
    return own === null && text !== null ? { ...item, isRowText: true } : item;
  }

  #text(row: TableRow): CaseItem['text'] {
    for (const index of this.#paths) {
      const path = firstOf(row, index);
      if (path !== undefined) return refOfFile('text', path, this.#range.folder);
    }
    const texts = valuesIn(row, this.#inline);
    return texts.length === 0 ? null : texts.length === 1 ? texts[0]! : texts.join('\n');
  }

  /** Returns values as in the file, under its own column names. */
  #rowText(row: TableRow): string | null {
    const text = new RowText();
    for (const [i, cell] of row.values.entries()) {
      if (cell === undefined || cell === '') continue;
      const facts = this.#columns[i]!;
      const { header, isList, separator } = facts.column;
      for (const value of listInCell(cell)) {
        if (!isList || this.#isDate[i]) text.add(header, value);
        else for (const part of splitList(value, facts.separator, separator === null)) text.add(header, part);
      }
    }
    if (text.unnamed > 0) this.unnamed.add(() => row);
    if (text.leftOut > 0) this.shortened.add(() => row);
    return text.text;
  }

  #properties(row: TableRow): Properties {
    const properties: Properties = [];
    const { values } = row;
    for (let i = 0; i < values.length; i++) {
      const cell = values[i];
      if (cell === undefined || cell === '' || !this.#isProperty[i]) continue;
      if (this.#isPlain[i] && typeof cell === 'string') {
        if (!isBlank(cell)) properties.push([this.#names[i]!, [cell]]);
        continue;
      }
      const cells = listInCell(cell);
      if (cells.length === 0) continue;
      const found = this.#values(row, this.#columns[i]!, cells);
      if (found.length > 0) properties.push([this.#names[i]!, found]);
    }
    return properties;
  }

  #values(row: TableRow, facts: ColumnFacts, cells: readonly string[]): readonly string[] {
    const { index, isList } = facts.column;
    if (this.#isDate[index]) {
      if (cells.length === 1) return this.dates.read(row, facts, cells[0]!);
      return cells.flatMap((cell) => this.dates.read(row, facts, cell));
    }
    const sizes = this.#sizes[index]!;
    const normal = this.#normal[index]!;
    if (cells.length === 1 && !isList) {
      const [cell] = cells as readonly [string];
      const value = sizes !== null ? (toSize(cell, sizes) ?? cell) : normal === null ? cell : normal(cell);
      const values = value === cell ? cells : [value];
      this.misfits.judge(row, facts, values);
      return values;
    }
    const values = isList
      ? cells.length === 1
        ? this.#listIn(cells[0]!, facts)
        : cells.flatMap((cell) => this.#listIn(cell, facts))
      : sizes !== null
        ? cells.map((cell) => toSize(cell, sizes) ?? cell)
        : normal === null
          ? cells
          : cells.map(normal);
    this.misfits.judge(row, facts, values);
    return values;
  }

  #listIn(cell: string, { column: { index, separator } }: ColumnFacts): readonly string[] {
    const known = this.#lists[index]!.get(cell);
    if (known !== undefined) return known;
    // Copied, because the list would otherwise keep the whole piece of the file in memory.
    const own = detachedText(cell);
    const list = splitList(own, this.#separators[index]!, separator === null);
    if (this.#lists[index]!.size < LISTS_MAX && cell.length <= LIST_UNITS_MAX) this.#lists[index]!.set(own, list);
    return list;
  }
}

/** Lists of a column that are kept, and the longest of their cells. */
const LISTS_MAX = 1000;
const LIST_UNITS_MAX = 256;

function valuesIn({ values }: TableRow, columns: readonly number[]): readonly string[] {
  if (columns.length === 1) return listInCell(values[columns[0]!]);
  return columns.flatMap((index) => listInCell(values[index]));
}

/** Empty values between two separators are skipped. Line breaks also separate, unless the mapping specifies a separator. */
function splitList(cell: string, separator: string | null, byLine: boolean): readonly string[] {
  const lines = byLine && cell.includes('\n') ? cell.split('\n') : [cell];
  const values = separator === null ? lines : lines.flatMap((line) => line.split(separator));
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** How values of a property are normalized. */
const NORMAL: ReadonlyMap<string, (value: string) => string> = new Map([
  ['ext', (value: string) => value.trim().replace(/^\./, '').toLowerCase()],
  ['deleted', normalFlag],
  ['isDir', normalFlag],
]);

function normalOf({ property, understoodBy }: LoadedColumn): ((value: string) => string) | null {
  return understoodBy === 'own name' ? null : (NORMAL.get(property) ?? null);
}

function normalFlag(value: string): string {
  const text = value.trim().toLowerCase();
  return /^(?:yes|y|true|t|1)$/.test(text) ? 'true' : /^(?:no|n|false|f|0)$/.test(text) ? 'false' : value;
}

function addImage(properties: Properties, { pages, path }: { readonly pages: number; readonly path: string }): void {
  const names = new Set(properties.map(([name]) => name));
  if (!names.has('pages')) properties.push(['pages', [String(pages)]]);
  if (!names.has('firstPage')) properties.push(['firstPage', [path]]);
}

function addOthers(properties: Properties, others: NonNullable<TableRow['properties']>): void {
  const names = new Set(properties.map(([name]) => name));
  for (const [name, values] of others) if (!names.has(name)) properties.push([name, values]);
}

/** An item without a name gets the last part of its path, its title, or its first document id. */
function addName(properties: Properties, ids: readonly string[]): void {
  if (has(properties, 'name')) return;
  const last = firstNamed(properties, 'path')
    ?.split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1);
  const name = last ?? firstNamed(properties, 'title') ?? firstNamed(properties, 'Message-Subject') ?? ids[0]?.trim();
  if (name !== undefined && name !== '') properties.push(['name', [name]]);
}

function has(properties: Properties, name: string): boolean {
  for (let i = 0; i < properties.length; i++) if (properties[i]![0] === name) return true;
  return false;
}

/** Returns the first value of a property. */
function firstNamed(properties: Properties, name: string): string | undefined {
  for (let i = 0; i < properties.length; i++) if (properties[i]![0] === name) return properties[i]![1][0];
  return undefined;
}
