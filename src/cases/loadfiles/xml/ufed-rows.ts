/**
 * Reads the report of a Cellebrite reader (`report.xml` of a UFDR file) as rows: its files, its decoded models, and facts about
 * the extraction.
 */
import { BATCH_ROWS_MAX, ROWS_MAX } from '../limits.ts';
import { ColumnList } from '../rows/column-list.ts';
import { reportDamagedPiece } from '../rows/damaged-bytes.ts';
import type { FixedUse, RowObserver, RowSource, TableRow } from '../rows/row-source.ts';
import { readTableChunks } from '../rows/table-chunks.ts';
import { TextRows } from '../rows/text-rows.ts';
import { ReportSources } from './report-sources.ts';
import { COLUMN, PROPERTIES } from './ufed-names.ts';
import { UfedParser } from './ufed-parser.ts';

export class UfedRows extends TextRows implements RowSource {
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
  #sources = new ReportSources();

  get description(): string {
    return `report of a Cellebrite reader, ${this.encoding.encoding}`;
  }

  override async prepare(): Promise<void> {
    this.columnList = new ColumnList();
    await super.prepare();
    this.#sources = new ReportSources();
    for await (const { text } of readTableChunks(this.open, this.encoding)) this.#sources.feed(text);
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const parser = new UfedParser(this.columnList, this.#sources, observer);
    observer.progress(this.encoding.markBytes);
    for await (const { text, bytes, isDamaged } of readTableChunks(this.open, this.encoding)) {
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
