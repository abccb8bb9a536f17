/** The database of a case of Autopsy: what it is, and its rows, page by page. The only file that knows how pages are asked for. */
import { AppError } from '../../shared/errors.ts';
import type { CaseDatabases } from '../sqlite/case-databases.ts';
import type { Row } from '../sqlite/database-request.ts';
import { DATA_SOURCES_MAX, PAGE_ROWS, PAGE_VALUES_MAX, VALUE_UNITS_MAX } from './limits.ts';

export const DATABASE_FILE = 'autopsy.db';
/** Major versions of the schema that are read. */
const VERSIONS: readonly string[] = ['8', '9'];

const NUMBER_MIN = -(2n ** 63n);

/** The numbers of the first and the last row of a page. */
export type Bounds = readonly [first: number | string, last: number | string];

export class CaseDatabase {
  readonly #databases: CaseDatabases;

  constructor(databases: CaseDatabases) {
    this.#databases = databases;
  }

  /** All rows of a query that has few. Throws AppError NOT_FOUND with a reason fit for a client. */
  rows(sql: string, values: readonly (string | number)[] = []): Promise<readonly Row[]> {
    return this.#databases.rows({ file: DATABASE_FILE, sql, values });
  }

  /** What is wrong with the version of the schema, or null. */
  async versionFault(): Promise<string | null> {
    const sql = "SELECT value FROM tsk_db_info_extended WHERE name = 'SCHEMA_MAJOR_VERSION'";
    const version = String((await this.rows(sql))[0]?.[0] ?? 'unknown');
    if (VERSIONS.includes(version)) return null;
    return `${DATABASE_FILE} has version ${version} of the schema; this program reads ${VERSIONS.join(' and ')}`;
  }

  /** Columns came and went with versions of the schema. */
  async columnsOf(table: string): Promise<ReadonlySet<string>> {
    const rows = await this.rows('SELECT name FROM pragma_table_info(?)', [table]);
    return new Set(rows.map(([name]) => String(name)));
  }

  /**
   * Rows by their first column, ascending, some at a time. `sql` takes the number that the first of them may have, in digits, and how
   * many are wanted: no process is held between two pages, and one that dies is replaced. Autopsy counts artifacts from the smallest
   * number of 64 bits, so numbers are written out wherever they are more than JavaScript has.
   */
  async *pages(sql: string): AsyncGenerator<readonly Row[]> {
    let from = NUMBER_MIN;
    for (;;) {
      const rows = await this.rows(sql, [String(from), PAGE_ROWS]);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
      const last = wholeOf(rows.at(-1)![0]);
      if (last === null || last < from) throw damaged('its rows are out of order');
      from = last + 1n;
    }
  }

  /** What is said of the rows of a page: `sql` takes the first and the last of their numbers, then how many are wanted. */
  async valuesOf(sql: string, [first, last]: Bounds): Promise<{ rows: readonly Row[]; isCut: boolean }> {
    const found: Row[] = [];
    const step = 10_000;
    for (let offset = 0; found.length < PAGE_VALUES_MAX; offset += step) {
      const rows = await this.rows(`${sql} LIMIT ? OFFSET ?`, [first, last, step, offset]);
      found.push(...rows);
      if (rows.length < step) return { rows: found, isCut: false };
    }
    return { rows: found, isCut: true };
  }

  /** By data source and file system: what stands before the paths in them, as Autopsy shows it. */
  async pathPrefixes(): Promise<PathPrefixes> {
    const sources = await this.rows(
      'SELECT i.obj_id, i.display_name, (SELECT n.name FROM tsk_image_names n WHERE n.obj_id = i.obj_id ' +
        `ORDER BY n.sequence LIMIT 1) FROM tsk_image_info i LIMIT ${DATA_SOURCES_MAX}`,
    );
    const volumes = await this.rows(
      'SELECT o.obj_id, p.addr FROM tsk_objects o JOIN tsk_fs_info s ON s.obj_id = o.obj_id ' +
        `JOIN tsk_vs_parts p ON p.obj_id = o.par_obj_id LIMIT ${DATA_SOURCES_MAX}`,
    );
    const ofSource = new Map<unknown, string>();
    for (const [id, displayName, file] of sources) {
      const name = displayName || String(file ?? id).replace(/^.*[\\/]/, '');
      ofSource.set(id, `/img_${name}`);
    }
    const ofFileSystem = new Map<unknown, string>(volumes.map(([id, number]) => [id, `/vol_vol${number}`]));
    return (source, fileSystem) => (ofSource.get(source) ?? '') + (ofFileSystem.get(fileSystem) ?? '');
  }
}

function wholeOf(cell: Row[number] | undefined): bigint | null {
  return /^-?\d{1,19}$/.test(String(cell)) ? BigInt(cell!) : null;
}

export type PathPrefixes = (source: unknown, fileSystem: unknown) => string;

/** SQL for the text in a column, of any length there. */
export function cutText(column: string): string {
  return `CASE WHEN typeof(${column}) = 'blob' THEN NULL ELSE substr(${column}, 1, ${VALUE_UNITS_MAX}) END`;
}

export function damaged(finding: string): AppError {
  return new AppError('NOT_FOUND', `database "${DATABASE_FILE}" is damaged: ${finding}`);
}
