/** A row of a load file → an item. */
import type { CaseItem } from '../case-reader.ts';
import { shown } from '../files/safe-path.ts';
import type { ColumnFacts } from './columns/column-facts.ts';
import { listOf, type Survey } from './columns/survey.ts';
import { isZeroDate, toIsoDate, toIsoTime } from './columns/usual-dates.ts';
import { refOfFile } from './file-ref.ts';
import type { ImageList } from './rows/image-list.ts';
import type { Row } from './rows/row-source.ts';

type Properties = [name: string, values: readonly string[]][];

export class ItemReader {
  readonly #columns: readonly ColumnFacts[];
  readonly #families: Survey['families'];
  readonly #images: ImageList | null;
  readonly #documents: readonly number[];
  readonly #parent: number;
  readonly #family: number;
  readonly #native: number;
  readonly #thumb: number;
  readonly #paths: readonly number[];
  readonly #inline: readonly number[];
  /** Times of day by the index of the column of their dates. */
  readonly #times = new Map<number, number>();
  /** Rows that name a parent which is not there, and the first of them. */
  orphans = 0;
  firstOrphan: { readonly line: number; readonly number: number; readonly parent: string } | null = null;
  /** By column of dates: the values in it that are none, and the first of them. */
  readonly undated = new Map<
    ColumnFacts,
    { count: number; readonly line: number; readonly number: number; readonly value: string }
  >();

  constructor({ columns, families }: Survey, images: ImageList | null) {
    const withUse = (use: string): number[] =>
      columns.filter(({ column }) => column.use === use).map(({ column }) => column.index);
    this.#columns = columns;
    this.#families = families;
    this.#images = images;
    this.#documents = withUse('document');
    this.#parent = withUse('parent')[0] ?? -1;
    this.#family = withUse('family')[0] ?? -1;
    this.#native = withUse('native')[0] ?? -1;
    this.#thumb = withUse('thumb')[0] ?? -1;
    const texts = withUse('text');
    this.#paths = texts.filter((index) => columns[index]!.isPath);
    this.#inline = texts.filter((index) => !columns[index]!.isPath);
    for (const { column, isTime } of columns)
      if (column.timeOf !== null && isTime) this.#times.set(column.timeOf, column.index);
  }

  item(row: Row): CaseItem {
    const ids = this.#documents.flatMap((index) => listOf(row.values[index]));
    const properties = this.#properties(row);
    const image = this.#images?.find(ids) ?? null;
    if (image !== null) addImage(properties, image);
    addName(properties, ids);
    const native = first(row, this.#native) ?? image?.path;
    const thumb = first(row, this.#thumb);
    return {
      id: row.number,
      parentId: this.#parentOf(row, ids),
      properties,
      text: this.#text(row),
      content: native === undefined ? null : refOfFile('file', native),
      thumb: thumb === undefined ? null : refOfFile('file', thumb),
      line: row.line,
    };
  }

  #text(row: Row): CaseItem['text'] {
    for (const index of this.#paths) {
      const path = first(row, index);
      if (path !== undefined) return refOfFile('text', path);
    }
    const texts = this.#inline.flatMap((index) => listOf(row.values[index]));
    return texts.length === 0 ? null : texts.join('\n');
  }

  #properties(row: Row): Properties {
    const properties: Properties = [];
    const { values } = row;
    for (let i = 0; i < values.length; i++) {
      const cell = values[i];
      if (cell === undefined || cell === '') continue;
      const facts = this.#columns[i]!;
      if (facts.column.use === 'text' && !facts.isPath) continue;
      const found = this.#values(row, facts, listOf(cell));
      if (found.length > 0) properties.push([facts.column.property, found]);
    }
    return properties;
  }

  #values(row: Row, facts: ColumnFacts, cells: readonly string[]): readonly string[] {
    const { column } = facts;
    if (facts.isDate) return cells.flatMap((cell) => this.#date(row, facts, cell));
    if (column.isList) return cells.flatMap((cell) => splitList(cell, facts.separator, column.separator === null));
    const normal = NORMAL.get(column.property);
    return normal === undefined || column.understoodBy === 'own name' ? cells : cells.map(normal);
  }

  #date(row: Row, facts: ColumnFacts, cell: string): readonly string[] {
    const text = cell.trim();
    if (isZeroDate(text)) return [];
    const { offset } = facts.column;
    const date = toIsoDate(text, facts.order, offset);
    if (date === null) {
      if (!facts.isAmbiguous || !isDateInAnyOrder(text)) this.#tellUndated(row, facts, text);
      return [cell];
    }
    const times = this.#times.get(facts.column.index);
    if (times === undefined || date.length !== 10) return [date];
    const time = toIsoTime(first(row, times) ?? '');
    return [time === null ? date : `${date}T${time.time}${time.zone === '' ? offset : time.zone}`];
  }

  #tellUndated({ line, number }: Row, facts: ColumnFacts, text: string): void {
    const told = this.undated.get(facts);
    if (told === undefined) this.undated.set(facts, { count: 1, line, number, value: shown(text) });
    else told.count++;
  }

  /** By the column of the parent, else by the first document of the family, else by what another row says. */
  #parentOf(row: Row, ids: readonly string[]): number | null {
    const named = first(row, this.#parent) ?? first(row, this.#family);
    if (named !== undefined) {
      const parent = this.#families.rowOf(named) ?? this.#families.rowOf(firstOfRange(named));
      if (parent === undefined) this.#tellOrphan(row, named);
      else if (parent !== row.number) return parent;
    }
    for (const id of ids) {
      const parent = this.#families.parentOf(id);
      if (parent !== undefined && parent !== row.number) return parent;
    }
    return null;
  }

  #tellOrphan({ line, number }: Row, parent: string): void {
    this.orphans++;
    this.firstOrphan ??= { line, number, parent: shown(parent) };
  }
}

function isDateInAnyOrder(text: string): boolean {
  return toIsoDate(text, 'day first', '') !== null || toIsoDate(text, 'month first', '') !== null;
}

/** What is empty between two separators is no value. Line breaks separate, too, unless the mapping gives a separator. */
function splitList(cell: string, separator: string | null, byLine: boolean): readonly string[] {
  const lines = byLine && cell.includes('\n') ? cell.split('\n') : [cell];
  const values = separator === null ? lines : lines.flatMap((line) => line.split(separator));
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** How values of a property are written the same way everywhere. */
const NORMAL: ReadonlyMap<string, (value: string) => string> = new Map([
  ['length', normalLength],
  ['ext', (value: string) => value.trim().replace(/^\./, '').toLowerCase()],
  ['deleted', normalFlag],
]);

/** 48,211 and 48.211 and 48 211 bytes are numbers: nothing has a part of a byte. Anything else stays as it is. */
function normalLength(value: string): string {
  const digits = value.trim().replace(/ ?(?:bytes?|B)$/i, '');
  return /^(?:\d+|\d{1,3}(?:([, .'’\u00a0\u202f])\d{3}(?:\1\d{3})*)?)$/.test(digits)
    ? digits.replace(/\D/g, '')
    : value;
}

function normalFlag(value: string): string {
  const text = value.trim().toLowerCase();
  return /^(?:yes|y|true|t|1)$/.test(text) ? 'true' : /^(?:no|n|false|f|0)$/.test(text) ? 'false' : value;
}

function first(row: Row, index: number): string | undefined {
  return index < 0 ? undefined : listOf(row.values[index])[0]?.trim();
}

/** `ABC-001 - ABC-009`, as an attachment range is written, begins with the first document. */
function firstOfRange(value: string): string {
  return (
    (/^(\S+)(?:\s+[-–]\s+|\s*[;–]\s*|\s+to\s+)\S+$/.exec(value) ?? /^([^\s-]+)-[^\s-]+$/.exec(value))?.[1] ?? value
  );
}

function addImage(properties: Properties, { pages, path }: { readonly pages: number; readonly path: string }): void {
  const names = new Set(properties.map(([name]) => name));
  if (!names.has('pages')) properties.push(['pages', [String(pages)]]);
  if (!names.has('firstPage')) properties.push(['firstPage', [path]]);
}

/** An item without a name gets the last part of its path, or its title, or its first document id. */
function addName(properties: Properties, ids: readonly string[]): void {
  if (properties.some(([name]) => name === 'name')) return;
  const firstOf = (property: string): string | undefined => properties.find(([name]) => name === property)?.[1][0];
  const last = firstOf('path')
    ?.split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1);
  const name = last ?? firstOf('title') ?? firstOf('Message-Subject') ?? ids[0]?.trim();
  if (name !== undefined && name !== '') properties.push(['name', [name]]);
}
