/** Reads the rows of one artifact from the database of a LAVA export, page by page. */
import { AppError } from '../../../shared/errors.ts';
import { shown } from '../../files/safe-path.ts';
import type { CaseDatabases } from '../../sqlite/case-databases.ts';
import type { DatabaseCell } from '../../sqlite/database-request.ts';
import { LAVA_COLUMNS_MAX, LAVA_PAGE_ROWS } from '../limits.ts';
import { ColumnList } from '../rows/column-list.ts';
import type { RowObserver, RowSource, TableRow } from '../rows/row-source.ts';
import type { LavaArtifact } from './lava-manifest.ts';

export const LAVA_DATABASE = '_lava_artifacts.db';

/** Before the first row of any table. */
const BEFORE_ALL = '-9223372036854775808';

export class LavaRows implements RowSource {
  readonly fixedUses = new Map();
  readonly tool = 'LEAPP (LAVA)';
  readonly hasOwnLists = true;
  readonly asMapping = {};
  readonly #databases: CaseDatabases;
  readonly #artifact: LavaArtifact;
  readonly #stored: readonly string[];
  readonly #leftOut: number;
  #columns = new ColumnList();

  /** `columns`: the columns of the table in the database. */
  constructor(databases: CaseDatabases, artifact: LavaArtifact, columns: readonly string[]) {
    this.#databases = databases;
    this.#artifact = artifact;
    this.#stored = columns.slice(0, LAVA_COLUMNS_MAX);
    this.#leftOut = columns.length - this.#stored.length;
  }

  get columns(): readonly string[] {
    return this.#columns.names;
  }

  get description(): string {
    return `table ${shown(this.#artifact.table)} of ${LAVA_DATABASE}`;
  }

  async prepare(): Promise<void> {
    this.#columns = new ColumnList();
    for (const column of this.#stored) this.#columns.add(this.#artifact.headers.get(column) ?? column);
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const { category, table } = this.#artifact;
    const columns = ['_rowid_', ...this.#stored.map(quoted)];
    const sql = `FROM ${quoted(table)} WHERE _rowid_ > CAST(? AS INTEGER) ORDER BY _rowid_ LIMIT ${LAVA_PAGE_ROWS}`;
    if (this.#leftOut > 0)
      observer.problem(
        'limit',
        null,
        null,
        `${this.#leftOut} columns are beyond ${LAVA_COLUMNS_MAX}: they are skipped`,
      );
    let last = BEFORE_ALL;
    for (let number = 0; ; ) {
      const page = await this.#page({ file: LAVA_DATABASE, columns, sql, values: [last] }, observer);
      if (page.length === 0) return;
      yield page.map(([, ...cells]) => {
        number++;
        const values = cells.map((cell, i) => this.#value(cell, i, number, observer));
        return { number, line: number, values, properties: [['category', [category]] as const] };
      });
      last = String(page.at(-1)![0]);
    }
  }

  /** Reports a damaged database, whose further rows are not read. */
  async #page(query: Parameters<CaseDatabases['rows']>[0], observer: RowObserver) {
    try {
      return await this.#databases.rows(query);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      observer.problem('case', null, null, `${error.message}: further rows of this artifact are not read`);
      return [];
    }
  }

  #value(cell: DatabaseCell, index: number, number: number, observer: RowObserver): string | undefined {
    if (cell === null) return undefined;
    const column = this.#stored[index]!;
    if (typeof cell === 'object') {
      observer.problem(cell.kind, number, number, `column ${this.#columns.shown(index)} ${cell.fault}`);
      return cell.text ?? undefined;
    }
    return this.#artifact.moments.has(column) && typeof cell === 'number' ? momentOf(cell) : String(cell);
  }
}

/**
 * Converts seconds since 1970 to a moment. Other numbers stay unchanged. Zero is a moment, because the tool writes NULL if
 * there is none.
 */
function momentOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = Number.isNaN(date.getTime()) ? -1 : date.getUTCFullYear();
  if (year < 1 || year > 9999) return String(seconds);
  return date.toISOString().replace('.000Z', 'Z');
}

/** Quotes an SQL identifier, whatever characters it has. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
