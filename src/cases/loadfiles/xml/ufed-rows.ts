/**
 * Reads the report of a Cellebrite reader (`report.xml` of a UFDR file) as rows: its files, its decoded models, and facts about
 * the extraction.
 */
import { BATCH_ROWS_MAX, ROWS_MAX } from '../limits.ts';
import type { Mapping } from '../mapping.ts';
import { ColumnList } from '../rows/column-list.ts';
import { reportDamagedPiece } from '../rows/damaged-bytes.ts';
import { encodingOfTable } from '../rows/encoding-of-table.ts';
import type { FixedUse, RowObserver, RowSource, TableRow } from '../rows/row-source.ts';
import { readTableChunks } from '../rows/table-chunks.ts';
import type { FoundEncoding } from '../rows/text-encoding.ts';
import type { OpenTable } from '../table-kind.ts';
import { ReportSources } from './report-sources.ts';
import { COLUMN, PROPERTIES } from './ufed-names.ts';
import { UfedParser } from './ufed-parser.ts';

export class UfedRows implements RowSource {
  readonly asMapping = {};
  readonly tool = 'Cellebrite (report.xml)';
  readonly hasOwnLists = true;
  readonly ownNames = PROPERTIES;
  readonly fixedUses = new Map<string, FixedUse>([
    [COLUMN.uid, 'document'],
    [COLUMN.parentUid, 'parent'],
    [COLUMN.native, 'native'],
    [COLUMN.body, 'inline text'],
  ]);
  readonly #open: OpenTable;
  readonly #mapping: Mapping;
  #columns = new ColumnList();
  #sources = new ReportSources();
  #encoding: FoundEncoding = { encoding: 'utf-8', markBytes: 0 };

  constructor(open: OpenTable, mapping: Mapping) {
    this.#open = open;
    this.#mapping = mapping;
  }

  get columns(): readonly string[] {
    return this.#columns.names;
  }

  get description(): string {
    return `report of a Cellebrite reader, ${this.#encoding.encoding}`;
  }

  async prepare(): Promise<void> {
    this.#columns = new ColumnList();
    this.#encoding = await encodingOfTable(this.#open, this.#mapping);
    this.#sources = new ReportSources();
    for await (const { text } of readTableChunks(this.#open, this.#encoding)) this.#sources.feed(text);
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const parser = new UfedParser(this.#columns, this.#sources, observer);
    observer.progress(this.#encoding.markBytes);
    for await (const { text, bytes, isDamaged } of readTableChunks(this.#open, this.#encoding)) {
      if (isDamaged) reportDamagedPiece(observer, parser);
      parser.feed(text);
      observer.progress(bytes);
      for (let rows = parser.take(BATCH_ROWS_MAX); rows.length > 0; rows = parser.take(BATCH_ROWS_MAX)) yield rows;
      yield [];
      if (parser.isStopped || parser.count >= ROWS_MAX) return;
    }
    parser.finish();
    const rest = parser.take(Number.POSITIVE_INFINITY);
    if (rest.length > 0) yield rest;
  }
}
