/** Reads the rows of a delimited load file: Concordance DAT, CSV, TSV. */
import { CSV_HEADER, unguarded } from '../../../shared/cells/table-cells.ts';
import {
  BATCH_ROWS_MAX,
  BATCH_UNITS_MAX,
  COLUMNS_MAX,
  ROW_UNITS_MAX,
  ROWS_MAX,
  UNCLOSED_QUOTES_MAX,
  VALUE_UNITS_MAX,
} from '../limits.ts';
import type { Mapping } from '../mapping.ts';
import type { OpenTable } from '../table-kind.ts';
import { ColumnList } from './column-list.ts';
import { DAMAGED_BYTES } from './damaged-bytes.ts';
import type { Dialect } from './dialect.ts';
import { findHeader, type Header } from './header-row.ts';
import { MixedEncoding } from './mixed-encoding.ts';
import { type Checkpoint, type ParsedRow, RowParser } from './row-parser.ts';
import type { RowObserver, RowSource, TableRow } from './row-source.ts';
import { readTextChunks } from './text-chunks.ts';
import { type FoundEncoding, findEncoding, type PositionReader } from './text-encoding.ts';
import { TextRows } from './text-rows.ts';

const NO_HEADER: Header = {
  dialect: { delimiter: ',', quote: '"', newline: null, terminator: '\n' },
  line: 1,
  isGuessed: false,
};

export class DelimitedRows extends TextRows implements RowSource {
  readonly fixedUses = new Map();
  readonly #isTabs: boolean;
  #header: Header = NO_HEADER;
  /** Number of columns of the header. Rows may have more. */
  #width = 0;
  /** Whether its values are guarded against spreadsheets, as in the CSV export. */
  #isGuarded = false;

  constructor(open: OpenTable, isTabs: boolean, mapping: Mapping) {
    super(open, mapping);
    this.#isTabs = isTabs;
  }

  get description(): string {
    const { dialect, line, isGuessed } = this.#header;
    const { delimiter, quote, newline } = dialect;
    const parts = [this.encoding.encoding, `delimiter ${shownUnit(delimiter)}`];
    parts.push(quote === null ? 'no quotes' : `quote ${shownUnit(quote)}`);
    if (newline !== null) parts.push(`line break ${shownUnit(newline)}`);
    if (line > 1) parts.push(`header in line ${line}${isGuessed ? ' (guessed)' : ''}`);
    return parts.join(', ');
  }

  get asMapping(): Readonly<Record<string, unknown>> {
    const { delimiter, quote, newline } = this.#header.dialect;
    const { header } = this.mapping;
    const where = header === undefined ? { headerRow: this.#header.line } : { header };
    return { encoding: this.encoding.encoding, delimiter, quote, newline, ...where };
  }

  override async prepare(): Promise<void> {
    this.columnList = new ColumnList();
    const file = await this.open();
    try {
      this.encoding = await findEncoding(file, this.mapping.encoding ?? null);
      const { encoding, markBytes } = this.encoding;
      let parser: RowParser | null = null;
      for await (const { text, offset } of readTextChunks(file, encoding, markBytes)) {
        if (parser === null) {
          this.#header = findHeader(text, this.#isTabs, this.mapping);
          parser = new RowParser(this.#header.dialect);
        }
        parser.feed(text, offset);
        if (this.#readHeader(parser)) return;
      }
      parser?.finish();
      if (parser !== null) this.#readHeader(parser);
    } finally {
      await file.close();
    }
  }

  /** Returns whether there was a header. */
  #readHeader(parser: RowParser): boolean {
    const row = parser.take().find((row) => row.line >= this.#header.line && !isBlank(row));
    if (row === undefined) return false;
    const names = this.mapping.header ?? row.values;
    // The CSV export of this program begins this way.
    this.#isGuarded = CSV_HEADER.every((name, i) => names[i] === name) && this.encoding.markBytes > 0;
    const read = this.#isGuarded ? names.map(unguarded) : names;
    for (const name of read.slice(0, COLUMNS_MAX)) this.columnList.add(name);
    this.#width = this.columnList.names.length;
    return true;
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const file = await this.open();
    try {
      const { encoding } = this.encoding;
      const { encoding: given = null, header } = this.mapping;
      const mixed = new MixedEncoding(encoding, given !== null, observer);
      const reading = new Reading(this.columnList, this.#width, this.#header, header !== undefined, mixed, observer);
      for await (const batch of reading.rows(file, this.encoding)) {
        yield this.#isGuarded ? batch.map((row) => ({ ...row, values: row.values.map(plainCell) })) : batch;
      }
    } finally {
      await file.close();
    }
  }
}

/** One pass through the file. */
class Reading {
  readonly #columns: ColumnList;
  readonly #width: number;
  readonly #dialect: Dialect;
  readonly #header: Header;
  /** Non-empty rows above the header. */
  #above = 0;
  readonly #mixed: MixedEncoding;
  readonly #observer: RowObserver;
  #batch: TableRow[] = [];
  #batchUnits = 0;
  #number = 0;
  #isHeaderRead: boolean;
  /** The values of the header as the file has them. Null if it has no header. */
  #headerValues: readonly string[] | null = null;
  #hasRepeatedHeader = false;
  /** The beginning of the last piece with invalid bytes. */
  #damagedAt = -1;

  constructor(
    columns: ColumnList,
    width: number,
    header: Header,
    hasNoHeader: boolean,
    mixed: MixedEncoding,
    observer: RowObserver,
  ) {
    this.#columns = columns;
    this.#width = width;
    this.#dialect = header.dialect;
    this.#header = header;
    this.#isHeaderRead = hasNoHeader;
    this.#mixed = mixed;
    this.#observer = observer;
  }

  async *rows(file: PositionReader, { encoding, markBytes }: FoundEncoding): AsyncGenerator<readonly TableRow[]> {
    let reported = 0;
    let from: Checkpoint = { offset: markBytes, line: 1 };
    let skip = 0;
    for (let unclosed = 1; ; unclosed++) {
      const parser = new RowParser(this.#dialect, from.line, skip);
      for await (const { text, offset, bytes, isDamaged } of readTextChunks(file, encoding, from.offset)) {
        if (isDamaged) this.#damagedAt = offset;
        this.#mixed.piece(text, offset);
        parser.feed(text, offset);
        for (const row of parser.take()) {
          this.#add(row);
          if (this.#batch.length >= BATCH_ROWS_MAX || this.#batchUnits >= BATCH_UNITS_MAX) yield this.#take();
        }
        if (offset + bytes > reported) this.#observer.progress(offset + bytes - reported);
        reported = Math.max(reported, offset + bytes);
        // Yields even an empty batch. While a value does not end, the caller may stop.
        yield this.#take();
        if (this.#number > ROWS_MAX) {
          this.#observer.problem('limit', null, null, `there are more than ${ROWS_MAX} rows: the rest is not read`);
          return;
        }
      }
      const open = parser.finish();
      for (const row of parser.take()) this.#add(row);
      if (this.#batch.length > 0) yield this.#take();
      if (open === null || !this.#reportUnclosed(open.line, unclosed)) return;
      from = open.from;
      skip = open.line - from.line + 1;
    }
  }

  #take(): readonly TableRow[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchUnits = 0;
    return batch;
  }

  /** Returns whether to continue reading. */
  #reportUnclosed(line: number, unclosed: number): boolean {
    const isHeader = !this.#isHeaderRead;
    if (isHeader) this.#isHeaderRead = line >= this.#header.line;
    else this.#number++;
    const what = 'a quote opens in the row of this line and never closes';
    this.#observer.problem('record', line, isHeader ? null : this.#number, `${what}: the line is skipped`);
    if (unclosed <= UNCLOSED_QUOTES_MAX) return true;
    const reason = `more than ${UNCLOSED_QUOTES_MAX} rows open a quote that never closes: nothing after line ${line} was read`;
    this.#observer.problem('case', line, null, reason);
    return false;
  }

  #add(parsed: ParsedRow): void {
    const row = withoutMark(parsed);
    if (isBlank(row) || this.#isRepeatedHeader(row, row !== parsed)) return;
    if (!this.#isHeaderRead) {
      if (row.line < this.#header.line) {
        this.#above++;
        return;
      }
      this.#isHeaderRead = true;
      this.#headerValues = row.values;
      this.#reportHeader(row);
      this.#mixed.row(row.from.offset, row.line, null, row.values);
      return;
    }
    this.#number++;
    if (this.#number > ROWS_MAX) return;
    const { line, values } = row;
    const number = this.#number;
    const report = (kind: 'value' | 'limit', reason: string): void =>
      this.#observer.problem(kind, line, number, reason);
    if (row.isTooLong) {
      // Reported without an id, because the record is skipped.
      this.#observer.problem(
        'limit',
        line,
        null,
        `row ${number} has more than ${ROW_UNITS_MAX} characters: it is skipped`,
      );
      return;
    }
    const filled = withoutEmptyEnd(values, this.#width);
    if (filled.length !== this.#width) {
      report('value', `the row has ${filled.length + row.left} values for ${this.#width} columns`);
      for (let i = this.#columns.names.length; i < filled.length; i++) this.#columns.add('');
    }
    for (const column of row.cut) {
      report('limit', `a value of ${this.#columns.shown(column)} was cut at ${VALUE_UNITS_MAX} characters`);
    }
    if (row.left > 0) report('limit', `${row.left} values are beyond ${COLUMNS_MAX} columns: they are skipped`);
    if (row.strayQuotes > 0 && this.#dialect.quote === '"') {
      report('value', `${row.strayQuotes} quotes inside quoted values are not doubled: they are kept`);
    }
    if (row.lineQuotes > 0 && this.#dialect.quote !== '"') {
      report('value', 'a quote inside a quoted value begins a line, as rows do: the row may hold another one');
    }
    if (this.#damagedAt >= row.from.offset && values.some((value) => value.includes('\ufffd'))) {
      report('value', DAMAGED_BYTES);
    }
    this.#mixed.row(row.from.offset, line, number, values);
    this.#batch.push({ number, line, values: filled });
    this.#batchUnits += row.units;
  }

  /**
   * Tools that append to a table also write its header again after a byte order mark. Without a mark, such a row is an item.
   */
  #isRepeatedHeader({ values, line }: ParsedRow, isMarked: boolean): boolean {
    const header = this.#headerValues;
    if (header?.length !== values.length || values.some((value, i) => value !== header[i])) return false;
    if (!this.#hasRepeatedHeader) {
      const reason = isMarked
        ? 'the header is repeated here after a byte order mark, as by tools that append to a table: such rows are not items'
        : 'the row repeats the header, as in a file of several tables: such rows are items';
      this.#observer.problem('type', line, null, reason);
    }
    this.#hasRepeatedHeader = true;
    return isMarked;
  }

  #reportHeader({ line, left, isTooLong }: ParsedRow): void {
    if (this.#header.isGuessed) {
      const above =
        this.#above === 1
          ? 'the row above it is treated as a title and is not an item'
          : `the ${this.#above} rows above it are treated as a title and are not items`;
      const reason = `the header seems to be in this line: ${above}`;
      this.#observer.problem('type', line, null, `${reason}; to decide, set "headerRow" in a mapping`);
    }
    if (left === 0 && !isTooLong) return;
    const reason = isTooLong ? 'the header is too long' : `${left} columns are beyond ${COLUMNS_MAX}`;
    this.#observer.problem('limit', line, null, `${reason}: their values are skipped`);
  }
}

/** Tools that append to a table put a byte order mark in front of each addition. */
function withoutMark(row: ParsedRow): ParsedRow {
  const first = row.values[0];
  return first?.charCodeAt(0) === 0xfeff ? { ...row, values: [first.slice(1), ...row.values.slice(1)] } : row;
}

/** Returns the values up to the last non-empty one, but at least as many as the header has. */
function withoutEmptyEnd(values: readonly string[], width: number): readonly string[] {
  let length = values.length;
  while (length > width && values[length - 1] === '') length--;
  return length === values.length ? values : values.slice(0, length);
}

/** Whether the row is an empty line, the end-of-file mark of old systems, or a first line that declares the delimiter. */
function isBlank({ values, isTooLong, line }: ParsedRow): boolean {
  if (line === 1 && values.length <= 2 && /^sep=.?$/i.test(values[0] ?? '') && (values[1] ?? '') === '') return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark is a control character.
  return !isTooLong && (values.length === 0 || (values.length === 1 && /^[\s\x1a]*$/.test(values[0]!)));
}

function plainCell(value: TableRow['values'][number]): TableRow['values'][number] {
  return typeof value === 'string' ? unguarded(value) : value;
}

function shownUnit(unit: string): string {
  const code = unit.codePointAt(0)!;
  return code > 0x20 && code !== 0x7f && (code < 0x7f || code > 0xa0)
    ? unit
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
