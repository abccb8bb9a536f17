/** One table of a case: surveyed once, then read as items. */
import { AppError } from '../../shared/errors.ts';
import type { CaseItem, CaseProblem, ReadObserver, TableUse } from '../case-reader.ts';
import { byHeaderKey } from './columns/column-names.ts';
import { columnUses } from './columns/column-uses.ts';
import { Families } from './columns/families.ts';
import { type Survey, surveyRows } from './columns/survey.ts';
import { toolOf } from './columns/tool-names.ts';
import { writtenColumns } from './columns/written-mapping.ts';
import { logDeferredWarnings, type Report } from './deferred-warnings.ts';
import type { Mapping } from './mapping.ts';
import type { ReadBytes } from './read-bytes.ts';
import { RowItemReader, TABLE_PROPERTY, type TableRows } from './row-item.ts';
import { readDiiPages } from './rows/dii-rows.ts';
import { ImageList, readPages } from './rows/image-list.ts';
import type { RowSource } from './rows/row-source.ts';
import type { OpenTable } from './table-kind.ts';

export interface TableSource {
  /**
   * Its name in reports: the file, below the case. For a table inside a file, the file name is followed by the name of the
   * table.
   */
  readonly file: string;
  /** The folder of its file below the case: empty, or with a trailing slash. */
  readonly folder: string;
  readonly bytes: number;
  /** The files that it is read from, below the case. */
  readonly sources: readonly string[];
  readonly mapping: Mapping;
  /** Whether it is one of several tables, so that its items have the table's name as a property. */
  readonly isOneOfSeveral: boolean;
  readonly rows: RowSource;
  /** Its list of page images. */
  readonly images: { readonly file: string; readonly open: OpenTable } | null;
}

export class LoadedTable {
  readonly file: string;
  readonly folder: string;
  readonly bytes: number;
  readonly #source: TableSource;
  #survey: Survey | null = null;

  constructor(source: TableSource) {
    this.file = source.file;
    this.folder = source.folder;
    this.bytes = source.bytes;
    this.#source = source;
  }

  /** The files that it is read from, below the case. */
  get sources(): readonly string[] {
    return this.#source.sources;
  }

  get survey(): Survey | null {
    return this.#survey;
  }

  /** Throws the same errors as `surveyRows`. */
  async *surveyed(casePath: string, progress: (bytes: number) => void): AsyncGenerator<readonly [], Survey> {
    if (this.#survey !== null) return this.#survey;
    const { rows, mapping, isOneOfSeveral } = this.#source;
    const survey = yield* surveyRows(rows, mapping, casePath, progress);
    if (isOneOfSeveral) freeProperty(survey);
    this.#survey = survey;
    return survey;
  }

  /** Frees the document ids, after the last reading. */
  dropFamilies(): void {
    if (this.#survey !== null) this.#survey = { ...this.#survey, families: new Families() };
  }

  /** Returns how its columns were interpreted. Call it after the survey. */
  use(survey: Survey): TableUse {
    const { description, asMapping, fixedUses } = this.#source.rows;
    const { timeZone } = this.#source.mapping;
    const given = timeZone === undefined ? {} : { timeZone };
    const mapping = { ...asMapping, ...given, columns: writtenColumns(survey.columns, fixedUses) };
    const keys = byHeaderKey(survey.columns.map(({ column }) => column));
    const tool = this.#source.rows.tool ?? toolOf((key) => keys.has(key))?.name ?? null;
    return { file: this.file, tool, description, rows: survey.rows, columns: columnUses(survey.columns), mapping };
  }

  /** Yields the items of its rows. Call it after the survey. */
  async *items(
    survey: Survey,
    range: TableRows,
    observer: ReadObserver,
    progress: ReadBytes,
  ): AsyncGenerator<readonly CaseItem[]> {
    const { images: list, rows } = this.#source;
    const report: Report = (kind, line, number, reason, file = this.file) =>
      observer.problem({ file, line, id: number === null ? null : range.base + number, kind, reason });
    const images =
      list === null ? null : await readImages(list, (kind, reason) => report(kind, null, null, reason, list.file));
    const items = new RowItemReader(survey, images, range);
    const read = rows.rows({ problem: report, progress: (bytes) => progress.add(bytes), link: () => undefined });
    for await (const batch of read) yield batch.map((row) => items.item(row));
    progress.finish(this.bytes);
    logDeferredWarnings(survey, items, report);
    if (images !== null && images.unused > 0) {
      report('value', null, null, `${images.unused} documents of the image list are in no row`, list!.file);
    }
  }
}

/** Renames a column that has the same name as the property for the table's name. */
function freeProperty({ columns }: Survey): void {
  for (const { column } of columns) {
    if (column.property === TABLE_PROPERTY) column.property = `${TABLE_PROPERTY} (column ${column.index + 1})`;
  }
}

async function readImages(
  { file: name, open }: NonNullable<TableSource['images']>,
  report: (kind: CaseProblem['kind'], reason: string) => void,
): Promise<ImageList> {
  const file = await open();
  try {
    const images = new ImageList();
    await images.read(/\.dii$/i.test(name) ? readDiiPages(file) : readPages(file));
    if (images.broken > 0) report('record', `${images.broken} lines do not describe a page`);
    if (images.left > 0)
      report('limit', `${images.left} documents exceed a limit or are listed twice: their pages are not listed`);
    return images;
  } finally {
    await file.close();
  }
}

/** Why one of several tables cannot be read. The others are still read. */
export function faultOf(error: unknown, casePath: string): string {
  if (!(error instanceof AppError)) throw error;
  const before = `case ${casePath}: `;
  return error.message.startsWith(before) ? error.message.slice(before.length) : error.message;
}
